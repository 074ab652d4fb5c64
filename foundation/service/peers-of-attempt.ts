// The peers of a mutation with an idempotency key: they must not write before the attempt has committed.
import type { Attempt } from '#foundation/idempotency/attempt.ts'
import type { Peer } from '#foundation/peers/peers.ts'

/**
 * Wraps peers so that they refuse mutations before the attempt has committed, because a rollback would not undo them.
 * Commit a phase first, or deliver after the commit (foundation/idempotency/phases.ts).
 */
export function peersOfAttempt(
  peers: Readonly<Record<string, Peer>>,
  attempt: Attempt,
): Record<string, Peer> {
  const guarded: Record<string, Peer> = {}
  // `for … in`, because the peers are members of the prototype (foundation/service/lazy-members.ts).
  for (const name in peers) {
    guarded[name] = (operation, variables) => {
      if (!attempt.isCommitted && /^\s*mutation\b/.test(operation.source)) {
        throw new Error(`This mutation calls ${name} to write before it has committed anything.`)
      }
      return peers[name]!(operation, variables)
    }
  }
  return guarded
}
