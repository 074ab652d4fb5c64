// The fields of a type in one subgraph: who resolves them, with what, and for whom.
import { findingsOf, placeOf, type Finding } from '../finding.ts'
import { directivesNamed, isObject, type TypeEntry } from '../sdl.ts'
import { federationRules } from './rules.ts'
import { isExternal, movedOnFields, movedOnType, type Moved } from './traits.ts'

const tell = findingsOf('federation', federationRules)

export interface Elsewhere {
  /** Whether any subgraph has the field now. */
  stillThere: (type: string, field: string) => boolean
  /** Whether any subgraph had it before. */
  wasThere: (type: string, field: string) => boolean
}

/** Compares a type that is in both, and its fields where it is an object. */
export function checkFields(
  subgraph: string,
  base: TypeEntry,
  head: TypeEntry,
  { stillThere, wasThere }: Elsewhere,
): Finding[] {
  const report = (rule: keyof typeof federationRules, field: string, message: string) => {
    const coordinate = field === '' ? head.name : `${head.name}.${field}`
    const where = { subgraph, coordinate, at: placeOf(head.fields.get(field) ?? head.node) }
    return tell(rule, where, `${coordinate} in ${subgraph}: ${message}`)
  }
  const told = (moved: readonly Moved[]) =>
    moved.map(([trait, field, how]) =>
      report(`${trait}-${how}` as keyof typeof federationRules, field, `@${trait} ${how}.`),
    )
  if (!isObject(head)) return told(movedOnType(base, head))
  const lost = resolvedOnlyIn(base, head).filter((field) => stillThere(head.name, field))
  const gained = resolvedOnlyIn(head, base).filter((field) => wasThere(head.name, field))
  return [
    ...lost.map((field) => report('field-owner-removed', field, 'resolved here no more.')),
    ...gained
      .filter((field) => directivesNamed(head.fields.get(field)!, 'override').length === 0)
      .map((field) => report('field-owner-added', field, 'resolved here, too.')),
    ...told([...movedOnType(base, head), ...movedOnFields(base, head)]),
  ]
}

/** Fields that one of two versions of a type has and resolves, and the other has not at all. */
function resolvedOnlyIn(one: TypeEntry, other: TypeEntry): string[] {
  return [...one.fields]
    .filter(([name, field]) => !other.fields.has(name) && !isExternal(field))
    .map(([name]) => name)
}
