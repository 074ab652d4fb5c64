// Convention: every root field and private field declares who may use it, and private fields are
// nullable.
import { Kind } from 'graphql'
import {
  directivesNamed,
  guardDirectives,
  typesIn,
  type FieldNode,
  type Finding,
  type SubgraphDocument,
} from 'federation-check'
import type { Report } from './rules.ts'

const ROOTS = ['Query', 'Mutation', 'Subscription']
const GUARDS = ['authenticated', 'requiresScopes', 'policy', 'inaccessible']

/** A private field is null for others, so it must be nullable. */
export function checkScopes({ document }: SubgraphDocument, report: Report): Finding[] {
  const guards = new Set([...GUARDS, ...guardDirectives(document)])
  // It rejects nobody.
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
