// Departures: a person requests the deletion of their account, and can withdraw the request for two weeks.
import type { Transaction } from '#foundation/database/database.ts'
import { invalidInput, refused } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityContext, AuditContext, TransactionContext } from '../../context.ts'
import type { Departure, Identity, IdentityTables, Session } from '../../tables.ts'
import { isLastAdministrator } from '../administration/administrator.ts'
import { recordAudit } from '../audit/audit.ts'
import { tombstoneId } from './nameless.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { lockStepUp } from '../sessions/step-up.ts'

const DAY_MS = 86_400_000
const DAYS_TO_CHANGE_ONES_MIND = 14

export interface WantedDeparture {
  /** The username, typed again as a confirmation. */
  username: string
  scrolls: string
}

export function findDeparture(
  { db }: Pick<IdentityContext, 'db'>,
  identityId: string,
): Promise<Departure | undefined> {
  return db
    .selectFrom('departures')
    .selectAll()
    .where('identityId', '=', identityId)
    .executeTakeFirst()
}

/**
 * Requests the deletion of the account in two weeks, in a session that has stepped up. A repeated request changes what
 * happens to the scrolls, but not when. @throws VALIDATION_ERROR, LAST_ADMINISTRATOR, INSUFFICIENT_PERMISSIONS
 */
export async function requestDeparture(
  ctx: AuditContext,
  { id: identityId, username }: Pick<Identity, 'id' | 'username'>,
  session: Pick<Session, 'id' | 'tokenHash'>,
  wanted: WantedDeparture,
): Promise<void> {
  const scrolls = scrollChoice(wanted, username)
  const askedAt = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    await refuseLastAdministrator(trx, identityId)
    await lockPersonForUpdate(trx, identityId)
    await lockStepUp({ ...ctx, db: trx }, session)
    const times = {
      askedAt,
      dueAt: new Date(askedAt.getTime() + DAYS_TO_CHANGE_ONES_MIND * DAY_MS),
    }
    const ids = { id: newId('departure'), identityId, tombstone: tombstoneId() }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('departures')
      .values({ ...ids, scrolls, ...times, nextAttemptAt: askedAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) {
      await trx
        .updateTable('departures')
        .set({ scrolls })
        .where('identityId', '=', identityId)
        .where('closedAt', 'is', null)
        .execute()
      return
    }
    const details = { dueAt: times.dueAt.toISOString(), scrolls }
    await recordAudit({ ...ctx, db: trx }, { kind: 'deletion_requested', identityId, details })
  })
}

/** The choice about the person's scrolls. @throws VALIDATION_ERROR that names every field */
function scrollChoice({ username, scrolls }: WantedDeparture, own: string): 'keep' | 'erase' {
  const isChoice = scrolls === 'keep' || scrolls === 'erase'
  const issues = [
    ...(isChoice ? [] : [{ field: 'scrolls', reason: 'must be keep or erase' }]),
    ...(username === own ? [] : [{ field: 'confirmation', reason: 'must be your username' }]),
  ]
  const [issue, ...more] = issues
  if (issue) throw invalidInput([issue, ...more])
  return scrolls as 'keep' | 'erase'
}

/** Withdraws a departure, if there is one. Returns false if the account is already closed. */
export function withdrawDeparture(ctx: AuditContext, identityId: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockPersonForUpdate(trx, identityId)
    await withdrawWithin({ ...ctx, db: trx }, identityId, new Date(0))
    const closed = trx
      .selectFrom('identities')
      .select('id')
      .where('id', '=', identityId)
      .where('leftAt', 'is not', null)
    return (await closed.executeTakeFirst()) === undefined
  })
}

/** Withdraws a departure that was requested after `since`, within a larger transaction. */
export async function withdrawWithin(
  ctx: Omit<AuditContext, 'db'> & Pick<TransactionContext, 'db'>,
  identityId: string,
  since: Date,
): Promise<void> {
  const withdrawn = await ctx.db
    .deleteFrom('departures')
    .where('identityId', '=', identityId)
    .where('closedAt', 'is', null)
    .where('askedAt', '>', since)
    .returning('id')
    .executeTakeFirst()
  if (withdrawn) await recordAudit(ctx, { kind: 'deletion_withdrawn', identityId })
}

async function refuseLastAdministrator(
  trx: Transaction<IdentityTables>,
  identityId: string,
): Promise<void> {
  if (!(await isLastAdministrator(trx, identityId))) return
  const message =
    'You are the last administrator. Make somebody else an administrator, and then delete your account.'
  throw refused('LAST_ADMINISTRATOR', message)
}
