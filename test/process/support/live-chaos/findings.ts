// What readers and subscribers should have got and have not, and what they should not have got.
import type { ChaosWorld } from './chaos-world.ts'
import type { Logs, Row } from './logs.ts'
import type { Reader } from './readers.ts'
import type { Subscription } from './subscribers.ts'

/** Subjects that everybody can read in every state that they have here. */
const ALWAYS_READABLE = ['proposal_', 'quest_', 'organization_', 'realm_', 'asset_']

/** @param readable who may read which scroll all the time, by its id: everybody (`*`), a house or a person */
export function wronglyRead(
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
export function wronglyDelivered({ actor, deliveries }: Subscription, logs: Logs): string[] {
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

/** How many events of a subscription arrived more than once. */
export function doublesOf({ deliveries }: Subscription): number {
  const positions = deliveries.filter(({ value }) => value !== null).map((one) => one.position)
  return positions.length - new Set(positions).size
}

function backwards(deliveries: readonly { position: number }[]): number[] {
  const isBack = (position: number, index: number) =>
    index > 0 && position < deliveries[index - 1]!.position
  return deliveries.map(({ position }) => position).filter(isBack)
}

/** Votes that went down. */
export function votesTakenBack({ field, id, deliveries }: Subscription): string[] {
  if (field !== 'proposal') return []
  const counts = deliveries.map(({ value }) => Number(value.yesVotes) + Number(value.noVotes))
  const isDown = (count: number, index: number) => index > 0 && count < counts[index - 1]!
  return counts.filter(isDown).map((count) => `${id}: ${count} in ${counts.join()}`)
}
