// What a mutation does around its own transaction, with an idempotency key or without one.
import type { Kysely } from 'kysely'
import type { Attempt, Phase } from '#foundation/idempotency/attempt.ts'

/** The part of a context that these functions need. */
interface PhaseContext<Tables> {
  db: Kysely<Tables>
  /** Where the request has an idempotency key. */
  attempt?: Attempt | undefined
}

/**
 * Commits a phase of a mutation before it goes on. If the process dies after that, a repetition of the request
 * with its key does not run the phase again, at any later time. Without a key this is `run(ctx.db)`.
 */
export function commitPhase<Tables, Value, Outcome>(
  { db, attempt }: PhaseContext<Tables>,
  phase: Phase<Tables, Value, Outcome>,
): Promise<Value> {
  if (!attempt) return phase.run(db)
  return attempt.commitPhase(phase as unknown as Phase<unknown, Value, Outcome>)
}

/**
 * Delivers to another service what is committed: at once without a key, and otherwise after the transaction of
 * the key. `delivery` must be safe to lose, because a worker delivers it later.
 */
export async function afterCommit<Tables>(
  { attempt }: Pick<PhaseContext<Tables>, 'attempt'>,
  delivery: () => Promise<void>,
): Promise<void> {
  if (attempt) attempt.deliverLater(delivery)
  else await delivery()
}
