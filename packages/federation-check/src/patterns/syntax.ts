// Parses regular expressions into trees. Lookarounds, back-references and word boundaries are not supported.

export type Pattern =
  /** One character, an escape, a class or a dot, as written. */
  | { kind: 'character'; source: string }
  /** The start or the end of the string. */
  | { kind: 'start' | 'end' }
  | { kind: 'sequence' | 'choice'; parts: readonly Pattern[] }
  | { kind: 'repeat'; part: Pattern; least: number; most: number }

/** Thrown for a pattern that these modules do not support. */
export class UnreadPattern extends Error {}

interface Cursor {
  source: string
  at: number
}

/** The maximum length of a pattern. */
const MAX_LENGTH = 1_000

/** Parses a pattern. @throws UnreadPattern for an invalid or unsupported regular expression */
export function readPattern(written: string): Pattern {
  if (written.length > MAX_LENGTH) throw new UnreadPattern()
  const source = withPlainEscapes(written)
  if (!isExpression(source) || SURROGATE.test(source)) throw new UnreadPattern()
  return choice({ source, at: 0 })
}

/** Matches half of a surrogate pair: two of them are one character. */
const SURROGATE = /\\u[dD][89a-fA-F]/

/**
 * Removes escapes such as `\-` and `\_`, which documents have although the flag `u`, which JSON
 * Schema requires, forbids them.
 */
const withPlainEscapes = (written: string) =>
  written.replaceAll(/\\([^])/gu, (escape, character: string) =>
    /[A-Za-z0-9]/.test(character) ? escape : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )

function isExpression(source: string): boolean {
  try {
    return RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}

function choice(cursor: Cursor): Pattern {
  const parts = [sequence(cursor)]
  while (taken(cursor, /\|/y)) parts.push(sequence(cursor))
  return { kind: 'choice', parts }
}

function sequence(cursor: Cursor): Pattern {
  const parts: Pattern[] = []
  while (cursor.at < cursor.source.length && !'|)'.includes(cursor.source[cursor.at]!)) {
    parts.push(quantified(cursor, atom(cursor)))
  }
  return { kind: 'sequence', parts }
}

function quantified(cursor: Cursor, part: Pattern): Pattern {
  const found = taken(cursor, /(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y)
  if (!found) return part
  const [, sign, least, more, most] = found
  if (sign) return { kind: 'repeat', part, ...SIGNS[sign]! }
  const [from, to] = [Number(least), most ? Number(most) : Infinity]
  return { kind: 'repeat', part, least: from, most: more ? to : from }
}

const SIGNS: Readonly<Record<string, { least: number; most: number }>> = {
  '*': { least: 0, most: Infinity },
  '+': { least: 1, most: Infinity },
  '?': { least: 0, most: 1 },
}

const CLASS = String.raw`\[(?:\\[^]|[^\]\\])*\]`
const ESCAPE = String.raw`\\(?:u\{[^}]*\}|u.{4}|x..|c.|[pP]\{[^}]*\}|[dDwWsSnrtvf0])`
const CHARACTER = RegExp(`${CLASS}|${ESCAPE}|[^\\\\(]`, 'uy')

function atom(cursor: Cursor): Pattern {
  if (taken(cursor, /\^/y)) return { kind: 'start' }
  if (taken(cursor, /\$/y)) return { kind: 'end' }
  if (taken(cursor, /\((?:\?:|\?<\w+>|(?!\?))/y)) {
    const inner = choice(cursor)
    cursor.at += 1
    return inner
  }
  const found = taken(cursor, CHARACTER)
  if (!found) throw new UnreadPattern()
  return { kind: 'character', source: found[0] }
}

function taken(cursor: Cursor, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = cursor.at
  const found = expression.exec(cursor.source) ?? undefined
  if (found) cursor.at = expression.lastIndex
  return found
}
