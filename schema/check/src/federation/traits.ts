// Changes of federation directives on a field or type.
import { leavesOf } from './keys.ts'
import { directivesNamed, textOf, type FieldNode, type TypeEntry } from '../sdl.ts'

type Trait = 'external' | 'shareable' | 'requires' | 'provides' | 'override' | 'interface-object'

/** A directive that was added, removed or changed; the field '' is the type itself. */
export type Moved = [trait: Trait, field: string, how: 'added' | 'removed' | 'changed' | 'ended']

/**
 * Directive changes on the fields of a type that is in both. A removed override has ended if the
 * overridden subgraph no longer has the field; otherwise the field moves back.
 */
export function movedOnFields(
  base: TypeEntry,
  head: TypeEntry,
  hasEnded: (from: string, field: string) => boolean,
): Moved[] {
  return [...head.fields].flatMap(([name, field]) => {
    const before = base.fields.get(name)
    // For a new field, only an override matters.
    const traits = before ? TRAITS : [OVERRIDE]
    const moved = traits.flatMap(({ trait, read }) =>
      compare(trait, name, before && read(before, base), read(field, head)),
    )
    const [override] = before ? directivesNamed(before, 'override') : []
    const isOver = override !== undefined && hasEnded(textOf(override, 'from'), name)
    return isOver ? moved.map(ended) : moved
  })
}

function ended([trait, field, how]: Moved): Moved {
  return [trait, field, trait === 'override' && how === 'removed' ? 'ended' : how]
}

/** Directive changes on the type itself. */
export function movedOnType(base: TypeEntry, head: TypeEntry): Moved[] {
  return compare('interface-object', '', interfaceObject(base), interfaceObject(head))
}

/** True when another subgraph resolves the field. */
export function isExternal(field: FieldNode): boolean {
  return directivesNamed(field, 'external').length > 0
}

function compare(
  trait: Trait,
  field: string,
  before: string | undefined,
  after: string | undefined,
): Moved[] {
  if (before === after) return []
  if (before === undefined) return [[trait, field, 'added']]
  return [[trait, field, after === undefined ? 'removed' : 'changed']]
}

/** A directive in a normalized form for comparison; undefined when it is absent. */
interface Reader {
  trait: Trait
  read: (field: FieldNode, type: TypeEntry) => string | undefined
}

const OVERRIDE: Reader = {
  trait: 'override',
  read: (field) => {
    const [override] = directivesNamed(field, 'override')
    return override && `${textOf(override, 'from')} ${textOf(override, 'label')}`
  },
}

const TRAITS: readonly Reader[] = [
  { trait: 'external', read: (field) => (isExternal(field) ? '' : undefined) },
  {
    trait: 'shareable',
    read: (field, type) =>
      [field, type].some((node) => directivesNamed(node, 'shareable').length > 0) ? '' : undefined,
  },
  { trait: 'requires', read: (field) => fieldSetOf(field, 'requires') },
  { trait: 'provides', read: (field) => fieldSetOf(field, 'provides') },
  OVERRIDE,
]

function fieldSetOf(field: FieldNode, directive: string): string | undefined {
  const [found] = directivesNamed(field, directive)
  return found && leavesOf(textOf(found, 'fields')).join(' ')
}

function interfaceObject(type: TypeEntry): string | undefined {
  return directivesNamed(type, 'interfaceObject').length > 0 ? '' : undefined
}
