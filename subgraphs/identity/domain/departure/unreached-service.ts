// Finds services that do not work on their personal-data tasks, which holds up exports and departures, for `/readyz`.
import type { ReadinessDetails } from '#foundation/http/app.ts'
import type { IdentityContext } from '../../context.ts'

/** Much longer than two seconds, the interval at which services poll for tasks. */
const LATE_MS = 60_000

/** Lists the services that leave a task waiting and work on no other. */
export async function listUnreached({
  db,
  now,
}: Pick<IdentityContext, 'db' | 'now'>): Promise<ReadinessDetails> {
  const late = new Date(now().getTime() - LATE_MS)
  const rows = await db
    .selectFrom('personalDataTasks as late')
    .select('late.service')
    .distinct()
    .where('late.doneAt', 'is', null)
    .where('late.nextAttemptAt', '<', late)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('personalDataTasks as leased')
            .select('leased.id')
            .whereRef('leased.service', '=', 'late.service')
            .where('leased.doneAt', 'is', null)
            .where('leased.attempts', '>', 0)
            .where('leased.nextAttemptAt', '>', now()),
        ),
      ),
    )
    .orderBy('late.service')
    .execute()
  return rows.length > 0 ? { waitingFor: rows.map(({ service }) => service) } : {}
}
