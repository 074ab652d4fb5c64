// Changes in required scopes and in security schemes.
import { isAsStrict, OPEN, type Requirement } from '../authorization/requirement.ts'
import type { Finding } from '../finding.ts'
import { operationsIn } from './documented.ts'
import type { OpenApi, Operation, SecurityScheme } from './openapi.ts'
import { resolve } from './references.ts'
import type { Report, Walk } from './walk.ts'

export function compareSecurity(
  { base, head, report }: Walk,
  name: string,
  { security: was = base.security }: Operation,
  { security: is = head.security }: Operation,
): Finding[] {
  const [before, after] = [requirementOf(was), requirementOf(is)]
  const [old, now] = [shownOf(was), shownOf(is)]
  const [change, words] = [`${old}>${now}`, `${old} becomes ${now}`]
  if (!isAsStrict(after, before)) {
    return [report('rest-security-weakened', name, `requires less than before: ${words}.`, change)]
  }
  if (isAsStrict(before, after)) return []
  return [report('rest-security-tightened', name, `requires more than before: ${words}.`, change)]
}

/** As text: `oauth identity and credentials, or key`. */
function shownOf(security: Operation['security'] = []): string {
  const alternatives = security.map((schemes) => {
    const asked = Object.entries(schemes).map(([scheme, scopes]) =>
      [scheme, scopes.toSorted().join(' and ')].filter(Boolean).join(' '),
    )
    return asked.toSorted().join(' with ') || 'nothing'
  })
  return alternatives.toSorted().join(', or ') || 'nothing'
}

function requirementOf(security: Operation['security']): Requirement {
  if (!security || security.length === 0) return OPEN
  return security.map((schemes) =>
    Object.entries(schemes).flatMap(([scheme, scopes]) => [
      scheme,
      ...scopes.map((scope) => `${scheme} ${scope}`),
    ]),
  )
}

/**
 * Compares schemes of the same name. If a scheme is removed, either no operation uses it any
 * longer, or operations refer to nothing.
 */
export function compareSchemes(base: OpenApi, head: OpenApi, report: Report): Finding[] {
  const schemes = Object.entries(base.components?.securitySchemes ?? {})
  return schemes.flatMap(([name, scheme]) => {
    const known = head.components?.securitySchemes?.[name]
    if (!known)
      return isNamed(head, name)
        ? [report('rest-scheme-changed', name, 'is no longer defined.', 'gone')]
        : []
    const ways = waysOf(resolve(head, known))
    const gone = waysOf(resolve(base, scheme)).filter((way) => !ways.includes(way))
    return gone.map((way) => report('rest-scheme-changed', name, `is no longer ${way}.`, way))
  })
}

function isNamed(document: OpenApi, scheme: string): boolean {
  const asked = operationsIn(document).map(
    ({ operation: { security = document.security } }) => security,
  )
  return asked.some((alternatives = []) => alternatives.some((one) => Object.hasOwn(one, scheme)))
}

/** Its type, its other settings, and its flows with their addresses and scopes. */
function waysOf(given: SecurityScheme): string[] {
  const { flows = {}, in: place, name, scheme, type, description: _, ...others } = given
  const kind = [type, scheme?.toLowerCase(), place, place === 'header' ? name?.toLowerCase() : name]
  return [
    kind.filter(Boolean).join(' '),
    ...addressesIn(others),
    ...Object.entries(flows).flatMap(([flow, { scopes = {}, ...addresses }]) => [
      flow,
      ...addressesIn(addresses).map((address) => `${flow} ${address}`),
      ...Object.keys(scopes).map((scope) => `${flow} scope ${scope}`),
    ]),
  ]
}

function addressesIn(members: object): string[] {
  const stated = Object.entries(members).filter(([name]) => !name.startsWith('x-'))
  return stated.map(([name, value]) => `${name} ${String(value)}`)
}
