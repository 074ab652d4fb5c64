// Makes values that callers send fit for a message: visible, on one line and short.

/** Long enough for every id, name and path in use. */
const MAX_CHARACTERS = 200

/** Printable ASCII without blanks and quotation marks, as ids, names of fields and most paths are. */
const PLAIN = new RegExp(`^[!#-~]{1,${MAX_CHARACTERS}}$`)

/** Control characters, line ends, and format characters, which are invisible or change the text direction. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** A plain value unchanged; any other in quotation marks, with invisible characters escaped. */
export function shown(value: string): string {
  if (PLAIN.test(value)) return value
  return `"${visible(shortened(value).replace(/["\\]/g, '\\$&'))}"`
}

/** The first characters of a value, and an ellipsis if there are more. */
export function shortened(value: string, max = MAX_CHARACTERS): string {
  if (value.length <= max) return value
  // The cut may split a surrogate pair.
  return `${value.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** A text with an escape such as `\u{202e}` for each invisible character. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}
