// The keys of an entity in one subgraph: removed, with more or fewer fields, resolvable or not.
import type { ConstDirectiveNode } from 'graphql'
import { isWithin } from '../authorization/requirement.ts'
import { placeOf, type Finding } from '../finding.ts'
import { memoized } from '../memo.ts'
import { argumentOf, directivesNamed, type TypeEntry } from '../sdl/sdl.ts'
import { leavesOf, setOf } from './field-set.ts'
import { tell, type federationRules } from './rules.ts'

interface Key {
  /** Every leaf of the field set, by its path, in alphabetical order. */
  leaves: string[]
  /** The names of its fields on the type itself. */
  fields: string[]
  resolvable: boolean
}

/** Every `@key` of a type. */
export const keysOf = memoized((type: TypeEntry): Key[] => keysIn(type))

/** Every `@key` of a definition or extension. */
export function keysIn(node: { directives?: readonly ConstDirectiveNode[] | undefined }): Key[] {
  return directivesNamed(node, 'key').map((directive) => {
    const leaves = leavesOf(setOf(directive))
    const fields = leaves.map((path) => path.split('.')[0]!)
    return { leaves, fields, resolvable: argumentOf(directive, 'resolvable') !== false }
  })
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
  if (!same) return [{ rule: removalRule(key, after), key, what: removed(key) }]
  if (same.resolvable === key.resolvable) return []
  return same.resolvable
    ? [{ rule: 'key-resolvable', key, what: 'is now resolvable' }]
    : [{ rule: 'key-not-resolvable', key, what: 'is no longer resolvable' }]
}

const removed = ({ resolvable }: Key) =>
  resolvable ? 'is removed' : 'is removed; no router fetches by it'

/** What replaces a removed key: one with more fields, one with fewer, or none. */
function removalRule(
  { leaves, resolvable }: Key,
  after: readonly Key[],
): keyof typeof federationRules {
  // Whether its fields still compose, and who resolves them, is found elsewhere.
  if (!resolvable) return 'unresolvable-key-removed'
  const resolving = after.filter(({ resolvable }) => resolvable)
  if (resolving.some((key) => isWithin(key.leaves, leaves))) return 'key-widened'
  if (resolving.some((key) => isWithin(leaves, key.leaves))) return 'key-narrowed'
  return 'key-removed'
}

function isSame(one: Key, other: Key): boolean {
  return one.leaves.join(' ') === other.leaves.join(' ')
}
