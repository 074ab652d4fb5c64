// Constants of a payload, such as the type of its subject, by which readers tell events apart.
import { isMet } from '../memo.ts'
import { textOf } from '../rest/document/meaning.ts'
import type { Flat, Schema } from '../rest/openapi.ts'
import type { Flattens } from '../rest/schema/properties.ts'

/** A value that no longer is any of those that it was. */
export interface ChangedConstant {
  at: string
  before: string
  after: string
}

/** The constants of properties that have other values, in properties of properties as well. */
export function changedConstants(flatten: Flattens, was: Schema, is: Schema): ChangedConstant[] {
  const found: ChangedConstant[] = []
  const met = new Map<object, Set<object>>()
  const unread: [at: string, was: Schema, is: Schema][] = [['', was, is]]
  for (let next = unread.pop(); next; next = unread.pop()) {
    const [at, before, after] = [next[0], flatten.base(next[1]), flatten.head(next[2])]
    // A schema may contain itself.
    if (isMet(met, before.key, after.key)) continue
    const changed = changedValue(before, after)
    if (changed) found.push({ at, ...changed })
    for (const [name, property] of Object.entries(before.properties ?? {})) {
      const other = after.properties?.[name]
      if (other !== undefined) unread.push([`${at}.${name}`, property, other])
    }
  }
  return found.toSorted((one, other) => (one.at < other.at ? -1 : 1))
}

function changedValue(was: Flat, is: Flat): Omit<ChangedConstant, 'at'> | undefined {
  const [before, after] = [valuesOf(was), valuesOf(is)]
  if (!before || !after || before.some((value) => after.includes(value))) return undefined
  return { before: before.join(', '), after: after.join(', ') }
}

function valuesOf({ const: only, enum: values }: Flat): string[] | undefined {
  return (only === undefined ? values : [only])?.map((value) => textOf(value)!)
}
