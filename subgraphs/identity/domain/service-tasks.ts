// Tasks for all services about one person, added in the transaction that makes them necessary.
import type { Transaction } from '#foundation/database/database.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityTables } from '../tables.ts'

/** The services besides Identity. Each holds data about people. */
export const SIBLINGS = [
  'path',
  'learn',
  'guild',
  'governance',
  'market',
  'realm',
  'scroll',
] as const

export async function addTasks(
  { db, now }: { db: Transaction<IdentityTables>; now: () => Date },
  of: { exportId: string } | { departureId: string },
  services: readonly string[],
): Promise<void> {
  const row = { exportId: null, departureId: null, ...of, nextAttemptAt: now() }
  const rows = services.map((service) => ({ ...row, id: newId('task'), service }))
  await db.insertInto('personalDataTasks').values(rows).execute()
}
