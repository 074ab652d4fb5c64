// The order in which the parts of a change can be released without an outage between them.
import type { Finding } from './finding.ts'

/**
 * One sentence for each step of the rollout, in order; empty where the order does not matter.
 * @param fixOf what to do about the findings of a rule
 */
export function rolloutOf(
  findings: readonly Finding[],
  fixOf: (rule: string) => string | undefined,
): string[] {
  const adding = subgraphsOf(findings, /-(added|taken|widened|optional)$/)
  const removing = subgraphsOf(findings, /-removed$/)
  const isServed = findings.some(({ step }) => step === 'api' || step === 'federation')
  if (!isServed) return []
  const twice = adding.filter((name) => removing.includes(name))
  return [
    ...clientSteps(findings),
    ...boundarySteps(findings, fixOf),
    ...(adding.length > 0
      ? [`Deploy ${adding.join(', ')} with what is new. The old supergraph does not ask for it.`]
      : []),
    'Let the router load the new supergraph.',
    ...(removing.length > 0
      ? [`Deploy ${removing.join(', ')} without what is removed: no router asks for it any more.`]
      : []),
    ...(twice.length > 0
      ? [`${twice.join(', ')} adds and removes, so it needs both deployments.`]
      : []),
  ]
}

/** The names of the subgraphs whose API changes by rules of this kind. */
function subgraphsOf(findings: readonly Finding[], kind: RegExp): string[] {
  const own = findings.filter(({ step, rule }) => step === 'api' && kind.test(rule))
  return [...new Set(own.flatMap(({ subgraph }) => subgraph ?? []))].toSorted()
}

function clientSteps(findings: readonly Finding[]): string[] {
  const broken = findings.flatMap(({ operation }) => operation ?? [])
  const clients = new Map(broken.map(({ client, owner }) => [client, owner]))
  return [...clients].map(([client, owner]) => {
    const ask = owner === undefined ? '' : ` (ask ${owner})`
    return `Change the operations of ${client}${ask}, and wait until nobody sends the old ones.`
  })
}

/** The steps between routers and subgraphs, which are not replaced at the same moment. */
function boundarySteps(
  findings: readonly Finding[],
  fixOf: (rule: string) => string | undefined,
): string[] {
  const ordered = findings.filter(
    ({ step, severity }) => step === 'federation' && severity !== 'safe',
  )
  return ordered.map(({ message, rule }) => [message, fixOf(rule)].filter(Boolean).join(' '))
}
