// The peers of a mutation with an idempotency key: none is asked to write what a rollback cannot take back.
import type { Attempt } from '#foundation/idempotency/attempt.ts'
import type { Peer } from '#foundation/peers/peers.ts'

/**
 * The same peers, which refuse mutations before the attempt has committed anything. Commit a phase first, or
 * deliver after the commit (foundation/idempotency/phases.ts).
 */
export function peersOfAttempt(
  peers: Readonly<Record<string, Peer>>,
  attempt: Attempt,
): Record<string, Peer> {
  const guarded = Object.entries(peers).map(([name, peer]): [string, Peer] => [
    name,
    (operation, variables) => {
      if (!attempt.isCommitted && /^\s*mutation\b/.test(operation.source)) {
        throw new Error(`${name} is asked to write before this mutation has committed anything.`)
      }
      return peer(operation, variables)
    },
  ])
  return Object.fromEntries(guarded)
}
