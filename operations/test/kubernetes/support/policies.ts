// Who may connect to whom, by the NetworkPolicies of the namespace.
import { ofKind, type Labels, type Manifest } from './manifest.ts'

interface Selector {
  matchLabels?: Labels
  matchExpressions?: { key: string; operator: string; values: string[] }[]
}

interface PeerSelector {
  podSelector?: Selector
  namespaceSelector?: Selector
}

interface Rule {
  from?: PeerSelector[]
  to?: PeerSelector[]
  ports?: { port: number; endPort?: number }[]
}

interface PolicySpec {
  podSelector: Selector
  policyTypes: string[]
  ingress?: Rule[]
  egress?: Rule[]
}

/** A pod of this namespace by its labels, or any pod of another namespace. */
export type Peer = { pod: Labels } | { namespace: string }

/** Whether pods may connect: both the policies of the one and those of the other must allow it. */
export function mayConnect(
  manifests: readonly Manifest[],
  { from, to, port }: { from: Peer; to: Peer; port: number },
): boolean {
  const specs = ofKind(manifests, 'NetworkPolicy').map(({ spec }) => spec as unknown as PolicySpec)
  const rulesOf = (type: string, peer: Peer) =>
    specs.filter(
      ({ policyTypes, podSelector }) =>
        policyTypes.includes(type) && 'pod' in peer && selects(podSelector, peer.pod),
    )
  const isOpen = ({ from: sources, to: targets, ports }: Rule, peer: Peer) =>
    (sources ?? targets!).some((selector) => selectsPeer(selector, peer)) &&
    (ports === undefined ||
      ports.some((open) => port >= open.port && port <= (open.endPort ?? open.port)))
  const leaving = rulesOf('Egress', from)
  const entering = rulesOf('Ingress', to)
  return (
    (leaving.length === 0 ||
      leaving.some(({ egress = [] }) => egress.some((rule) => isOpen(rule, to)))) &&
    (entering.length === 0 ||
      entering.some(({ ingress = [] }) => ingress.some((rule) => isOpen(rule, from))))
  )
}

function selectsPeer({ podSelector, namespaceSelector }: PeerSelector, peer: Peer): boolean {
  if ('pod' in peer) return podSelector !== undefined && selects(podSelector, peer.pod)
  const labels = { 'kubernetes.io/metadata.name': peer.namespace }
  return namespaceSelector !== undefined && selects(namespaceSelector, labels)
}

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  )
}
