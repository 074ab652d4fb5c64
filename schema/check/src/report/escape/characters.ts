// Characters that a reader does not see, or that a terminal or a CI system obeys.

/** The longest text that a report shows in one place, in characters. */
export const MAX_FIELD_CHARACTERS = 2_000

/**
 * Controls, formats (such as those of text direction), lone surrogates, separators of lines and
 * paragraphs, everything that is drawn as nothing, and what is no character
 * (https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing).
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

/**
 * What a CI system takes for a command: `::` where a word begins, since GitHub ignores spaces before
 * it, and `##[` (GitHub's old form), `##vso[` or `##teamcity[` anywhere in a line. A colon at the
 * end may stand before one of the report's own.
 */
const COMMAND = /(?<!\S):(?=:|$)|(?<=#)#(?=\w*\[)/g

/** Writes every invisible character as `\u202E`, except line ends and tabs; commands are not obeyed. */
export function visible(text: string): string {
  return bounded(text)
    .replaceAll(INVISIBLE, (one) => (/[\t\n\r]/.test(one) ? one : numbered(one)))
    .replaceAll(COMMAND, numbered)
}

/** As `visible`, on one line. */
export function visibleLine(text: string): string {
  return visible(text.replaceAll(/[\t\n\r]+/g, ' '))
}

/** JSON may write every character in a string by its number, so nothing is lost or cut. */
export function visibleJson(json: string): string {
  return json
    .replaceAll(INVISIBLE, (one) => (one === '\n' ? one : numbered(one)))
    .replaceAll(COMMAND, numbered)
}

/** Two numbers for a character above U+FFFF, as in JSON. */
function numbered(character: string): string {
  const codes = [...Array(character.length).keys()].map((index) => character.charCodeAt(index))
  return codes.map((code) => `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`).join('')
}

function bounded(text: string): string {
  if (text.length <= MAX_FIELD_CHARACTERS) return text
  const more = text.length - MAX_FIELD_CHARACTERS
  return `${text.slice(0, MAX_FIELD_CHARACTERS)} … and ${more} characters more`
}
