// The services that take no tasks about personal data, for `/readyz`: exports and departures wait for them.
import type { ReadinessDetails } from '#foundation/http/app.ts'
import type { IdentityContext } from '../../context.ts'

/** Services ask for tasks every two seconds. */
const LATE_MS = 60_000

/** Those that let a task wait and work on no other; none if all take theirs. */
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
