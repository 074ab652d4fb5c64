// What must be so at the end of a time of changes, whatever happened to the processes meanwhile.
import { expect } from 'vitest'
import { SLOWNESS } from '#test/slowness.ts'
import type { LiveSystem } from './chaos-system.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { votesTakenBack, wronglyDelivered, wronglyRead } from './findings.ts'
import type { Logs } from './logs.ts'
import type { Reader } from './readers.ts'
import type { Subscription } from './subscribers.ts'
import {
  carryOut,
  closeScroll,
  DONE,
  joinOrganization,
  leaveOrganization,
  type Writes,
} from './writers.ts'

/** After the load, everything that was late must have arrived. */
export const WITHIN = { timeout: 120_000 * SLOWNESS, interval: 250 }

/** What a test lives through. */
export interface Story {
  system: LiveSystem
  world: ChaosWorld
  writes: Writes
}

/** Takes rights away: some scrolls are hidden, others become private, a steward leaves, and a request is withdrawn. */
export async function closeSome(story: Story): Promise<void> {
  const { system, world } = story
  const { scrolls, club, leaver, watchers } = world
  for (const [index, { id, author }] of scrolls.closing.entries()) {
    if (index % 2 === 0) {
      await system.rows(
        `update scroll.scrolls set hidden_at = now(), hidden_reason = 'a canary' where id = $1`,
        [id],
      )
    }
    await insist(story, author, closeScroll(id, author))
  }
  await insist(story, watchers[0]!, joinOrganization(club))
  for (const one of [watchers[0]!, leaver]) await insist(story, one, leaveOrganization(club))
}

async function insist(
  { system, writes }: Story,
  actor: Parameters<typeof carryOut>[1],
  operation: Parameters<typeof carryOut>[2],
): Promise<void> {
  await expect.poll(() => carryOut(system, actor, operation, writes), WITHIN).toBe(DONE)
}

/** Readers who have not read their log to its end. */
export function behind(readers: readonly Reader[], logs: Logs): string[] {
  return readers.flatMap(({ service, position, actor }) => {
    const last = logs.get(service)!.length
    return position >= last ? [] : [`${service} of ${actor.id}: ${position} of ${last}`]
  })
}

/** What subscribers wait for: the last event of `mine`, the current state of an entity. */
export async function missing(
  system: LiveSystem,
  subscriptions: readonly Subscription[],
  logs: Logs,
): Promise<string[]> {
  const states = await currentStates(system)
  return subscriptions.flatMap((one) => {
    if (one.field === 'mine') return wronglyDelivered(one, logs)
    const last = one.deliveries.at(-1)!.value as State | null
    const current = states.get(one.id!)
    if (current === undefined || (last && isState(last, current))) return []
    return [`${one.field} ${one.id}: ${JSON.stringify(last)} is not ${current}`]
  })
}

interface State {
  yesVotes?: number
  noVotes?: number
  memberCount?: number
  content?: string
}

function isState({ yesVotes, noVotes, memberCount, content }: State, current: string): boolean {
  const shown = content ?? memberCount ?? `${yesVotes} ${noVotes}`
  return String(shown) === current
}

/** What subscribers of entities that everybody can read see at the end, by id. */
async function currentStates({ rows }: LiveSystem): Promise<Map<string, string>> {
  const found = await rows<{ id: string; state: string }>(
    `select id, yes_votes || ' ' || no_votes as state from governance.proposals
     union all select id, member_count::text from guild.organizations
     union all select id, content from scroll.scrolls where hidden_at is null and visibility = 'public'`,
  )
  return new Map(found.map(({ id, state }) => [id, state]))
}

/** Who may read each scroll all the time; nobody but the author reads one that is hidden or closed. */
async function readableScrolls({ rows }: LiveSystem): Promise<Map<string, string>> {
  const found = await rows<{ id: string; readers: string }>(
    `select id, case when hidden_at is not null or visibility = 'private' then author_id
       when visibility = 'house' then house else '*' end as readers from scroll.scrolls`,
  )
  return new Map(found.map(({ id, readers }) => [id, readers]))
}

export async function expectRead(
  { system, world }: Story,
  readers: readonly Reader[],
  logs: Logs,
): Promise<void> {
  const readable = await readableScrolls(system)
  expect(readers.flatMap((reader) => wronglyRead(reader, logs, { world, readable }))).toEqual([])
  expect(readers.flatMap(({ unexpected }) => unexpected)).toEqual([])
  expect(readers.filter(({ gaps }) => gaps > 0)).toEqual([])
}

export function expectDelivered(
  { world }: Story,
  subscriptions: readonly Subscription[],
  logs: Logs,
): void {
  expect(subscriptions.flatMap(({ leaks }) => leaks)).toEqual([])
  const mine = subscriptions.filter(({ field }) => field === 'mine')
  expect(mine.flatMap((one) => wronglyDelivered(one, logs))).toEqual([])
  expect(subscriptions.flatMap(votesTakenBack)).toEqual([])
  expect(subscriptions.filter(({ gaps }) => gaps > 0)).toEqual([])
  const closed = new Set(world.scrolls.closing.map(({ id }) => id))
  const refused = subscriptions.filter(({ id }) => !closed.has(id ?? ''))
  expect(refused.flatMap(({ refusals }) => refusals)).toEqual([])
}
