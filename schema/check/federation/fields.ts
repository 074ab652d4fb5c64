// The fields of a type in one subgraph: who resolves them, with what, and for whom.
import { findingsOf, placeOf, type Finding } from '../finding.ts'
import { directivesNamed, isObject, type TypeEntry } from '../sdl.ts'
import { federationRules } from './rules.ts'
import type { Overridden } from './overrides.ts'
import { isExternal, movedOnFields, movedOnType } from './traits.ts'

const tell = findingsOf('federation', federationRules)

export interface Elsewhere {
  /** Whether any subgraph has the field now. */
  stillThere: (type: string, field: string) => boolean
  /** Whether any subgraph had it before. */
  wasThere: (type: string, field: string) => boolean
  /** Whether a subgraph has the field now. */
  isIn: (subgraph: string, type: string, field: string) => boolean
  /** Whether another subgraph resolved a subgraph's field before, for all calls (overrides.ts). */
  wasOverridden: Overridden
}

/** Compares a type that is in both, and its fields where it is an object. */
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
          ...movedOnFields(base, head, (from, field) => !elsewhere.isIn(from, head.name, field)),
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
  'field-owner-removed': 'resolved here no more',
  'overridden-field-removed': 'gone, and another subgraph resolved it already',
  'override-ended': 'the subgraph that it was taken from has it no more',
}

type MovedOwner = [
  trait: 'field-owner' | 'overridden-field',
  field: string,
  how: 'added' | 'removed',
]

/** Who resolves a field, where somebody else has it or had it; what an override takes is told as such. */
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
      // No router asks here any more, not even one that has the old supergraph.
      const isOver = wasOverridden(subgraph, head.name, field)
      return [isOver ? 'overridden-field' : 'field-owner', field, 'removed']
    }),
    ...gained.map((field): MovedOwner => ['field-owner', field, 'added']),
  ]
}

/** Fields that one of two versions of a type has and resolves, and the other has not at all. */
function resolvedOnlyIn(one: TypeEntry, other: TypeEntry): string[] {
  return [...one.fields]
    .filter(([name, field]) => !other.fields.has(name) && !isExternal(field))
    .map(([name]) => name)
}
