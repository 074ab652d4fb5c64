// Tracks whether a mutation has committed a change, so that a later error does not claim that nothing has happened.
import { AsyncLocalStorage } from 'node:async_hooks'

interface Changes {
  areCommitted: boolean
}

const current = new AsyncLocalStorage<Changes>()

/** Runs a mutation, and everything that it calls and awaits, so that `hasCommittedChange` knows of its commits. */
export function noteChanges<Result>(mutation: () => Result): Result {
  return current.run({ areCommitted: false }, mutation)
}

/**
 * Runs a part of a mutation whose commits do not count, because a repeated request finds what they have changed and
 * continues there, even without an idempotency key.
 */
export function continuable<Result>(part: () => Result): Result {
  return noteChanges(part)
}

/** Notes that a change of the current mutation is committed. */
export function noteCommittedChange(): void {
  const changes = current.getStore()
  if (changes) changes.areCommitted = true
}

/** True when the current mutation has committed a change. */
export function hasCommittedChange(): boolean {
  return current.getStore()?.areCommitted ?? false
}
