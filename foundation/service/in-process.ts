// Calls between services of one process.
import { currentBudget, runInBudget } from '#foundation/limits/response-budget.ts'
import { peerResult, type PeerConnection } from '#foundation/peers/peers.ts'
import type { Service } from '#foundation/service/service.ts'

/**
 * Calls a service that runs in this process, as the service called `self`.
 * @throws the peer's error, as a DomainError.
 */
export function connectInProcess(self: string, peer: () => Service | undefined): PeerConnection {
  return async (source, variables, caller) => {
    const service = peer()
    if (!service) throw new Error('A service called a peer before it was started.')
    const fromSelf = { ...caller, service: self }
    return peerResult(
      service.subgraph.name,
      await runInBudget(currentBudget()?.forPeer(), () =>
        service.run(service.prepare(source), fromSelf, variables),
      ),
    )
  }
}
