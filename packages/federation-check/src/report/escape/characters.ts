// Escapes characters that a reader does not see, or that a terminal or a CI system interprets.

/** The maximum length of a text that a report shows in one place, in characters. */
const MAX_FIELD_CHARACTERS = 2_000

/**
 * Control and format characters (such as those for text direction), lone surrogates, separators of
 * lines and paragraphs, characters without a visible shape, and code points that are no characters
 * (https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing).
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

/**
 * The beginnings of commands for CI systems: `::` at the start of a word, since GitHub ignores
 * spaces before it, and `##[` (GitHub's old form), `##vso[` or `##teamcity[` anywhere in a line. A
 * colon at the end counts, because the report may add another one.
 */
const COMMAND = /(?<!\S):(?=:|$)|(?<=#)#(?=\w*\[)/g

/** Writes every invisible character as `\u202E`, except line ends and tabs, and breaks up commands. */
export function visible(text: string): string {
  return bounded(text)
    .replaceAll(INVISIBLE, (one) => (/[\t\n\r]/.test(one) ? one : numbered(one)))
    .replaceAll(COMMAND, numbered)
}

/** Does the same as `visible`, on one line. */
export function visibleLine(text: string): string {
  return visible(text.replaceAll(/[\t\n\r]+/g, ' '))
}

/** Makes JSON visible. JSON may write every character of a string by its number, so nothing is lost or cut. */
export function visibleJson(json: string): string {
  return json
    .replaceAll(INVISIBLE, (one) => (one === '\n' ? one : numbered(one)))
    .replaceAll(COMMAND, numbered)
}

/** The number of a character, as in JSON: two numbers above U+FFFF. */
function numbered(character: string): string {
  const codes = [...Array(character.length).keys()].map((index) => character.charCodeAt(index))
  return codes.map((code) => `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`).join('')
}

function bounded(text: string): string {
  if (text.length <= MAX_FIELD_CHARACTERS) return text
  const more = text.length - MAX_FIELD_CHARACTERS
  return `${text.slice(0, MAX_FIELD_CHARACTERS)} … and ${more} characters more`
}
