// Checks names that people choose for others to see: no invisible characters, one script, and letters in modern use.
import type { Issue } from '#foundation/domain/errors.ts'

/**
 * The scripts in modern use (UAX 31, tables 5 and 7), and the combinations of the restriction level "highly
 * restrictive" (UTS 39, section 5.2).
 */
const SCRIPTS = `
  Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao
  Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan
  Adlam Balinese Bamum Batak Canadian_Aboriginal Chakma Cham Cherokee Hanifi_Rohingya Javanese Kayah_Li Lepcha
  Limbu Lisu Mandaic Meetei_Mayek Miao Mongolian New_Tai_Lue Newa Nko Nyiakeng_Puachue_Hmong Ol_Chiki Osage
  Saurashtra Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tifinagh Vai Wancho Yi
  Latin+Han+Hiragana+Katakana Latin+Han+Bopomofo Latin+Han+Hangul`
  .trim()
  .split(/\s+/)

/** Created on first use: it takes 40 ms, and most processes check no name. */
let inOneScript: RegExp[] | undefined

const EMOJI = /\p{RGI_Emoji}/gv

/** Letters of scripts that are spelled with joiners (UAX 31, section 2.3). */
const JOINED = `[[\\p{L}\\p{M}]&&[${'Arabic Syriac Mongolian Nko Bengali Devanagari Gujarati Gurmukhi Kannada Khmer Malayalam Myanmar Oriya Sinhala Tamil Telugu'
  .split(' ')
  .map((name) => `\\p{scx=${name}}`)
  .join('')}]]`
const JOINERS = new RegExp(`(?<=${JOINED})[\\u200C\\u200D](?=${JOINED})`, 'gv')

/**
 * The Latin letters in modern use, without their marks: those with Identifier_Status=Allowed in Unicode 17 (UTS 39,
 * section 3.1). The others are phonetic and historic letters, and small capitals; many look like common letters but
 * have no row in the table of confusables.
 */
const LATIN_IN_USE =
  /[A-Za-zÆÐØÞßæðøþ\u0110\u0111\u0126\u0127\u0131\u0141\u0142\u014A\u014B\u0152\u0153\u0166\u0167\u0181\u0186\u0189\u018A\u018E-\u0192\u0194\u0196-\u0199\u019D\u01B2-\u01B4\u01B7\u01DD\u0244\u024C\u024D\u0253\u0254\u0256\u0257\u0259\u025B\u0263\u0268\u0269\u0272\u0289\u028B\u0292\u02BC\u1E9E\uA78D\uA7AA]/v
const UNUSUAL_LATIN = new RegExp(`[[\\p{L}&&\\p{scx=Latin}]--${LATIN_IN_USE.source}]`, 'v')

/**
 * Invisible characters, including those that Unicode classes as letters or symbols, but that fonts show as a blank. NUL
 * has an error of its own, because PostgreSQL cannot store it.
 */
const INVISIBLE =
  /(?!\0)[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\u2800\uFFF9-\uFFFC\u{1D159}\u{13441}\u{13442}]/u

/** The issues of a chosen name, except its length. */
export function chosenNameIssues(field: string, name: string): Issue[] {
  // Emoji are sequences with joiners, variation selectors and tags.
  const letters = name.replaceAll(EMOJI, '').replaceAll(JOINERS, '')
  if (INVISIBLE.test(letters)) return [{ field, reason: 'must not hold invisible characters' }]
  inOneScript ??= SCRIPTS.map(patternOfScripts)
  if (!inOneScript.some((script) => script.test(letters))) {
    return [{ field, reason: 'must be in one script, such as Latin or Cyrillic' }]
  }
  if (!UNUSUAL_LATIN.test(letters.normalize('NFKD'))) return []
  return [{ field, reason: 'must not hold phonetic or historic letters' }]
}

function patternOfScripts(scripts: string): RegExp {
  const classes = [...scripts.split('+'), 'Common', 'Inherited'].map((name) => `\\p{scx=${name}}`)
  return new RegExp(`^[${classes.join('')}]*$`, 'u')
}
