// The keys of an entity in one subgraph: removed, with more or fewer fields, resolvable or not.
import { Kind, parse, type SelectionSetNode } from 'graphql'
import { isWithin } from '../authorization/requirement.ts'
import { tell, type federationRules } from './rules.ts'
import { placeOf, type Finding } from '../finding.ts'
import { argumentOf, directivesNamed, type TypeEntry } from '../sdl.ts'

interface Key {
  /** Every leaf of the field set, by its path, in alphabetical order. */
  leaves: string[]
  resolvable: boolean
}

/** Every `@key` of a type. */
export function keysOf(type: TypeEntry): Key[] {
  return directivesNamed(type, 'key').map((directive) => ({
    leaves: leavesOf(textOf(argumentOf(directive, 'fields'))),
    resolvable: argumentOf(directive, 'resolvable') !== false,
  }))
}

/**
 * The leaves of a field set: `id realm { id }` is `id` and `realm.id`; an invalid set stays as it
 * is.
 */
export function leavesOf(fieldSet: string): string[] {
  try {
    const [definition] = parse(`{ ${fieldSet} }`, { noLocation: true }).definitions
    if (definition?.kind !== Kind.OPERATION_DEFINITION) return []
    return leaves(definition.selectionSet, '').toSorted()
  } catch {
    // Composition reports the error.
    return [fieldSet]
  }
}

/** Compares the keys of a type that is in both. */
export function checkKeys(subgraph: string, base: TypeEntry, head: TypeEntry): Finding[] {
  const [before, after] = [keysOf(base), keysOf(head)]
  const moved = [
    ...before.flatMap((key) => changeOf(key, after)),
    ...after.filter((key) => !before.some((one) => isSame(one, key))).map(added),
  ]
  return moved.map(({ rule, key, what }) => {
    const detail = key.leaves.join(' ')
    const where = { subgraph, coordinate: head.name, detail, at: placeOf(head.node) }
    return tell(rule, where, `${head.name} in ${subgraph}: the key "${detail}" ${what}.`)
  })
}

interface MovedKey {
  rule: keyof typeof federationRules
  key: Key
  what: string
}

const added = (key: Key): MovedKey => ({ rule: 'key-added', key, what: 'is new' })

function changeOf(key: Key, after: readonly Key[]): MovedKey[] {
  const same = after.find((one) => isSame(one, key))
  if (!same) return [{ rule: removalRule(key, after), key, what: 'is removed' }]
  if (same.resolvable === key.resolvable) return []
  return same.resolvable
    ? [{ rule: 'key-resolvable', key, what: 'is now resolvable' }]
    : [{ rule: 'key-not-resolvable', key, what: 'is no longer resolvable' }]
}

/** What replaces a removed key: one with more fields, one with fewer, or none. */
function removalRule({ leaves }: Key, after: readonly Key[]): keyof typeof federationRules {
  const resolving = after.filter(({ resolvable }) => resolvable)
  if (resolving.some((key) => isWithin(key.leaves, leaves))) return 'key-widened'
  if (resolving.some((key) => isWithin(leaves, key.leaves))) return 'key-narrowed'
  return 'key-removed'
}

function leaves({ selections }: SelectionSetNode, prefix: string): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) {
      return 'selectionSet' in selection ? leaves(selection.selectionSet, prefix) : []
    }
    const path = `${prefix}${selection.name.value}`
    return selection.selectionSet ? leaves(selection.selectionSet, `${path}.`) : [path]
  })
}

function isSame(one: Key, other: Key): boolean {
  return one.leaves.join(' ') === other.leaves.join(' ')
}

/** Fields of a key may be written as a string, and in old SDL as a list of strings. */
function textOf(fields: unknown): string {
  return Array.isArray(fields) ? fields.join(' ') : String(fields)
}
