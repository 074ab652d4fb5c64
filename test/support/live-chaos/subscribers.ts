// Subscribers who resume after the last cursor whenever their stream ends.
import { setTimeout as delay } from 'node:timers/promises'
import { decodeEventCursor } from '#foundation/events/event-cursor.ts'
import { openStream } from '#test/live-client.ts'
import type { LiveSystem } from './chaos-system.ts'
import { secretOf, type Actor, type ChaosWorld } from './chaos-world.ts'
import { pick } from './writers.ts'

interface Delivery {
  /** The value of the root field. */
  // oxlint-disable-next-line typescript/no-explicit-any
  value: any
  /** Of its cursor. */
  position: number
}

export interface Subscription {
  field: string
  /** The id of what is watched. */
  id: string | undefined
  actor: Actor
  deliveries: Delivery[]
  /** Requests for a stream, and how many of them got one. */
  attempts: number
  connections: number
  gaps: number
  /** Texts with what only another person may read. */
  leaks: string[]
  /** Errors of a subscription that are no outage. */
  refusals: string[]
  ended: Promise<void>
}

const RETRY_MS = 200

const FIELDS: Record<string, string> = {
  mine: '{ cursor type subject { type id } }',
  proposal: '{ id yesVotes noVotes proposer { username } }',
  scroll: '{ id title content visibility }',
  organization: '{ id memberCount }',
}

/** Subscribes as often as `count` says: two of five to `mine`, and the others to what people change. */
export function subscribe(
  system: LiveSystem,
  world: ChaosWorld,
  { count, signal }: { count: number; signal: AbortSignal },
): Subscription[] {
  const { writers, watchers, proposals, scrolls, organizations } = world
  return Array.from({ length: count }, (_, index) => {
    const watcher = watchers[index % watchers.length]!
    const nth = Math.floor(index / 5)
    const next = <Item>(items: readonly Item[]) => items[nth % items.length]!
    const kinds = [
      { field: 'mine', actor: writers[(2 * nth) % writers.length]! },
      { field: 'mine', actor: writers[(2 * nth + 1) % writers.length]! },
      { field: 'proposal', id: next(proposals), actor: watcher },
      { field: 'scroll', id: next([...scrolls.closing, ...scrolls.open]).id, actor: watcher },
      { field: 'organization', id: next(organizations), actor: watcher },
    ] as const
    return follow(system, { id: undefined, ...kinds[index % kinds.length]! }, { world, signal })
  })
}

function follow(
  { routers }: LiveSystem,
  about: Pick<Subscription, 'field' | 'id' | 'actor'>,
  { world, signal }: { world: ChaosWorld; signal: AbortSignal },
): Subscription {
  const subscription: Subscription = {
    ...about,
    deliveries: [],
    attempts: 0,
    connections: 0,
    gaps: 0,
    leaks: [],
    refusals: [],
    ended: Promise.resolve(),
  }
  const secrets = world.writers.filter(({ id }) => id !== about.actor.id).map(secretOf)
  const state = { since: undefined as string | undefined, secrets }
  const run = async () => {
    while (!signal.aborted) {
      await connect(pick(routers), subscription, { state, signal }).catch(() => undefined)
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  subscription.ended = run()
  return subscription
}

interface Connection {
  state: { since: string | undefined; secrets: readonly string[] }
  signal: AbortSignal
}

async function connect(
  router: string,
  subscription: Subscription,
  { state, signal }: Connection,
): Promise<void> {
  const { field, id, actor, deliveries } = subscription
  const [parameter, argument] = id === undefined ? ['', ''] : ['$id: ID!, ', 'id: $id, ']
  const query = `subscription (${parameter}$since: String) {
    ${field}(${argument}since: $since) ${FIELDS[field]!}
  }`
  const variables = { ...(id !== undefined && { id }), since: state.since }
  subscription.attempts += 1
  await using stream = await openStream(router, { query, variables, token: actor.token })
  const leave = () => void stream[Symbol.asyncDispose]()
  signal.addEventListener('abort', leave, { once: true })
  using _leave = { [Symbol.dispose]: () => signal.removeEventListener('abort', leave) }
  if (stream.response.status !== 200) return
  subscription.connections += 1
  for (;;) {
    const event = await stream.next()
    if (event.event !== 'next') return
    const text = JSON.stringify(event.data)
    if (text.includes('secret of') && state.secrets.some((secret) => text.includes(secret))) {
      subscription.leaks.push(text)
    }
    const { data, errors, extensions } = event.data
    if (errors && !errors[0].extensions?.details?.retry) subscription.refusals.push(text)
    if (extensions?.gap) subscription.gaps += 1
    if (errors || !extensions) continue
    state.since = extensions.cursor as string
    const { position } = decodeEventCursor(state.since)
    deliveries.push({ value: data[field], position })
  }
}
