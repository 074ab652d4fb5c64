// Subscriptions to a subgraph in another process: GraphQL over SSE, each with a connection of its own.
import type { FormattedExecutionResult } from 'graphql'
import { Client, type Dispatcher } from 'undici'
import { DomainError } from '#foundation/domain/errors.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import type { CircuitBreaker } from '#foundation/peers/circuit-breaker.ts'
import { graphqlResult, type SubgraphEndpoint } from '#foundation/peers/subgraph-response.ts'
import { EventTooLarge, readEvents } from '#foundation/peers/subscription/event-stream.ts'

export interface SubscriptionOptions {
  subgraph: SubgraphEndpoint
  breaker: CircuitBreaker
  /** The maximum size of one result, in bytes. */
  maxBytes: number
  /** Called with the size in bytes of each part of a stream. */
  onBytes?: ((bytes: number) => void) | undefined
  /** A stream without a byte for this many milliseconds is given up; by default a few heartbeats. */
  silenceMs?: number
}

export interface SentSubscription {
  /** Alternating names and values. */
  headers: string[]
  body: string
}

/** A result of a stream, or the only one of a response. */
export interface StreamedResult {
  result: FormattedExecutionResult
  /** True if the response is no stream, because the subgraph refuses the subscription. */
  isWhole: boolean
}

/** The maximum number of open subscriptions: each has a socket. */
const MAX_SUBSCRIPTIONS = 10_000
const CONNECT_MS = 1_000
/** Our services send a comment every 12 seconds, as graphql-sse does. */
const OWN_SILENCE_MS = 40_000
/** GraphQL over SSE requires no comments of a foreign subgraph. */
const FOREIGN_SILENCE_MS = 600_000

export class SubgraphSubscriptions {
  readonly #options: SubscriptionOptions
  readonly #silenceMs: number
  readonly #closed = new AbortController()
  #open = 0

  constructor(options: SubscriptionOptions) {
    this.#options = options
    const silenceMs = options.subgraph.isForeign ? FOREIGN_SILENCE_MS : OWN_SILENCE_MS
    this.#silenceMs = options.silenceMs ?? silenceMs
  }

  /**
   * The results of a subscription, until it is complete or the signal is aborted.
   * @throws INTERNAL_ERROR with `retry` when too many are open; EventTooLarge; UnexpectedResponse for what is not
   * GraphQL; the reason of the signal; as undici does, also when the stream ends before it is complete
   */
  async *start(
    sent: SentSubscription,
    ended: AbortSignal,
  ): AsyncGenerator<StreamedResult, void, void> {
    const { origin } = this.#options.subgraph.url
    if (this.#open >= MAX_SUBSCRIPTIONS) throw this.#tooMany()
    this.#open += 1
    const signal = AbortSignal.any([ended, this.#closed.signal])
    const client = new Client(origin, {
      connectTimeout: CONNECT_MS,
      headersTimeout: 0,
      bodyTimeout: this.#silenceMs,
    })
    try {
      yield* this.#results(await this.#send(client, sent, signal))
    } finally {
      this.#open -= 1
      await client.destroy()
    }
  }

  /** Ends all subscriptions with an error. */
  close(): void {
    this.#closed.abort(new Error('The process stops.'))
  }

  /** Waits for the head of the response, as long as a query would. */
  async #send(
    client: Client,
    { headers, body }: SentSubscription,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const { breaker, subgraph } = this.#options
    const connecting = new AbortController()
    const unwatch = breaker.watch((reason) => connecting.abort(reason))
    try {
      return await client.request({
        method: 'POST',
        path: subgraph.url.pathname + subgraph.url.search,
        headers,
        body,
        signal: AbortSignal.any([signal, connecting.signal]),
      })
    } finally {
      unwatch()
    }
  }

  async *#results(response: Dispatcher.ResponseData): AsyncGenerator<StreamedResult, void, void> {
    const { maxBytes, subgraph } = this.#options
    const { body, headers, statusCode: status } = response
    const contentType = headers['content-type']?.toString()
    const post = { status, contentType, location: headers.location?.toString() }
    const resultOf = (text: string) => graphqlResult(subgraph, { text, post })
    if (!/^text\/event-stream\b/i.test(contentType ?? '')) {
      yield { result: resultOf(await this.#text(body)), isWhole: true }
      return
    }
    for await (const { name, data } of readEvents(this.#counted(body), maxBytes)) {
      if (name === 'complete') return
      if (name !== 'next') continue
      await read(data)
      yield { result: resultOf(data), isWhole: false }
    }
    throw new Error('The stream of a subscription has ended before it was complete.')
  }

  async *#counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    const { onBytes } = this.#options
    for await (const chunk of body) {
      onBytes?.(chunk.length)
      yield chunk
    }
  }

  async #text(body: AsyncIterable<Uint8Array>): Promise<string> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of this.#counted(body)) {
      bytes += chunk.length
      if (bytes > this.#options.maxBytes) throw new EventTooLarge('The response is too large.')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString()
  }

  #tooMany(): DomainError {
    const { name } = this.#options.subgraph
    const message = `Too many subscriptions to ${name} are open: ${MAX_SUBSCRIPTIONS}.`
    return new DomainError('INTERNAL_ERROR', message, { retry: true })
  }
}

/** Counts a result in the budget of the response, as that of a query. */
async function read(data: string): Promise<void> {
  const budget = currentBudget()
  budget?.addSource(data.length)
  if (budget?.canContinue === false) await budget.waitToContinue()
}
