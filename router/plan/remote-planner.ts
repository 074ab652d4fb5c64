// The router's side of a planner in another process or thread, which is started again when it ends.
import { parse } from 'graphql'
import { withoutIntrospection } from './api-schema.ts'
import type { PlannerRequest, PlannerResponse } from './planner-messages.ts'
import type { Planner } from './planner.ts'
import type { QueryPlan } from './query-plan.ts'

/** The router's end of a channel to a planner. */
export interface PlannerChannel {
  send(message: PlannerRequest): void
  /** Ends the planner. */
  close(): Promise<void>
}

export interface PlannerListener {
  onMessage(message: PlannerResponse): void
  /** The planner has ended. */
  onEnd(reason: string): void
}

/** Starts a planner. */
export type OpenChannel = (listener: PlannerListener) => PlannerChannel

/** How long a planner may take to give up an operation before it is ended. */
const GIVE_UP_MS = 3_000

/**
 * Starts a planner for a supergraph.
 * @param signal ends the start
 * @throws when the planner refuses it, or does not start
 */
export async function startRemotePlanner(
  supergraph: string,
  open: OpenChannel,
  signal?: AbortSignal,
): Promise<Planner> {
  signal?.throwIfAborted()
  const remote = new RemotePlanner(supergraph, open)
  const apiSdl = await startOrClose(remote, signal)
  return {
    apiSchema: withoutIntrospection(parse(apiSdl, { noLocation: true })),
    plan: (operation, signal) => remote.plan(operation, signal),
    close: () => remote.close(),
  }
}

async function startOrClose(remote: RemotePlanner, signal?: AbortSignal): Promise<string> {
  const close = () => void remote.close()
  signal?.addEventListener('abort', close)
  try {
    return await remote.started()
  } catch (error) {
    await remote.close()
    throw error
  } finally {
    signal?.removeEventListener('abort', close)
  }
}

type Settled = PromiseWithResolvers<QueryPlan>

/** One life of the planner. */
interface Session {
  channel: PlannerChannel
  started: PromiseWithResolvers<string>
  pending: Map<number, Settled>
}

class RemotePlanner {
  readonly #supergraph: string
  readonly #open: OpenChannel
  #session: Session | undefined
  #count = 0
  #isClosed = false

  constructor(supergraph: string, open: OpenChannel) {
    this.#supergraph = supergraph
    this.#open = open
  }

  /** The SDL of the schema that clients see. */
  started(): Promise<string> {
    return this.#current().started.promise
  }

  async plan(operation: string, signal: AbortSignal): Promise<QueryPlan> {
    if (this.#isClosed) throw new Error('The query planner is closed.')
    const session = this.#current()
    await session.started.promise
    signal.throwIfAborted()
    const id = (this.#count += 1)
    const settled = Promise.withResolvers<QueryPlan>()
    session.pending.set(id, settled)
    let giveUp: NodeJS.Timeout | undefined
    const cancel = () => {
      session.channel.send({ kind: 'cancel', id })
      giveUp = setTimeout(() => void session.channel.close(), GIVE_UP_MS)
    }
    signal.addEventListener('abort', cancel, { once: true })
    session.channel.send({ kind: 'plan', id, operation })
    try {
      return await settled.promise
    } finally {
      clearTimeout(giveUp)
      signal.removeEventListener('abort', cancel)
      session.pending.delete(id)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#session?.channel.close()
  }

  #current(): Session {
    return (this.#session ??= this.#start())
  }

  #start(): Session {
    const started = Promise.withResolvers<string>()
    // Nobody may be waiting.
    started.promise.catch(() => undefined)
    const pending: Session['pending'] = new Map()
    const channel = this.#open({
      onMessage(message) {
        if (message.kind === 'started') started.resolve(message.apiSdl)
        else if (message.kind === 'refused') started.reject(new Error(message.message))
        else if (message.kind === 'planned') pending.get(message.id)?.resolve(message.plan)
        else pending.get(message.id)?.reject(new Error(message.message))
      },
      onEnd: (reason) => {
        const error = new Error(`The query planner has ended: ${reason}.`)
        if (this.#session === session) this.#session = undefined
        started.reject(error)
        for (const { reject } of pending.values()) reject(error)
      },
    })
    const session = { channel, started, pending }
    channel.send({ kind: 'start', supergraph: this.#supergraph })
    return session
  }
}
