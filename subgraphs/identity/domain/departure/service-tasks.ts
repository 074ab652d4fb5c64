// Adds the tasks of services about a person's data, in the transaction that makes them necessary.
import type { Transaction } from '#foundation/database/database.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityContext } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'

type Work = { exportId: string } | { departureId: string }

/**
 * Adds the tasks that are missing and returns their number. Call it again at the end of an export or departure,
 * because services may have been added since.
 */
export async function addMissingTasks(
  {
    db,
    now,
    services,
  }: Pick<IdentityContext, 'now' | 'services'> & { db: Transaction<IdentityTables> },
  work: Work,
): Promise<number> {
  const row = { exportId: null, departureId: null, ...work, nextAttemptAt: now() }
  const rows = services
    .filter(({ holdsPersonalData }) => holdsPersonalData)
    // Identity erases its own data last.
    .filter(({ name }) => 'exportId' in work || name !== 'identity')
    .map(({ name: service }) => ({ ...row, id: newId('task'), service }))
  if (rows.length === 0) return 0
  const added = await db
    .insertInto('personalDataTasks')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(added.numInsertedOrUpdatedRows)
}
