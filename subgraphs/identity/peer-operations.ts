// The operations that Identity sends to the other services.
import type { PeerOperation } from '#foundation/peers/peers.ts'
import type { ServiceFacts } from '#foundation/process/config.ts'
import { eventOperations } from './domain/personal-feed/service-events.ts'
import { nodeOperations } from './domain/nodes/node.ts'

export function peerOperationsOf(
  services: readonly ServiceFacts[],
): Record<string, readonly PeerOperation[]> {
  const nodes = nodeOperations(services)
  const events = eventOperations(services)
  const operations = (peer: string) => {
    const reading = events.get(peer)
    return [...(nodes.get(peer) ?? []), ...(reading ? [reading] : [])]
  }
  const peers = new Set([...nodes.keys(), ...events.keys()])
  return Object.fromEntries([...peers].map((peer) => [peer, operations(peer)]))
}
