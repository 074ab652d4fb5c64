// House rule: every root field and every private one says who may use it, and what is private can be
// refused alone.
import { Kind } from 'graphql'
import { guardDirectives } from '../federation/directives.ts'
import type { Finding } from '../finding.ts'
import type { Report } from './rules.ts'
import { directivesNamed, typesIn, type FieldNode, type SubgraphDocument } from '../sdl.ts'

const ROOTS = ['Query', 'Mutation', 'Subscription']
const GUARDS = ['authenticated', 'requiresScopes', 'policy', 'inaccessible']

/** A private field is null for others, so it must be nullable. */
export function checkScopes({ document }: SubgraphDocument, report: Report): Finding[] {
  const guards = new Set([...GUARDS, ...guardDirectives(document)])
  // It refuses nobody.
  guards.delete('private')
  return [...typesIn(document).values()].flatMap((type) =>
    [...type.fields.values()].flatMap((field) => {
      const coordinate = `${type.name}.${field.name.value}`
      const needsGuard = ROOTS.includes(type.name) || isPrivate(field)
      if (needsGuard && !isGuarded(field, guards)) {
        const message = `${coordinate} must say who may use it, e.g. by @requiresScopes.`
        return [report('scope-missing', coordinate, field, message)]
      }
      if (!isPrivate(field) || field.type.kind !== Kind.NON_NULL_TYPE) return []
      const message = `${coordinate} is private and must be nullable.`
      return [report('private-not-nullable', coordinate, field, message)]
    }),
  )
}

function isGuarded({ directives }: FieldNode, guards: ReadonlySet<string>): boolean {
  return (directives ?? []).some(({ name }) => guards.has(name.value))
}

function isPrivate(field: FieldNode): boolean {
  return directivesNamed(field, 'private').length > 0
}
