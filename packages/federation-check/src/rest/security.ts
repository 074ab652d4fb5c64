// Compares the required schemes and scopes.
import type { Ranks } from '../authorization/order.ts'
import { isAsStrict, OPEN, withWeaker, type Requirement } from '../authorization/requirement.ts'
import type { Finding } from '../finding.ts'
import type { Operation } from './openapi.ts'
import { namesIn, type NameOf } from './schemes.ts'
import type { Walk } from './walk.ts'

export function compareSecurity(
  walk: Walk,
  name: string,
  { security: was = walk.base.security }: Operation,
  { security: is = walk.head.security }: Operation,
): Finding[] {
  const { report, scopes } = walk
  const names = namesIn(walk)
  const [known, required] = [renamed(was, names.base), renamed(is, names.head)]
  const [before, after] = [requirementOf(known, scopes), requirementOf(required, scopes)]
  const [old, now] = [shownOf(known), shownOf(required)]
  const [change, words] = [`${old}>${now}`, `${old} becomes ${now}`]
  if (!isAsStrict(after, before)) {
    return [report('rest-security-weakened', name, `requires less than before: ${words}.`, change)]
  }
  if (isAsStrict(before, after)) return []
  return [report('rest-security-tightened', name, `requires more than before: ${words}.`, change)]
}

type Security = Operation['security']

/** The requirements with the base's names of the schemes, because callers do not see names. */
function renamed(security: Security, nameOf: NameOf): Security {
  return security?.map((schemes) => {
    const named = Map.groupBy(Object.entries(schemes), ([scheme]) => nameOf(scheme))
    const all = [...named].map(([name, same]) => [name, same.flatMap(([, scopes]) => scopes)])
    return Object.fromEntries(all) as Record<string, string[]>
  })
}

/** The requirements as text: `oauth identity and credentials, or key`. */
function shownOf(security: Security = []): string {
  const alternatives = security.map((schemes) => {
    const shown = Object.entries(schemes).map(([scheme, scopes]) =>
      [scheme, scopes.toSorted().join(' and ')].filter(Boolean).join(' '),
    )
    return shown.toSorted().join(' with ') || 'nothing'
  })
  return alternatives.toSorted().join(', or ') || 'nothing'
}

function requirementOf(security: Security, ranks: Ranks): Requirement {
  if (!security || security.length === 0) return OPEN
  return security.map((schemes) =>
    Object.entries(schemes).flatMap(([scheme, scopes]) => [
      ...withWeaker([scheme], []),
      ...withWeaker(scopes, ranks, (scope) => `${scheme} ${scope}`),
    ]),
  )
}
