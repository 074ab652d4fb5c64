// Remembers what has been checked about the caller of a request, so that nothing is looked up twice.
// Nothing is kept between requests; otherwise a revoked admin key or a removed role would still count.
import type { Caller } from '#foundation/auth/caller.ts'

/** A caller in a request, which has a clock. */
export type GuardedCaller = Caller & { now: () => Date }

/** How long an admission counts: rights may end while a request waits for a database, a slot or a peer. */
const MAX_ADMISSION_MS = 1_000

class Checks {
  /** The context of these checks: a copy with another caller (`{...ctx, viewer}`) must inherit nothing. */
  readonly about: object
  /** When each group of guards admitted the caller to a root field. */
  readonly admitted: Map<object, number>
  /** The results of functions that run once. */
  readonly results: Map<object, unknown>

  constructor(about: object, { admitted, results }: Partial<Checks> = {}) {
    this.about = about
    this.admitted = admitted ?? new Map()
    this.results = results ?? new Map()
  }
}

/** The key under which a context holds its checks. */
const CHECKS = Symbol('checks')

interface Checked {
  [CHECKS]?: Checks
}

function findChecks(ctx: object): Checks | undefined {
  const checks = (ctx as Checked)[CHECKS]
  return checks?.about === ctx ? checks : undefined
}

function checksOf(ctx: object): Checks {
  return findChecks(ctx) ?? ((ctx as Checked)[CHECKS] = new Checks(ctx))
}

/** Gives a context that was made from `ctx`, for the same caller and request, the checks of `ctx`. */
export function withChecksOf<C extends object>(ctx: object, derived: C): C {
  ;(derived as Checked)[CHECKS] = new Checks(derived, checksOf(ctx))
  return derived
}

/** Wraps a function so that it runs once in each request. */
export function oncePerRequest<C extends object, Result>(
  run: (ctx: C) => Result,
): (ctx: C) => Result {
  return (ctx) => {
    const { results } = checksOf(ctx)
    if (!results.has(run)) results.set(run, run(ctx))
    return results.get(run) as Result
  }
}

/** Makes functions run again, because a mutation may have changed their results. */
export function forgetResults(ctx: object): void {
  findChecks(ctx)?.results.clear()
}

/** Remembers when these guards admitted the caller, for the next resolver of a root field. */
export function noteAdmission(ctx: object, guards: object, at: Date): void {
  checksOf(ctx).admitted.set(guards, at.getTime())
}

/** Whether these guards have just admitted the caller. */
export function isAdmitted(ctx: GuardedCaller, guards: object): boolean {
  const at = findChecks(ctx)?.admitted.get(guards)
  if (at === undefined) return false
  const age = ctx.now().getTime() - at
  return age >= 0 && age <= MAX_ADMISSION_MS
}

/** True if these guards have just admitted the caller. Forgets the admission, which counts for one resolver. */
export function takeAdmission(ctx: GuardedCaller, guards: object): boolean {
  const isFresh = isAdmitted(ctx, guards)
  findChecks(ctx)?.admitted.delete(guards)
  return isFresh
}

/** Makes all guards run again, for example after a body that may have taken minutes. */
export function forgetAdmissions(ctx: object): void {
  findChecks(ctx)?.admitted.clear()
}

const completeReads = new WeakSet<object>()

/** Makes the request fail where an outage of a peer would hide rows, because its client never reads them again. */
export function requireCompleteReads(ctx: object): void {
  completeReads.add(ctx)
}

/** True if the request must fail rather than omit rows that an outage hides. */
export function needsCompleteReads(ctx: object): boolean {
  return completeReads.has(ctx)
}
