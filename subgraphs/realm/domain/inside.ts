// Enforces new bounds of a realm: places must be inside, and people outside are removed.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { RealmTables } from '../tables.ts'
import { boundsOf, narrowedIssues, type RealmSpace } from './space.ts'

/** An issue for each side of the bounds that a place lies beyond, ignoring retired and `moved` places. */
export async function outsideIssues(
  trx: Transaction<RealmTables>,
  realm: RealmSpace,
  moved: readonly string[] = [],
): Promise<Issue[]> {
  const outermost = await trx
    .selectFrom('places')
    .select(({ fn }) => [
      fn.min('x').as('minX'),
      fn.min('y').as('minY'),
      fn.min('z').as('minZ'),
      fn.max('x').as('maxX'),
      fn.max('y').as('maxY'),
      fn.max('z').as('maxZ'),
    ])
    .where('realmId', '=', realm.id)
    .where('retiredAt', 'is', null)
    .where(sql<boolean>`id <> all(${[...moved]})`)
    .executeTakeFirstOrThrow()
  return narrowedIssues(boundsOf(realm), outermost)
}

export async function removePresencesOutside(
  trx: Transaction<RealmTables>,
  { id, minX, minY, minZ, maxX, maxY, maxZ }: RealmSpace,
): Promise<void> {
  await trx
    .deleteFrom('presences')
    .where('realmId', '=', id)
    .where(({ not, and, between }) =>
      not(and([between('x', minX, maxX), between('y', minY, maxY), between('z', minZ, maxZ)])),
    )
    .execute()
}
