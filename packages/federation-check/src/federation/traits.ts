// Changes of federation directives on a field or type.
import { isTypeExtensionNode } from 'graphql'
import { directivesNamed, namedType, textOf, type FieldNode, type TypeEntry } from '../sdl/sdl.ts'
import { leavesOf, setOf } from './field-set.ts'
import { keysIn, keysOf } from './keys.ts'
import { isUnsent } from './required.ts'

type Trait = 'external' | 'shareable' | 'requires' | 'provides' | 'override' | 'interface-object'

/** A directive that was added, removed or changed. The field is '' when the directive is on the type. */
export type Moved = [trait: Trait, field: string, how: How]

type How = 'added' | 'removed' | 'changed' | 'narrowed' | 'ended' | 'unsent'

/**
 * Changes of directives on the fields of a type that is in both. If an override is removed, it has
 * ended when the overridden subgraph no longer has the field; otherwise the field moves back.
 * @param typeIn a type as a subgraph has it now
 */
export function movedOnFields(
  subgraph: string,
  base: TypeEntry,
  head: TypeEntry,
  typeIn: (subgraph: string, type: string) => TypeEntry | undefined,
): Moved[] {
  const typeOf = (name: string) => typeIn(subgraph, name)
  const hasEnded = (from: string, field: string) => !typeIn(from, head.name)?.fields.has(field)
  return [...head.fields].flatMap(([name, field]) => {
    const before = base.fields.get(name)
    const moved = traitsOf(name, base, head).flatMap(({ trait, read }) =>
      compare(trait, name, before && read(before, base), read(field, head)),
    )
    const unsent = before !== undefined && isUnsent(before, field, head.name, typeOf)
    const [override] = before ? directivesNamed(before, 'override') : []
    const isOver = override !== undefined && hasEnded(textOf(override, 'from'), name)
    const all = isOver ? moved.map(ended) : moved
    return unsent ? all.map(asUnsent) : all
  })
}

/** The directives to compare. For a new field, only an override matters. */
function traitsOf(name: string, base: TypeEntry, head: TypeEntry): readonly Reader[] {
  if (!base.fields.has(name)) return [OVERRIDE]
  return isOfKey(name, base, head) ? TRAITS.filter(({ trait }) => trait !== 'shareable') : TRAITS
}

function asUnsent([trait, field, how]: Moved): Moved {
  return [trait, field, trait === 'requires' ? 'unsent' : how]
}

function ended([trait, field, how]: Moved): Moved {
  return [trait, field, trait === 'override' && how === 'removed' ? 'ended' : how]
}

/** Directive changes on the type itself. */
export function movedOnType(base: TypeEntry, head: TypeEntry): Moved[] {
  return compare('interface-object', '', interfaceObject(base), interfaceObject(head))
}

/** True when another subgraph resolves the field. */
export function isExternal(field: FieldNode, type: TypeEntry): boolean {
  return isMarked('external', field, type) && !isKeyOfExtension(field, type)
}

/** True for a directive on the field, or on the definition or extension that contains it. */
function isMarked(directive: string, field: FieldNode, { parts }: TypeEntry): boolean {
  const part = parts.filter((one) => 'fields' in one && one.fields?.some((own) => own === field))
  return [field, ...part].some((node) => directivesNamed(node, directive).length > 0)
}

/**
 * True for a key field of an extension without `@external`: composition treats it as resolved here,
 * as Federation 1 did.
 */
function isKeyOfExtension({ name }: FieldNode, { parts, directives }: TypeEntry): boolean {
  const isExtension = directivesNamed({ directives }, 'extends').length > 0
  const extensions = parts.filter((part) => isExtension || isTypeExtensionNode(part))
  return extensions.flatMap(keysIn).some(({ fields }) => fields.includes(name.value))
}

/** True for a shareable field. `@shareable` has no effect on a field that another subgraph resolves. */
function isShareable(field: FieldNode, type: TypeEntry): boolean {
  return !isExternal(field, type) && isMarked('shareable', field, type)
}

/** True for a key field, which is shareable without the directive. A change of the key has its own finding. */
function isOfKey(name: string, ...sides: readonly TypeEntry[]): boolean {
  return sides.some((type) => keysOf(type).some(({ fields }) => fields.includes(name)))
}

function compare(
  trait: Trait,
  field: string,
  before: string | undefined,
  after: string | undefined,
): Moved[] {
  if (before === after) return []
  if (before === undefined) return [[trait, field, 'added']]
  if (after === undefined) return [[trait, field, 'removed']]
  return [[trait, field, trait === 'requires' && isLess(before, after) ? 'narrowed' : 'changed']]
}

/** True when a field set only loses leaves: an old router then sends more than is required. */
function isLess(before: string, after: string): boolean {
  const known = before.split(SEPARATOR)
  return after.split(SEPARATOR).every((leaf) => known.includes(leaf))
}

/** Joins the leaves of a field set; arguments may contain spaces. */
const SEPARATOR = '\n'

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
  { trait: 'external', read: (field, type) => (isExternal(field, type) ? '' : undefined) },
  { trait: 'shareable', read: (field, type) => (isShareable(field, type) ? '' : undefined) },
  { trait: 'requires', read: (field, type) => fieldSetOf(field, 'requires', type.name) },
  { trait: 'provides', read: (field) => fieldSetOf(field, 'provides', namedType(field.type)) },
  OVERRIDE,
]

/** @param type the type that its fields are selected from */
function fieldSetOf(field: FieldNode, directive: string, type: string): string | undefined {
  const [found] = directivesNamed(field, directive)
  return found && leavesOf(setOf(found), type).join(SEPARATOR)
}

function interfaceObject(type: TypeEntry): string | undefined {
  return directivesNamed(type, 'interfaceObject').length > 0 ? '' : undefined
}
