// Phases and deliveries of a mutation around its own transaction, with an idempotency key or without one.
import type { Kysely } from 'kysely'
import type { Attempt, Phase } from '#foundation/idempotency/attempt.ts'

/** The part of a context that these functions need. */
interface PhaseContext<Tables> {
  db: Kysely<Tables>
  /** Set when the request has an idempotency key. */
  attempt?: Attempt | undefined
}

/**
 * Commits a phase of a mutation. If the process dies after that, a repeated request with the key does not run the
 * phase again. Without a key this is `run(ctx.db)`.
 */
export function commitPhase<Tables, Value, Outcome>(
  { db, attempt }: PhaseContext<Tables>,
  phase: Phase<Tables, Value, Outcome>,
): Promise<Value> {
  if (!attempt) return phase.run(db)
  return attempt.commitPhase(phase as unknown as Phase<unknown, Value, Outcome>)
}

/**
 * Runs a delivery to another service: at once without a key, otherwise after the transaction of the key. `delivery`
 * may be lost, so a worker must deliver later.
 */
export async function afterCommit<Tables>(
  { attempt }: Pick<PhaseContext<Tables>, 'attempt'>,
  delivery: () => Promise<void>,
): Promise<void> {
  if (attempt) attempt.deliverLater(delivery)
  else await delivery()
}
