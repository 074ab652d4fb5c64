// Which statements may run on a connection that requests share.
import { rememberedByText } from '#foundation/telemetry/remembered-by-text.ts'

/**
 * Words before a parenthesis in a statement that reads some rows and ends soon. Any other word may
 * be a function that writes, locks or waits, or `count`, which reads a whole list.
 */
const ALLOWED = new Set(
  ['and', 'any', 'as', 'by', 'case', 'coalesce', 'distinct', 'else', 'exists', 'from']
    .concat(['greatest', 'in', 'join', 'lateral', 'least', 'lower', 'not', 'on', 'or', 'parent'])
    .concat(['select', 'sum', 'then', 'unnest', 'upper', 'values', 'when', 'where']),
)

const BEFORE_PARENTHESIS = /([^\s(),=<>]+)\s*\(/g
/** Matches what writes or locks rows, searches, or hides words from this function. */
const REFUSED =
  /\b(insert|update|delete|merge|into|share|i?like|similar)\b|<->|<@|@>|~|;|\\|--|\/\*/

/**
 * True for a statement that only reads, and neither searches nor counts. When in doubt it is false, and the
 * statement runs on a connection of its own.
 */
export const isSharedRead = rememberedByText((text) => judge(text.toLowerCase()))

function judge(text: string): boolean {
  if (!/^\s*(select|with)\b/.test(text) || REFUSED.test(text)) return false
  return [...text.matchAll(BEFORE_PARENTHESIS)].every(([, word]) => ALLOWED.has(word!))
}
