// Compares the fields of a type in one subgraph: which subgraph resolves them, and their directives.
import { placeOf, type Finding } from '../finding.ts'
import { directivesNamed, isObject, type TypeEntry } from '../sdl/sdl.ts'
import type { Fetched } from './keys.ts'
import { tell, type federationRules } from './rules.ts'
import type { Overridden } from './overrides.ts'
import { isExternal, movedOnFields, movedOnType } from './traits.ts'

export interface Elsewhere {
  /** True when any subgraph has the field now. */
  stillThere: (type: string, field: string) => boolean
  /** True when any subgraph had the field before. */
  wasThere: (type: string, field: string) => boolean
  /** A type as a subgraph has it now. */
  typeIn: (subgraph: string, type: string) => TypeEntry | undefined
  /** True when routers may have fetched a type of a subgraph by a key. */
  wasFetched: Fetched
  /** True when another subgraph resolved the field before, for all calls (overrides.ts). */
  wasOverridden: Overridden
  /** True when a subgraph resolved an external field below a field that provides it. */
  wasProvided: (subgraph: string, type: string, field: string) => boolean
}

/** Compares a type that is in both versions and, for an object, its fields. */
export function checkFields(
  subgraph: string,
  base: TypeEntry,
  head: TypeEntry,
  elsewhere: Elsewhere,
): Finding[] {
  const moved = [
    ...movedOnType(base, head),
    ...(isObject(head)
      ? [
          ...movedOwners(subgraph, base, head, elsewhere),
          ...lostProvided(subgraph, base, head, elsewhere),
          ...movedOnFields(subgraph, base, head, elsewhere.typeIn),
        ]
      : []),
  ]
  return moved.map(([trait, field, how]) => {
    const coordinate = field === '' ? head.name : `${head.name}.${field}`
    const where = { subgraph, coordinate, at: placeOf(head.fields.get(field) ?? head.node) }
    const rule = `${trait}-${how}` as keyof typeof federationRules
    return tell(rule, where, `${coordinate} in ${subgraph}: ${WORDS[rule] ?? `@${trait} ${how}`}.`)
  })
}

const WORDS: Partial<Record<keyof typeof federationRules, string>> = {
  'field-owner-added': 'resolved here, too',
  'field-owner-removed': 'no longer resolved here',
  'overridden-field-removed': 'removed; another subgraph already resolves it',
  'provided-field-removed': 'removed with its @provides',
  'requires-unsent': 'requires a non-null field that a router on the old supergraph does not send',
  'requires-narrowed': 'requires fewer fields',
  'override-ended': 'the overridden subgraph no longer has it',
}

type MovedOwner = [
  trait: 'field-owner' | 'overridden-field' | 'provided-field',
  field: string,
  how: 'added' | 'removed',
]

/** Reports fields whose owner changes. A move by override is reported as an override. */
function movedOwners(
  subgraph: string,
  base: TypeEntry,
  head: TypeEntry,
  { stillThere, wasThere, wasOverridden }: Elsewhere,
): MovedOwner[] {
  const lost = resolvedOnlyIn(base, head).filter((field) => stillThere(head.name, field))
  const gained = resolvedOnlyIn(head, base).filter(
    (field) =>
      wasThere(head.name, field) &&
      directivesNamed(head.fields.get(field)!, 'override').length === 0,
  )
  return [
    ...lost.map((field): MovedOwner => {
      // True when no router calls this subgraph for the field any longer, not even one on the old supergraph.
      const isOver = wasOverridden(subgraph, head.name, field)
      return [isOver ? 'overridden-field' : 'field-owner', field, 'removed']
    }),
    ...gained.map((field): MovedOwner => ['field-owner', field, 'added']),
  ]
}

/** Fields that subgraph libraries add to the root type. Composition drops them from SDL that lists them. */
const OF_LIBRARIES = new Set(['_service', '_entities'])

/** External fields that a router on the old supergraph still requests below a field with @provides. */
function lostProvided(
  subgraph: string,
  base: TypeEntry,
  head: TypeEntry,
  { stillThere, wasProvided }: Elsewhere,
): MovedOwner[] {
  const lost = [...base.fields].filter(
    ([name, field]) =>
      !head.fields.has(name) &&
      isExternal(field, base) &&
      stillThere(head.name, name) &&
      wasProvided(subgraph, head.name, name),
  )
  return lost.map(([name]) => ['provided-field', name, 'removed'])
}

/** The fields that only the first version of a type resolves. */
function resolvedOnlyIn(one: TypeEntry, other: TypeEntry): string[] {
  return [...one.fields]
    .filter(([name, field]) => {
      return !other.fields.has(name) && !isExternal(field, one) && !OF_LIBRARIES.has(name)
    })
    .map(([name]) => name)
}
