// Rates changes of keywords that are not bounds: whether the new value allows less or more.
import { mediaTypeOf } from '../document/media-types.ts'
import { textOf, withoutDefaults } from '../document/meaning.ts'
import type { RestRule } from '../rules.ts'

/** Rates a change: less or more is allowed, or a rule to report. */
export type Rate = (before: unknown, after: unknown) => 'less' | 'more' | 'same' | RestRule

/** Rates a format whose name may be written in several ways. */
function named(nameOf: (text: string) => string): Rate {
  return (before, after) => {
    const [was, is] = [before, after].map((name) =>
      typeof name === 'string' ? nameOf(name) : name,
    )
    return was === is ? 'same' : 'rest-format-changed'
  }
}

export const RATED: Readonly<Record<string, Rate>> = {
  // A reference out of the document cannot be followed.
  $ref: () => 'rest-constraint-changed',
  xml: (before, after) =>
    textOf(xmlOf(before)) === textOf(xmlOf(after)) ? 'same' : 'rest-keyword-changed',
  contentEncoding: named((encoding) => encoding.toLowerCase()),
  contentMediaType: named(mediaTypeOf),
  uniqueItems: (before, after) => {
    if (Boolean(before) === Boolean(after)) return 'same'
    return after === true ? 'less' : 'more'
  },
  multipleOf(before, after) {
    if (before === after) return 'same'
    if (isMultiple(before, after)) return 'more'
    return isMultiple(after, before) ? 'less' : 'rest-constraint-changed'
  },
  dependentRequired(before, after) {
    const [was, is] = [pairsOf(before), pairsOf(after)]
    if (is.every((pair) => was.includes(pair))) return was.length > is.length ? 'more' : 'same'
    return was.every((pair) => is.includes(pair)) ? 'less' : 'rest-constraint-changed'
  },
}

const xmlOf = (xml: unknown) => withoutDefaults(xml as object | undefined)

/** True when the first number is a multiple of the second. Without `multipleOf`, every number is allowed. */
function isMultiple(one: unknown, other: unknown): boolean {
  if (typeof other !== 'number') return true
  // A quotient that is too small to be written is 0.
  return typeof one === 'number' && one / other !== 0 && Number.isInteger(one / other)
}

function pairsOf(dependent: unknown): string[] {
  return Object.entries((dependent ?? {}) as Record<string, string[]>).flatMap(([name, needed]) =>
    needed.map((other) => JSON.stringify([name, other])),
  )
}
