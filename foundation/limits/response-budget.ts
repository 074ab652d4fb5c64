// Counts and limits the bytes of a response while either executor builds it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { clientLeft, type DomainError } from '#foundation/domain/errors.ts'
import { noResponseSlot, responseTooLarge } from '#foundation/domain/response-errors.ts'
import {
  queueKey,
  CurrentCaller,
  runForCaller,
  type CallerIdentity,
} from '#foundation/limits/current-caller.ts'
import type { ClosingResponse } from '#foundation/limits/close-signal.ts'
import type { LargeResponseSlots } from '#foundation/limits/large-responses.ts'
import { countRefusal, responsesWithoutSlot } from '#foundation/telemetry/metrics.ts'

/** The default of `ANSWER_MAX_BYTES`. */
export const DEFAULT_RESPONSE_BYTES = 10 * 1024 * 1024

/**
 * How many times larger than the response its sources may be: the responses of services and the
 * rows loaded for it. These contain entity keys and columns that were not selected.
 */
export const SOURCE_FACTOR = 2

/** A response up to this size needs no slot. In UTF-16 units, each of which is 1 to 6 bytes of JSON. */
export const SMALL_RESPONSE = 128 * 1024

/** The response limits of one process. */
export interface ResponseLimits {
  /** `ANSWER_MAX_BYTES`, in bytes of JSON. A calling service may receive `SOURCE_FACTOR` times as much. */
  bytes: number
  slots: LargeResponseSlots
}

export interface BudgetOptions {
  limits: ResponseLimits
  /** The receiver of the response. */
  caller: CallerIdentity & { requestId: string }
  /** The slot of the response is released when this has been sent or closed. */
  res: ClosingResponse
}

/** The state that all parts of one request share: the bytes read for it, and its slots. */
interface Request extends BudgetOptions {
  sources: number
  isMutation: boolean
  slot: Promise<(() => void) | undefined> | undefined
  endBuild: (() => void) | undefined
}

/**
 * The budget of one response while it is built. Executors add leaves as they serialize them; code
 * that reads rows or responses of other services adds those. After a refusal, nothing more is read.
 */
export class ResponseBudget {
  readonly limit: number
  /** The error that replaces the response. */
  refusal: DomainError | undefined
  readonly #request: Request
  readonly #parent: ResponseBudget | undefined
  #leaves = 0
  #subgraphs: ResponseBudget | undefined

  private constructor(request: Request, limit: number, parent?: ResponseBudget) {
    this.#request = request
    this.limit = limit
    this.#parent = parent
  }

  /** The budget of the response to an HTTP request. */
  static forRequest(options: BudgetOptions): ResponseBudget {
    const { limits, caller } = options
    const request = {
      ...options,
      sources: 0,
      isMutation: false,
      slot: undefined,
      endBuild: undefined,
    }
    const factor = caller.service === undefined ? 1 : SOURCE_FACTOR
    return new ResponseBudget(request, limits.bytes * factor)
  }

  /** The budget for the parts from services of this process. Its refusal refuses the whole response. */
  forSubgraphs(): ResponseBudget {
    return (this.#subgraphs ??= new ResponseBudget(this.#request, this.#sourceLimit, this))
  }

  /** The budget of the response of a peer in this process, for the service that builds this response. */
  forPeer(): ResponseBudget {
    return new ResponseBudget(this.#request, this.#sourceLimit)
  }

  /** Adds a leaf of at least this many bytes. False: the response is refused and needs no more leaves. */
  addLeaf(bytes: number): boolean {
    this.#leaves += bytes
    if (this.#leaves > this.limit) this.refuseTooLarge()
    return this.refusal === undefined
  }

  /** Adds bytes that were read for the response. */
  addSource(bytes: number): void {
    this.#request.sources += bytes
    if (this.#request.sources > this.#sourceLimit) this.refuseTooLarge()
  }

  /** True if the request changes data, so that clients must not repeat it. */
  get isMutation(): boolean {
    return this.#request.isMutation
  }

  markMutation(): void {
    this.#request.isMutation = true
  }

  refuseTooLarge(): DomainError {
    return this.refusal ?? this.#refuse(tooLarge(this.#request.limits.bytes))
  }

  /** Refuses the response because no slot was free. */
  refuseWithoutSlot(): DomainError {
    if (this.refusal) return this.refusal
    const { caller, isMutation, res } = this.#request
    if (res.closed) return this.#refuse(clientLeft())
    responsesWithoutSlot.inc()
    return this.#refuse(noResponseSlot(caller.requestId, isMutation))
  }

  get isSmall(): boolean {
    return this.#leaves <= SMALL_RESPONSE && this.#request.sources <= SMALL_RESPONSE
  }

  /** True while more may be read for the response without waiting. */
  get canContinue(): boolean {
    return this.refusal === undefined && (this.isSmall || this.#request.endBuild !== undefined)
  }

  /** Waits until more may be read. @throws the refusal of the response */
  async waitToContinue(): Promise<void> {
    if (this.refusal) throw this.refusal
    if (!this.isSmall) await this.acquireSlot()
  }

  /** Acquires a slot among the large responses of this process. @throws INTERNAL_ERROR with `retry` */
  async acquireSlot(): Promise<void> {
    const request = this.#request
    request.slot ??= request.limits.slots.acquire(queueKey(request.caller), request.res)
    request.endBuild = await request.slot
    if (!request.endBuild) throw this.refuseWithoutSlot()
  }

  /** Marks that the response is built and only needs to be sent. */
  endBuild(): void {
    this.#request.endBuild?.()
  }

  get #sourceLimit(): number {
    return this.#request.limits.bytes * SOURCE_FACTOR
  }

  #refuse(error: DomainError): DomainError {
    this.refusal ??= error
    if (this.#parent) this.#parent.#refuse(error)
    return this.refusal
  }
}

const budgets = new AsyncLocalStorage<ResponseBudget>()

/** The budget of the response that is being built; undefined outside a request. */
export function currentBudget(): ResponseBudget | undefined {
  return budgets.getStore()
}

/** Builds and sends the response to an HTTP request within a budget. */
export async function withBudget(options: BudgetOptions, send: () => Promise<void>): Promise<void> {
  const budget = ResponseBudget.forRequest(options)
  try {
    const caller = new CurrentCaller(options.caller, options.res)
    await runForCaller(caller, () => budgets.run(budget, send))
  } finally {
    budget.endBuild()
  }
}

/** Runs `withBudget`, and everything that it calls and awaits, within a budget. */
export function runInBudget<Result>(
  budget: ResponseBudget | undefined,
  withBudget: () => Result,
): Result {
  return budget ? budgets.run(budget, withBudget) : withBudget()
}

function tooLarge(limit: number): DomainError {
  countRefusal('response_bytes')
  return responseTooLarge(limit)
}
