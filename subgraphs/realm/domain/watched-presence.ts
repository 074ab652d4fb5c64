// The events that a subscription of a realm reacts to: changes of the realm, and presence in a part of it.
import { sql } from 'kysely'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
import type { WatchedEvent } from '#foundation/events/event-feed.ts'
import { watchEntity, type Occurrence, type SelectEvents } from '#foundation/events/occurrences.ts'
import { splitId } from '#foundation/domain/ids.ts'
import type { RealmContext } from '../context.ts'
import { readNearby, type Ball, type NearbyArguments } from './nearby.ts'
import { expiry } from './presence.ts'

/** The maximum of people who are tracked in a part. With more, every change of presence in the realm counts. */
const MAX_PEOPLE = 500

type PresenceContext = Pick<RealmContext, 'db' | 'now'>

export interface WatchedRealm extends NearbyArguments {
  id: string
  since?: string | null | undefined
}

/**
 * Watches a realm. Presence counts only with `near` and `radius`: otherwise every step of anybody would run everybody's
 * operation. @throws VALIDATION_ERROR
 */
export function watchRealm(
  ctx: RealmContext,
  { id, since, ...nearby }: WatchedRealm,
): AsyncIterable<Occurrence> {
  const ball = readNearby(nearby)
  const isPresence = ({ kind }: WatchedEvent) => kind.startsWith('presence.')
  // Only these members, because the loaders of the context would stay in memory.
  const { db, now } = ctx
  const filter = ball && createPresenceFilter({ db, now }, id, ball)
  const wanted: SelectEvents = async (events) => {
    const presence = events.filter(isPresence)
    const counts = presence.length > 0 && filter !== undefined && (await filter.counts(presence))
    return counts ? events : events.filter((event) => !isPresence(event))
  }
  return watchEntity(ctx, [id], { since, wanted, onMissed: filter?.forget })
}

/**
 * Tells whether events of presence concern somebody who is or was in the ball. Events have no position, so the people
 * inside are remembered.
 */
function createPresenceFilter(ctx: PresenceContext, realmId: string, ball: Ball) {
  let inside: Set<string> | undefined
  return {
    async counts(events: readonly WatchedEvent[]): Promise<boolean> {
      if (inside === undefined || inside.size > MAX_PEOPLE) {
        inside = new Set(await peopleInside(ctx, { realmId, ball }))
        return true
      }
      const named = events.flatMap(({ subjectId }) => personOf(subjectId) ?? [])
      // The event does not name who has left, so everybody inside is looked up.
      const hasLeft = events.some(({ kind }) => kind === 'presence.left')
      const among = [...new Set(hasLeft ? [...named, ...inside] : named)]
      const found = new Set(await peopleInside(ctx, { realmId, ball, among }))
      const gone = among.filter((id) => !found.has(id)).filter((id) => inside!.delete(id))
      for (const id of found) inside.add(id)
      return gone.length > 0 || named.some((id) => found.has(id))
    },
    /** Makes the next call look up again who is inside. */
    forget() {
      inside = undefined
    },
  }
}

/** The id of the person of a presence. */
function personOf(presenceId: string): string | undefined {
  const [, person] = splitId('presence', presenceId) ?? []
  return person === undefined ? undefined : `identity_${person}`
}

interface Inside {
  realmId: string
  ball: Ball
  /** The people to look up; all by default. */
  among?: readonly string[]
}

/** The ids of at most `MAX_PEOPLE + 1` people in a part of a realm. */
async function peopleInside(
  { db, now }: PresenceContext,
  { realmId, ball: { center, radius }, among }: Inside,
): Promise<string[]> {
  const { x, y, z } = center
  const people = readsAlone(db.selectFrom('presences'))
    .select('identityId')
    .where('realmId', '=', realmId)
    .where('updatedAt', '>', expiry(now))
    .where(
      sql<boolean>`sqrt((x - ${x}) ^ 2 + (y - ${y}) ^ 2 + (z - ${z}) ^ 2) <= ${radius}::float8`,
    )
    .limit(MAX_PEOPLE + 1)
  const rows = await (
    among ? people.where('identityId', '=', sql<string>`any(${among})`) : people
  ).execute()
  return rows.map(({ identityId }) => identityId)
}
