// People whose names were hidden or shown again, for services that keep copies of display names.
import { sql } from 'kysely'
import { committedUntil } from '#foundation/database/committed-until.ts'
import { decodeCursor, encodeCursor } from '#foundation/database/lists/cursor.ts'
import type { IdentityContext } from '../../context.ts'
import { neutralName } from './moderation.ts'

export interface HiddenNamePage {
  asOf: Date
  names: {
    identityId: string
    hiddenAt: Date | null
    displayNames: string[]
    neutralName: string
  }[]
  next: string | null
}

const PAGE = 500

/** Ordered by the time of the change. @throws VALIDATION_ERROR for an invalid cursor */
export async function listHiddenNames(
  { db }: IdentityContext,
  { since, after }: { since?: Date | null; after?: string | null },
): Promise<HiddenNamePage> {
  // Uses the clock of the database, with which the trigger writes the times.
  const asOf = await committedUntil(db, 'identities')
  const key = after == null ? undefined : decodeCursor(after, {})
  const people = await db
    .selectFrom('identities')
    .select(['id', 'namesHiddenAt', 'hiddenDisplayNames', 'nameHidingChangedAt as at'])
    .$narrowType<{ at: Date }>()
    .where('nameHidingChangedAt', '>=', since ?? new Date(0))
    .where('leftAt', 'is', null)
    .$if(key !== undefined, (query) =>
      query.where(
        sql<boolean>`(name_hiding_changed_at, id) > (${key?.at}::timestamptz, ${key?.id})`,
      ),
    )
    .orderBy('nameHidingChangedAt')
    .orderBy('id')
    .limit(PAGE)
    .execute()
  const last = people[PAGE - 1]
  const names = people.map(({ id, namesHiddenAt: hiddenAt, hiddenDisplayNames }) => ({
    identityId: id,
    hiddenAt,
    displayNames: hiddenDisplayNames ?? [],
    neutralName: neutralName({ id }),
  }))
  return {
    asOf,
    names,
    next: last ? encodeCursor({ at: last.at, id: last.id }) : null,
  }
}
