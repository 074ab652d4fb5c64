// New fields that may be copies of private ones, judged by their names. The schema does not say
// what a resolver reads.
import type { Finding } from '../finding.ts'
import { wholeOf, type Guarded } from './guarded.ts'
import type { Part } from './paths/moved.ts'
import { both, describe, isAsStrict, isHidden } from './requirement.ts'
import { tell } from './rules.ts'

/** One field, with its definition in each subgraph. */
interface Field {
  parts: readonly Guarded[]
  /** The type that has the field, and the type that it returns. */
  signature: string
  name: string
  /** The words of the name, with a space on both sides. */
  words: string
}

/**
 * Compares each new field with the fields beside it that return the same type and whose name is
 * part of its own: `emailAddress: String` with `email: String`.
 * @param isKept whether every path to the copy requires what the original requires
 */
export function checkCopies(
  base: readonly Guarded[],
  head: readonly Guarded[],
  isKept: (part: Part) => boolean,
): Finding[] {
  const known = new Set(base.map(({ coordinate }) => coordinate))
  const added = fieldsOf(head.filter(({ coordinate }) => !known.has(coordinate)))
  if (added.length === 0) return []
  const beside = Map.groupBy(fieldsOf(base), ({ signature }) => signature)
  return added.flatMap((copy) =>
    (beside.get(copy.signature) ?? [])
      .filter(({ words }) => copy.words.includes(words))
      .flatMap((original) => compare(original, copy, isKept)),
  )
}

function fieldsOf(guarded: readonly Guarded[]): Field[] {
  const byCoordinate = Map.groupBy(guarded, ({ coordinate }) => coordinate)
  return [...byCoordinate].map(([coordinate, parts]) => {
    const [type = '', name = ''] = coordinate.split('.')
    return { parts, signature: `${type} ${parts[0]!.response}`, name, words: wordsOf(name) }
  })
}

/** The words of a name in the singular, so that singular and plural are equal. */
function wordsOf(name: string): string {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [name]
  return ` ${words.map((word) => word.toLowerCase().replace(/s$/, '')).join(' ')} `
}

function compare(original: Field, copy: Field, isKept: (part: Part) => boolean): Finding[] {
  const [was, is] = [combinedRequirement(original), combinedRequirement(copy)]
  const { coordinate, subgraph, at } = copy.parts[0]!
  if (isAsStrict(is, was) || isHidden(is) || isKept({ coordinate, was, is })) return []
  const detail = `${original.name}: ${describe(was)}>${describe(is)}`
  const message =
    `${coordinate} is new and requires ${describe(is)}. Its name and type suggest that it returns the same as ` +
    `${original.parts[0]!.coordinate}, which requires ${describe(was)}.`
  return [tell('private-field-copied', { coordinate, subgraph, detail, at: at?.() }, message)]
}

/** The combined requirement of all subgraphs that have the field. */
function combinedRequirement({ parts }: Field) {
  return both(...parts.map(wholeOf))
}
