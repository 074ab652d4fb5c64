// The keys of an entity in one subgraph: removed, with more or fewer fields, resolvable or not.
import type { ConstDirectiveNode } from 'graphql'
import { isWithin } from '../authorization/requirement.ts'
import { placeOf, type Finding } from '../finding.ts'
import { memoized } from '../memo.ts'
import { argumentOf, directivesNamed, type TypeEntry } from '../sdl/sdl.ts'
import { leavesOf, setOf } from './field-set.ts'
import { tell, type federationRules } from './rules.ts'

interface Key {
  /** The paths of all leaves of the field set, in alphabetical order. */
  leaves: string[]
  /** The names of its fields on the type itself. */
  fields: string[]
  resolvable: boolean
  /** The field set as written. */
  set: string
}

/** True when routers may fetch a type of a subgraph by a field set (fetched.ts). */
export type Fetched = (subgraph: string, type: string, fieldSet: string) => boolean

/** Every `@key` of a type. */
export const keysOf = memoized((type: TypeEntry): Key[] => keysIn(type))

/** Every `@key` of a definition or extension. */
export function keysIn(node: { directives?: readonly ConstDirectiveNode[] | undefined }): Key[] {
  return directivesNamed(node, 'key').map((directive) => {
    const set = setOf(directive)
    const leaves = leavesOf(set)
    const fields = leaves.map((path) => path.split('.')[0]!)
    return { leaves, fields, resolvable: argumentOf(directive, 'resolvable') !== false, set }
  })
}

/** Compares the keys of a type that is in both. */
export function checkKeys(
  subgraph: string,
  base: TypeEntry,
  head: TypeEntry,
  wasFetched: Fetched,
): Finding[] {
  const isFetched = ({ set }: Key) => wasFetched(subgraph, base.name, set)
  const [before, after] = [keysOf(base), keysOf(head)]
  const moved = [
    ...before.flatMap((key) => changeOf(key, after, isFetched)),
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

function changeOf(key: Key, after: readonly Key[], isFetched: (key: Key) => boolean): MovedKey[] {
  const same = after.find((one) => isSame(one, key))
  if (!same) {
    const rule = removalRule(key, after, isFetched)
    const what = rule === UNUSED ? 'is removed; no router fetches by it' : 'is removed'
    return [{ rule, key, what }]
  }
  if (same.resolvable === key.resolvable) return []
  if (same.resolvable) return [{ rule: 'key-resolvable', key, what: 'is now resolvable' }]
  if (isFetched(key)) {
    return [{ rule: 'key-not-resolvable', key, what: 'is no longer resolvable' }]
  }
  return [{ rule: UNUSED, key, what: 'is no longer resolvable; no router fetches by it' }]
}

const UNUSED = 'unresolvable-key-removed'

/** The rule for a removed key, by what replaces it: a key with more fields, one with fewer, or none. */
function removalRule(
  removed: Key,
  after: readonly Key[],
  isFetched: (key: Key) => boolean,
): keyof typeof federationRules {
  // Other findings tell whether its fields still compose, and who resolves them.
  if (!removed.resolvable) return UNUSED
  const { leaves } = removed
  const resolving = after.filter(({ resolvable }) => resolvable)
  if (resolving.some((key) => isWithin(key.leaves, leaves))) return 'key-widened'
  if (!isFetched(removed)) return UNUSED
  if (resolving.some((key) => isWithin(leaves, key.leaves))) return 'key-narrowed'
  return 'key-removed'
}

function isSame(one: Key, other: Key): boolean {
  return one.leaves.join(' ') === other.leaves.join(' ')
}
