// What must be so at the end of a time of changes, whatever happened to the processes meanwhile.
import { expect } from 'vitest'
import { SLOWNESS } from '#test/slowness.ts'
import type { LiveSystem } from './chaos-system.ts'
import type { ChaosWorld } from './chaos-world.ts'
import type { Logs, Row } from './logs.ts'
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

/** Subjects that everybody can read in every state that they have here. */
const ALWAYS_READABLE = ['proposal_', 'quest_', 'organization_', 'realm_', 'asset_']

/** @param readable who may read which scroll all the time, by its id: everybody (`*`), a house or a person */
function wronglyRead(
  { service, actor, start, events }: Reader,
  logs: Logs,
  { world, readable }: { world: ChaosWorld; readable: ReadonlyMap<string, string> },
): string[] {
  const log = logs.get(service)!
  const byPosition = new Map(log.map((row) => [row.position, row]))
  const shown = ({ position, kind, subjectId }: Row) => `${position} ${kind} ${subjectId}`
  const who = `${service} events of ${actor.id}`
  const leftAt = leavingOf(world, logs)
  const { hidden: concealed } = world.scrolls
  const mayKnow = (row: Row) => {
    if (row.audience === 'public')
      return row.subjectId !== concealed.id || actor === concealed.author
    if (row.audience === 'owner') return row.audienceId === actor.id
    if (row.audience !== 'stewards' || row.audienceId !== world.club) return false
    return actor === world.steward || (actor === world.leaver && row.position < leftAt)
  }
  const must = (row: Row) => {
    const isLeaver = actor === world.leaver && row.audience === 'stewards'
    if (row.position <= start || !mayKnow(row) || isLeaver) return false
    const readers = readable.get(row.subjectId)
    if (readers !== undefined) return ['*', actor.house, actor.id].includes(readers)
    return ALWAYS_READABLE.some((prefix) => row.subjectId.startsWith(prefix))
  }
  const read = new Set(events.map(({ position }) => position))
  return [
    ...events.flatMap(({ position }, index) =>
      index === 0 || position > events[index - 1]!.position ? [] : [`${who}: ${position} again`],
    ),
    ...events
      .map(({ position }) => byPosition.get(position)!)
      .filter((row) => !mayKnow(row))
      .map((row) => `${who}: got ${shown(row)}`),
    ...log
      .filter((row) => must(row) && !read.has(row.position))
      .map((row) => `${who}: missed ${shown(row)}`),
  ]
}

/** The position of the event that the leaver left the club. */
function leavingOf({ club, leaver }: ChaosWorld, logs: Logs): number {
  const row = logs
    .get('guild')!
    .find(
      ({ kind, subjectId, audienceId }) =>
        kind === 'membership.left' && subjectId === club && audienceId === leaver.id,
    )
  return row!.position
}

/** Events of a subscription to `mine` that are missing, of somebody else, out of order, or there again. */
function wronglyDelivered({ actor, deliveries }: Subscription, logs: Logs): string[] {
  const log = logs.get('identity')!
  const byPosition = new Map(log.map((row) => [row.position, row]))
  const events = deliveries.filter(({ value }) => value !== null)
  const lastOf = new Map<string, number>()
  const subjectOf = ({ kind, subjectId }: Row) => `${kind} ${subjectId}`
  for (const { position } of events) lastOf.set(subjectOf(byPosition.get(position)!), position)
  const start = deliveries[0]?.position ?? 0
  const foreign = events.filter(({ position }) => byPosition.get(position)!.audienceId !== actor.id)
  const missed = log.filter(
    (row) =>
      row.position > start &&
      row.audience === 'owner' &&
      row.audienceId === actor.id &&
      !((lastOf.get(subjectOf(row)) ?? 0) >= row.position),
  )
  const who = `mine of ${actor.id}`
  return [
    ...foreign.map(({ position }) => `${who}: got ${subjectOf(byPosition.get(position)!)}`),
    ...missed.map((row) => `${who}: missed ${row.position} ${subjectOf(row)}`),
    ...backwards(events).map((position) => `${who}: went back to ${position}`),
  ]
}

function backwards(deliveries: readonly { position: number }[]): number[] {
  const isBack = (position: number, index: number) =>
    index > 0 && position < deliveries[index - 1]!.position
  return deliveries.map(({ position }) => position).filter(isBack)
}

/** Votes that went down. */
function votesTakenBack({ field, id, deliveries }: Subscription): string[] {
  if (field !== 'proposal') return []
  const counts = deliveries.map(({ value }) => Number(value.yesVotes) + Number(value.noVotes))
  const isDown = (count: number, index: number) => index > 0 && count < counts[index - 1]!
  return counts.filter(isDown).map((count) => `${id}: ${count} in ${counts.join()}`)
}
