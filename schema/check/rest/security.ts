// What changes in what a caller must bring, and in how it is shown.
import { isAsStrict, OPEN, type Requirement } from '../authorization/requirement.ts'
import type { Finding } from '../finding.ts'
import {
  operationsIn,
  resolve,
  type OpenApi,
  type Operation,
  type SecurityScheme,
} from './openapi.ts'
import type { Report, Walk } from './walk.ts'

export function compareSecurity(
  { base, head, report }: Walk,
  name: string,
  { security: was = base.security }: Operation,
  { security: is = head.security }: Operation,
): Finding[] {
  const [before, after] = [requirementOf(was), requirementOf(is)]
  const change = `${shownOf(was)}>${shownOf(is)}`
  if (!isAsStrict(after, before)) {
    return [report('rest-security-weakened', name, `asks for less than before: ${change}.`, change)]
  }
  if (isAsStrict(before, after)) return []
  return [report('rest-security-tightened', name, `asks for more than before: ${change}.`, change)]
}

/** As a reader sees it: `oauth identity and credentials, or key`. */
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

/** Schemes of the same name; one that is gone is gone from what operations ask for, or they ask in vain. */
export function compareSchemes(base: OpenApi, head: OpenApi, report: Report): Finding[] {
  const schemes = Object.entries(base.components?.securitySchemes ?? {})
  return schemes.flatMap(([name, scheme]) => {
    const known = head.components?.securitySchemes?.[name]
    if (!known)
      return isNamed(head, name)
        ? [report('rest-scheme-changed', name, 'is said nowhere any more.', 'gone')]
        : []
    const ways = waysOf(resolve(head, known))
    const gone = waysOf(resolve(base, scheme)).filter((way) => !ways.includes(way))
    return gone.map((way) => report('rest-scheme-changed', name, `is no ${way} any more.`, way))
  })
}

function isNamed(document: OpenApi, scheme: string): boolean {
  const asked = operationsIn(document).map(
    ({ operation: { security = document.security } }) => security,
  )
  return asked.some((alternatives = []) => alternatives.some((one) => Object.hasOwn(one, scheme)))
}

/** Its kind, what else it says, and the flows that lead to a token, with their addresses and scopes. */
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
  const said = Object.entries(members).filter(([name]) => !name.startsWith('x-'))
  return said.map(([name, value]) => `${name} ${String(value)}`)
}
