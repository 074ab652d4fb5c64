// The fields of a type in one subgraph: who resolves them, with what, and for whom.
import { Kind } from 'graphql'
import { leavesOf } from './federation-keys.ts'
import { federationRules } from './federation-rules.ts'
import { findingsOf, placeOf, type Finding } from './finding.ts'
import { directivesNamed, textOf, type FieldNode, type TypeEntry } from './sdl.ts'

const tell = findingsOf('federation', federationRules)

interface Elsewhere {
  /** Whether any subgraph has the field now. */
  stillThere: (type: string, field: string) => boolean
  /** Whether any subgraph had it before. */
  wasThere: (type: string, field: string) => boolean
}

type Trait = 'external' | 'shareable' | 'requires' | 'provides' | 'override' | 'interface-object'

/** Compares the fields of a type that is in both, unless it is an input or an interface. */
export function checkFields(
  subgraph: string,
  base: TypeEntry,
  head: TypeEntry,
  { stillThere, wasThere }: Elsewhere,
): Finding[] {
  if (!isObject(head)) return []
  const report = (rule: keyof typeof federationRules, field: string, message: string) => {
    const node = head.fields.get(field)
    const coordinate = field === '' ? head.name : `${head.name}.${field}`
    const where = { subgraph, coordinate, at: placeOf(node ?? head.node) }
    return tell(rule, where, `${coordinate} in ${subgraph}: ${message}`)
  }
  const lost = [...base.fields.keys()].filter((field) => !head.fields.has(field))
  const gained = [...head.fields.keys()].filter((field) => !base.fields.has(field))
  return [
    ...lost
      .filter((field) => stillThere(head.name, field) && !isExternal(base.fields.get(field)!))
      .map((field) => report('field-owner-removed', field, 'resolved here no more.')),
    ...gained
      .filter((field) => wasThere(head.name, field) && !isExternal(head.fields.get(field)!))
      .map((field) => report('field-owner-added', field, 'resolved here, too.')),
    ...moved(base, head).map(([trait, field, how]) =>
      report(`${trait}-${how}` as keyof typeof federationRules, field, `@${trait} ${how}.`),
    ),
  ]
}

type Moved = [trait: Trait, field: string, how: 'added' | 'removed' | 'changed']

/** Every directive of the federation that came, went or says something else; '' is the type itself. */
function moved(base: TypeEntry, head: TypeEntry): Moved[] {
  const ofType = compareTrait(
    'interface-object',
    '',
    isInterfaceObject(base),
    isInterfaceObject(head),
  )
  const ofFields = [...head.fields].flatMap(([name, field]) => {
    const before = base.fields.get(name)
    if (!before) return []
    return TRAITS.flatMap(({ trait, read }) =>
      compareTrait(trait, name, read(before, base), read(field, head)),
    )
  })
  return [...ofType, ...ofFields]
}

function compareTrait(
  trait: Trait,
  field: string,
  before: string | undefined,
  after: string | undefined,
): Moved[] {
  if (before === after) return []
  if (before === undefined) return [[trait, field, 'added']]
  return [[trait, field, after === undefined ? 'removed' : 'changed']]
}

/** What each directive says of a field, as a text that is equal when it says the same. */
const TRAITS: readonly {
  trait: Trait
  read: (field: FieldNode, type: TypeEntry) => string | undefined
}[] = [
  { trait: 'external', read: (field) => (isExternal(field) ? '' : undefined) },
  {
    trait: 'shareable',
    read: (field, type) =>
      [field, type].some((node) => directivesNamed(node, 'shareable').length > 0) ? '' : undefined,
  },
  { trait: 'requires', read: (field) => fieldSetOf(field, 'requires') },
  { trait: 'provides', read: (field) => fieldSetOf(field, 'provides') },
  {
    trait: 'override',
    read: (field) => {
      const [override] = directivesNamed(field, 'override')
      if (!override) return undefined
      return `${textOf(override, 'from')} ${textOf(override, 'label')}`
    },
  },
]

function fieldSetOf(field: FieldNode, directive: string): string | undefined {
  const [found] = directivesNamed(field, directive)
  return found && leavesOf(textOf(found, 'fields')).join(' ')
}

function isExternal(field: FieldNode): boolean {
  return directivesNamed(field, 'external').length > 0
}

function isInterfaceObject(type: TypeEntry): string | undefined {
  return directivesNamed(type, 'interfaceObject').length > 0 ? '' : undefined
}

function isObject({ node }: TypeEntry): boolean {
  return node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION
}
