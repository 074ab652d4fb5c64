// The router's side of a planner in another process or thread, which is started again when it ends.
import { parse } from 'graphql'
import { untilAborted } from '#foundation/limits/until-aborted.ts'
import type { OverrideClass } from '../../override-labels.ts'
import { NO_LABELS, PlannerEnded, type Planner } from '../planner.ts'
import type { QueryPlan } from '../query-plan.ts'
import { withoutIntrospection } from './api-schema.ts'
import type { PlannerRequest, PlannerResponse } from './planner-messages.ts'

interface PlannerChannel {
  send(message: PlannerRequest): void
  close(): Promise<void>
}

interface PlannerListener {
  onMessage(message: PlannerResponse): void
  /** Called when the planner has ended. */
  onEnd(reason: string): void
}

export type OpenChannel = (listener: PlannerListener) => PlannerChannel

/** How long a planner may take to start. Apollo's takes a second for a supergraph of 100 KB. */
const START_MS = 120_000
/** How long a planner may take to give up an operation before it is ended. */
const GIVE_UP_MS = 3_000

export interface StartOptions {
  /** Called when the planner is started again after it has ended. */
  onRestart?: (() => void) | undefined
  /** Aborts the start. */
  signal?: AbortSignal | undefined
}

/** Starts a planner for a supergraph. @throws when the planner refuses it, or does not start */
export async function startRemotePlanner(
  supergraph: string,
  open: OpenChannel,
  { onRestart, signal }: StartOptions = {},
): Promise<Planner> {
  signal?.throwIfAborted()
  const remote = new RemotePlanner(supergraph, open)
  const { apiSdl, labels } = await startOrClose(remote, signal)
  remote.onRestart = onRestart
  return {
    apiSchema: withoutIntrospection(parse(apiSdl, { noLocation: true })),
    labels,
    plan: (operation, signal, override) => remote.plan(operation, signal, override),
    close: () => remote.close(),
  }
}

async function startOrClose(remote: RemotePlanner, signal?: AbortSignal): Promise<Started> {
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
type Started = Extract<PlannerResponse, { kind: 'started' }>

/** The planner from one start to its end. */
interface Session {
  channel: PlannerChannel
  started: PromiseWithResolvers<Started>
  pending: Map<number, Settled>
}

class RemotePlanner {
  readonly #supergraph: string
  readonly #open: OpenChannel
  #session: Session | undefined
  #count = 0
  #isClosed = false
  /** Set once it has started. */
  onRestart: (() => void) | undefined

  constructor(supergraph: string, open: OpenChannel) {
    this.#supergraph = supergraph
    this.#open = open
  }

  started(): Promise<Started> {
    return this.#current().started.promise
  }

  async plan(
    operation: string,
    signal: AbortSignal,
    { activeLabels, percentage }: OverrideClass = NO_LABELS,
  ): Promise<QueryPlan> {
    if (this.#isClosed) throw new Error('The query planner is closed.')
    const session = this.#current()
    await untilAborted(session.started.promise, signal)
    const id = (this.#count += 1)
    const settled = Promise.withResolvers<QueryPlan>()
    session.pending.set(id, settled)
    let giveUp: NodeJS.Timeout | undefined
    const cancel = () => {
      session.channel.send({ kind: 'cancel', id })
      giveUp = setTimeout(() => void session.channel.close(), GIVE_UP_MS)
    }
    signal.addEventListener('abort', cancel, { once: true })
    const override = { activeLabels: [...activeLabels], percentage }
    session.channel.send({ kind: 'plan', id, operation, override })
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
    this.onRestart?.()
    const started = Promise.withResolvers<Started>()
    // Without this, a rejection that nothing awaits would end the process.
    started.promise.catch(() => undefined)
    const late = setTimeout(() => void channel.close(), START_MS).unref()
    const pending: Session['pending'] = new Map()
    const channel = this.#open({
      onMessage(message) {
        if (message.kind === 'started') {
          clearTimeout(late)
          started.resolve(message)
        } else if (message.kind === 'refused') {
          started.reject(new Error(message.message))
          // A planner that starts again may accept a supergraph that this one refuses.
          void channel.close()
        } else if (message.kind === 'planned') pending.get(message.id)?.resolve(message.plan)
        else pending.get(message.id)?.reject(new Error(message.message))
      },
      onEnd: (reason) => {
        clearTimeout(late)
        const error = new PlannerEnded(reason)
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
