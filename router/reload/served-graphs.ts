// The graph that a router serves, and those that it has replaced, until their last request has ended.
import { once } from 'node:events'
import type { RunningGraphQLServer } from '#foundation/graphql/server.ts'
import type { Gateway } from '../gateway.ts'

/** A supergraph that is executed, with a planner, caches and connections of its own. */
export interface Graph extends Gateway {
  /** Aborts the calls under way to its subgraphs. */
  disconnect(): Promise<void>
}

/** The number of replaced graphs that may still have requests. Beyond it, replacing another one waits. */
const MAX_REPLACED = 4

export class ServedGraphs {
  readonly #replaced = new Map<Graph, Promise<void>>()
  #current: Graph

  constructor(first: Graph) {
    this.#current = first
  }

  /** Waits until another graph may be replaced, or the signal is aborted. */
  async untilReplaceable(signal: AbortSignal): Promise<void> {
    while (this.#replaced.size >= MAX_REPLACED && !signal.aborted) {
      await Promise.race([...this.#replaced.values(), once(signal, 'abort')])
    }
  }

  /** Serves new requests by another graph. Those under way end on the earlier one, which is then closed. */
  async replace(next: Graph, server: RunningGraphQLServer): Promise<void> {
    const { ended } = await server.replaceSchema(next)
    const earlier = this.#current
    this.#current = next
    const closed = ended
      .then(() => earlier.close())
      .finally(() => {
        this.#replaced.delete(earlier)
      })
    this.#replaced.set(earlier, closed)
  }

  async disconnect(): Promise<void> {
    await Promise.all(this.#all().map((graph) => graph.disconnect()))
  }

  async close(): Promise<void> {
    await Promise.all(this.#all().map((graph) => graph.close()))
  }

  #all(): Graph[] {
    return [this.#current, ...this.#replaced.keys()]
  }
}
