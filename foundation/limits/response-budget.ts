// The bytes of an answer, counted and bounded while it is built, whoever builds it.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { answerTooLarge, noRoom, type DomainError } from '#foundation/domain/errors.ts'
import type { AnswerRoom } from '#foundation/limits/large-responses.ts'
import { answersWithoutRoom } from '#foundation/telemetry/metrics.ts'

/** The most that an answer may hold unless the settings say otherwise, in bytes. */
export const DEFAULT_ANSWER_BYTES = 10 * 1024 * 1024

/**
 * What services send for an answer, and what is loaded for it, may be so many times as much as the
 * answer: keys of entities come on top, and columns that nobody has selected.
 */
export const SOURCES = 2

/** An answer up to this size waits for nobody. In UTF-16 units, each of which is 1 to 6 bytes of JSON. */
export const SMALL = 128 * 1024

/** What bounds the answers of one process. */
export interface AnswerBounds {
  /** The setting, in bytes of JSON. A service that calls may be sent twice as much (`SOURCES`). */
  limit: number
  room: AnswerRoom
}

export interface AnswerOptions {
  bounds: AnswerBounds
  /** Who receives the response. */
  caller: {
    viewer: { identityId: string } | undefined
    service: string | undefined
    requestId: string
  }
  /** Room that the answer takes is given back when this has been sent, or was cut. */
  res: ServerResponse
}

/** What all that is built for one request shares: the bytes that were read for it, and its room. */
interface Request extends AnswerOptions {
  sources: number
  changes: boolean
  room: Promise<(() => void) | undefined> | undefined
  endTurn: (() => void) | undefined
}

/**
 * One answer while it is built. Executors count leaves as they serialize them; whoever reads rows or
 * other services' answers for it counts these. Once it is refused, nothing more is read for it.
 */
export class Answer {
  readonly limit: number
  /** Why there will be no answer. */
  refusal: DomainError | undefined
  readonly #request: Request
  readonly #whole: Answer | undefined
  #leaves = 0
  #part: Answer | undefined

  private constructor(request: Request, limit: number, whole?: Answer) {
    this.#request = request
    this.limit = limit
    this.#whole = whole
  }

  /** The answer to a request of HTTP. */
  static to(options: AnswerOptions): Answer {
    const { bounds, caller } = options
    const request = {
      ...options,
      sources: 0,
      changes: false,
      room: undefined,
      endTurn: undefined,
    }
    return new Answer(request, caller.service === undefined ? bounds.limit : bounds.limit * SOURCES)
  }

  /** What services of this process contribute to the answer: what is too large for it refuses the whole. */
  part(): Answer {
    return (this.#part ??= new Answer(this.#request, this.#request.bounds.limit * SOURCES, this))
  }

  /** An answer that a sibling in this process builds for the one who builds this. */
  ofPeer(): Answer {
    return new Answer(this.#request, this.#request.bounds.limit * SOURCES)
  }

  /** Adds a leaf of at least so many bytes. False: the answer is refused, and needs it no more. */
  count(bytes: number): boolean {
    this.#leaves += bytes
    if (this.#leaves > this.limit) this.exceed()
    return this.refusal === undefined
  }

  /** Adds what was read for the answer. */
  read(bytes: number): void {
    this.#request.sources += bytes
    if (this.#request.sources > this.#request.bounds.limit * SOURCES) this.exceed()
  }

  /** What is asked for changes something from now on: asking again would change it again. */
  changesSomething(): void {
    this.#request.changes = true
  }

  /** Refuses the answer as too large. */
  exceed(): DomainError {
    return this.refusal ?? this.#refuse(answerTooLarge(this.#request.bounds.limit))
  }

  /** Refuses the answer as one that there is no room for. */
  findNoRoom(): DomainError {
    if (this.refusal) return this.refusal
    answersWithoutRoom.inc()
    const { caller, changes } = this.#request
    return this.#refuse(noRoom(caller.requestId, !changes))
  }

  get isSmall(): boolean {
    return this.#leaves <= SMALL && this.#request.sources <= SMALL
  }

  /** True while more may be read for the answer at once. */
  get mayGoOn(): boolean {
    return this.refusal === undefined && (this.isSmall || this.#request.endTurn !== undefined)
  }

  /** Waits until more may be read. @throws the refusal of the answer */
  async goOn(): Promise<void> {
    if (this.refusal) throw this.refusal
    if (!this.isSmall) await this.takeRoom()
  }

  /** Takes room among the large answers of this process. @throws INTERNAL_ERROR with `retry` */
  async takeRoom(): Promise<void> {
    const request = this.#request
    request.room ??= request.bounds.room.take(holderOf(request.caller), request.res)
    request.endTurn = await request.room
    if (!request.endTurn) throw this.findNoRoom()
  }

  /** Nothing more is built: it is sent, or refused. */
  built(): void {
    this.#request.endTurn?.()
  }

  #refuse(error: DomainError): DomainError {
    this.refusal ??= error
    if (this.#whole) this.#whole.#refuse(error)
    return this.refusal
  }
}

/** Whose answer it is, where everybody may hold only so much: all without a token are one. */
function holderOf({ viewer, service }: AnswerOptions['caller']): string {
  return viewer?.identityId ?? service ?? 'anonymous'
}

const answers = new AsyncLocalStorage<Answer>()

/** The answer that is being built here, if somebody counts. */
export function currentAnswer(): Answer | undefined {
  return answers.getStore()
}

/** Builds the answer to a request of HTTP, and sends it. */
export async function build(options: AnswerOptions, send: () => Promise<void>): Promise<void> {
  const answer = Answer.to(options)
  try {
    await answers.run(answer, send)
  } finally {
    answer.built()
  }
}

/** Runs what builds the answer, with all that it calls and awaits. */
export function inAnswer<Result>(answer: Answer | undefined, build: () => Result): Result {
  return answer ? answers.run(answer, build) : build()
}
