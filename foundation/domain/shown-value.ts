// What callers send, as part of a message: visible, on one line and short.

/** Enough for every id, name and path in use. */
const MAX_CHARACTERS = 200

/** Printable ASCII without blanks and quotation marks, as ids, names of fields and most paths are. */
const PLAIN = new RegExp(`^[!#-~]{1,${MAX_CHARACTERS}}$`)

/** Controls, format characters, which turn text around or are invisible, and line ends. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** A plain value unchanged; any other in quotation marks, with escapes for what nobody sees. */
export function shown(value: string): string {
  if (PLAIN.test(value)) return value
  return `"${visible(shortened(value).replace(/["\\]/g, '\\$&'))}"`
}

/** The first characters of a value, and an ellipsis if there are more. */
export function shortened(value: string, max = MAX_CHARACTERS): string {
  if (value.length <= max) return value
  // Half of a surrogate pair could be left at the end.
  return `${value.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** A text with an escape, such as `\u{202e}`, for each character that nobody sees. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}
