// Reads the supergraph again, and serves it when it has changed and can be served.
import { createHash } from 'node:crypto'
import { asReported } from '#foundation/domain/errors.ts'
import type { RunningGraphQLServer } from '#foundation/graphql/server.ts'
import { startWorkers, type Workers } from '#foundation/process/workers.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { reasonOf } from '../supergraph/read-failure.ts'
import type { SupergraphSource } from '../supergraph/source.ts'
import type { ReloadMetrics } from './reload-metrics.ts'
import type { Graph, ServedGraphs } from './served-graphs.ts'

/** The text of a supergraph, and the beginning of its SHA-256. */
export interface Supergraph {
  sdl: string
  hash: string
}

export interface ReloaderOptions {
  source: SupergraphSource
  /** The supergraph of the first graph. */
  first: Supergraph
  graphs: ServedGraphs
  /** Opens a graph over the supergraph. @throws for a supergraph that cannot be served, and the reason of the signal */
  open: (sdl: string, signal: AbortSignal) => Promise<Graph>
  server: RunningGraphQLServer
  metrics: ReloadMetrics
  log: Log
  now: () => Date
}

/** The time after which building a graph is given up. */
const BUILD_MS = 300_000

export class Reloader {
  readonly #options: ReloaderOptions
  readonly #stopping = new AbortController()
  #polling: Workers | undefined
  #served: Supergraph
  #latest: Supergraph
  #refused: Supergraph | undefined
  #failure: string | undefined
  #reading = Promise.resolve()
  /** The read that begins when the one under way has ended. */
  #nextRead: Promise<void> | undefined
  #building: Promise<void> | undefined
  /** Aborted when the supergraph that is being built is no longer the latest. */
  #superseded = new AbortController()

  constructor(options: ReloaderOptions) {
    this.#options = options
    this.#served = this.#latest = options.first
    options.metrics.noteServed(options.first.hash, options.now())
  }

  /** Reads the source periodically. */
  poll(everyMs: number): void {
    const run = async () => {
      await this.#read()
      // Not awaited: the next read may find a later supergraph.
      void this.#build()
      if (this.#failure !== undefined) throw asReported(new Error(this.#failure))
    }
    const { log } = this.#options
    this.#polling = startWorkers(
      [{ name: 'poll the supergraph', everyMs, run }],
      () => undefined,
      log,
    )
  }

  /**
   * Reads the source now, and tries again to serve a supergraph that was refused. Resolves when the
   * supergraph is served or refused.
   */
  async reload(): Promise<void> {
    this.#refused = this.#failure = undefined
    await this.#read()
    if (!this.#isDue() && this.#failure === undefined) {
      this.#options.log.info({ supergraph: this.#served.hash }, 'the supergraph has not changed')
    }
    await this.#build()
  }

  /** Gives up the read and the build under way. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The router stops.'))
    await Promise.all([this.#polling?.stop(), this.#nextRead, this.#reading, this.#building])
  }

  /** Runs reads one after the other, so that the last content wins. Callers that wait share one read. */
  #read(): Promise<void> {
    return (this.#nextRead ??= this.#reading.then(() => {
      this.#nextRead = undefined
      return (this.#reading = this.#readNow())
    }))
  }

  async #readNow(): Promise<void> {
    const { source, metrics } = this.#options
    try {
      const sdl = await source.read(this.#stopping.signal)
      this.#failure = undefined
      const read = sdl === undefined ? this.#latest : supergraphOf(sdl)
      if (read.hash === this.#latest.hash) return metrics.count('unchanged')
      this.#latest = read.hash === this.#served.hash ? this.#served : read
      this.#superseded.abort(new Error('A later supergraph replaces this one.'))
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#noteUnreadable(reasonOf(error))
    }
  }

  #noteUnreadable(reason: string): void {
    const { log, metrics, source } = this.#options
    metrics.count('unreadable')
    if (reason === this.#failure) return
    this.#failure = reason
    log.warn({ reason, source: source.name }, 'cannot read the supergraph: the earlier one stays')
  }

  #isDue(): boolean {
    const isKnown = this.#latest === this.#served || this.#latest === this.#refused
    return !isKnown && !this.#stopping.signal.aborted
  }

  async #build(): Promise<void> {
    if (this.#isDue()) this.#building ??= this.#buildWhileDue()
    await this.#building
  }

  async #buildWhileDue(): Promise<void> {
    while (this.#isDue()) await this.#buildLatest()
    this.#building = undefined
  }

  async #buildLatest(): Promise<void> {
    const { log, metrics, now } = this.#options
    const next = this.#latest
    this.#superseded = new AbortController()
    const givenUp = AbortSignal.any([this.#stopping.signal, this.#superseded.signal])
    const began = performance.now()
    try {
      await this.#serve(next, AbortSignal.any([givenUp, AbortSignal.timeout(BUILD_MS)]))
      this.#served = next
      metrics.count('served')
      metrics.noteServed(next.hash, now())
      const ms = Math.round(performance.now() - began)
      log.info({ supergraph: next.hash, ms }, 'serves a new supergraph')
    } catch (error) {
      if (givenUp.aborted) return
      this.#refused = next
      metrics.count('refused')
      const about = { reason: reasonOf(error), supergraph: next.hash }
      log.warn(about, 'refuses a new supergraph: the earlier one stays')
    }
  }

  async #serve({ sdl }: Supergraph, signal: AbortSignal): Promise<void> {
    const { open, graphs, server } = this.#options
    await graphs.untilReplaceable(signal)
    const graph = await open(sdl, signal)
    try {
      signal.throwIfAborted()
      await graphs.replace(graph, server)
    } catch (error) {
      await graph.close()
      throw error
    }
  }
}

export function supergraphOf(sdl: string): Supergraph {
  return { sdl, hash: createHash('sha256').update(sdl).digest('hex').slice(0, 12) }
}
