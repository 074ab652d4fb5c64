// Lets a request for events wait for the next one. It holds a connection of its client meanwhile, and nothing else.
import { setTimeout as delay } from 'node:timers/promises'
import type { Request, Response } from 'express'
import type { Caller } from '#foundation/auth/caller.ts'
import type { RequestGuard } from '#foundation/auth/request-guard.ts'
import { clientLeft, invalidInput, overloaded } from '#foundation/domain/errors.ts'
import { mayConcern, type EventPage } from '#foundation/events/event-page.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import { queueKey } from '#foundation/limits/current-caller.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import { noteWaiting } from '#foundation/limits/waiting-responses.ts'
import type { Context } from '#foundation/service/context.ts'
import type { Service } from '#foundation/service/service.ts'
import { createWaiter, type Waiter } from './waiter.ts'

/** The longest wait that a request may ask for, in seconds. Load balancers keep idle connections for 60. */
export const MAX_WAIT_S = 30

/** The limits of one process. A person has one request for each service, on more than one device. */
const LIMITS = { total: 1_000, perCaller: 20, waiting: 0, waitingPerCaller: 0 }
/** How often the token of a waiting request is checked. Revocations arrive every five seconds. */
const RECHECK_MS = 1_000
/**
 * The pause after a read that found nothing for the caller, so that events of others cost little.
 * It doubles up to the maximum.
 */
const PAUSE_MS = { first: 100, max: 1_000 }

/** The waiting requests of a process. */
export interface LongPolls {
  readonly isEnding: boolean
  /** Counts a waiting request until it is disposed. @throws INTERNAL_ERROR with `retry` when the limit is reached */
  enter(caller: Caller, waiter: Waiter): Disposable
  /** Ends every wait, for a drain. */
  end(): void
}

export function createLongPolls(): LongPolls {
  const slots = new FairSemaphore(LIMITS)
  const waiters = new Set<Waiter>()
  let isEnding = false
  return {
    get isEnding() {
      return isEnding
    },
    enter(caller, waiter) {
      const release = slots.tryAcquire(queueKey(caller))
      if (!release) throw overloaded('Too many requests wait for events: retry later, or end one.')
      waiters.add(waiter)
      return {
        [Symbol.dispose]() {
          waiters.delete(waiter)
          release()
        },
      }
    },
    end() {
      isEnding = true
      for (const waiter of waiters) waiter.wake()
    },
  }
}

/**
 * The milliseconds that a request asks to wait.
 * @throws VALIDATION_ERROR for anything but one whole number of seconds in range
 */
export function waitMsOf({ query: { wait = '0' } }: Request): number {
  const seconds = typeof wait === 'string' && /^\d{1,2}$/.test(wait) ? Number(wait) : Infinity
  if (seconds <= MAX_WAIT_S) return seconds * 1_000
  const reason = `must be one whole number from 0 to ${MAX_WAIT_S}`
  throw invalidInput([{ field: 'wait', reason }])
}

export interface Poll {
  service: Pick<Service, 'createContext'>
  polls: LongPolls
  requestGuard: RequestGuard
  req: Request
  res: Response
  caller: Caller
  variables: Variables
  waitMs: number
}

/** How a page is read and sent. */
export interface PollSteps {
  read(ctx: Context, variables: Variables): Promise<unknown>
  send(page: unknown): Promise<void>
  /** Runs work within a response budget of its own. */
  budgeted(work: () => Promise<void>): Promise<void>
}

/** Sends the first page that has something to tell, or an empty one when the wait ends. */
export async function longPoll(poll: Poll, steps: PollSteps): Promise<void> {
  const { caller, polls, res, service, variables, waitMs } = poll
  noteWaiting(res)
  const until = performance.now() + waitMs
  using waiter = createWaiter(res)
  using _place = polls.enter(caller, waiter)
  using _watch = wakeFor(poll, waiter)
  let { after } = variables
  for (let pauseMs = 0; ; pauseMs = longer(pauseMs)) {
    const isLast = polls.isEnding || performance.now() >= until
    if (polls.isEnding) res.setHeader('Connection', 'close')
    // The context is new, because the rights of the caller may have changed during the wait.
    const ctx = service.createContext(caller)
    const next = await attempt(steps, ctx, { ...variables, after }, isLast)
    if (next === undefined) return
    after = next
    await delay(pauseMs)
    await untilWoken(poll, waiter, until)
  }
}

/** Wakes the waiter at each event that the caller may be allowed to see. */
function wakeFor({ caller, service, variables }: Poll, waiter: Waiter): Disposable {
  const types = variables.types as readonly string[] | undefined
  const { events } = service.createContext(caller)
  const unwatch = events.watchAll((item) => {
    if (item === 'reset' || mayConcern(caller, types, item)) waiter.wake()
  })
  return { [Symbol.dispose]: unwatch }
}

/**
 * Reads a page, and sends it if it has events, a gap or a next page, or if `isLast`. Otherwise returns
 * the cursor after which the next page begins. A page that has used a slot for large responses is sent,
 * too, because a slot must not be held during a wait.
 */
async function attempt(
  { budgeted, read, send }: PollSteps,
  ctx: Context,
  variables: Variables,
  isLast: boolean,
): Promise<string | undefined> {
  let next: string | undefined
  await budgeted(async () => {
    const page = (await read(ctx, variables)) as EventPage
    const isTelling = page.events.length > 0 || page.hasMore || page.gap
    if (isLast || isTelling || currentBudget()?.isSmall === false) await send(page)
    else ({ next } = page)
  })
  return next
}

function longer(pauseMs: number): number {
  return Math.min(Math.max(PAUSE_MS.first, pauseMs * 2), PAUSE_MS.max)
}

/**
 * Waits for the next event, and checks the token meanwhile.
 * @throws INVALID_TOKEN once the token has expired or is revoked
 */
async function untilWoken(
  { caller, req, res, requestGuard, service }: Poll,
  waiter: Waiter,
  until: number,
): Promise<void> {
  const { now } = service.createContext(caller)
  for (;;) {
    const expiresMs = (caller.viewer?.expiresAt ?? Infinity) - now().getTime()
    const left = until - performance.now()
    const isWoken = await waiter.wait(Math.max(1, Math.min(left, expiresMs, RECHECK_MS)))
    if (res.closed) throw clientLeft()
    await requestGuard.recheck(req)
    if (isWoken || performance.now() >= until) return
  }
}
