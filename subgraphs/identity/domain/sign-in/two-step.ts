// The choice to require a passkey after a password or a wallet.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import { refused } from '#foundation/domain/errors.ts'
import type { AuditContext } from '../../context.ts'
import type { IdentityTables, Session } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import { lockPersonForUpdate } from '../people/person.ts'
import { createRecoveryCodes } from './recovery-code.ts'
import { findFactors } from '../sessions/second-factor.ts'
import { lockStepUp } from '../sessions/step-up.ts'

/**
 * Turns it on or off in a session that has stepped up. Repeating it changes nothing. Turning it on creates
 * recovery codes if the person has none, because losing the passkey would lock them out. @throws NO_PASSKEY,
 * INSUFFICIENT_PERMISSIONS
 */
export function changeTwoStep(
  ctx: AuditContext,
  session: Pick<Session, 'id' | 'identityId' | 'tokenHash'>,
  wanted: boolean,
): Promise<string[]> {
  const { identityId } = session
  return ctx.db.transaction().execute(async (trx) => {
    // For "this was not me", the choice must not be older than its notice.
    const at = ctx.now()
    const within = { ...ctx, db: trx, now: () => at }
    await lockPersonForUpdate(trx, identityId)
    await lockStepUp(within, session)
    const { passkeys, recoveryCodes } = await findFactors(within, identityId)
    if (wanted && passkeys === 0) throw refused('NO_PASSKEY', 'Add a passkey first.')
    const changed = wanted ? await turnOn(trx, identityId, at) : await turnOff(trx, identityId)
    if (!changed) return []
    const kind = wanted ? 'two_step_enabled' : 'two_step_disabled'
    await recordAudit(within, { kind, identityId })
    return wanted && recoveryCodes === 0 ? createRecoveryCodes(within, identityId) : []
  })
}

async function turnOn(
  trx: Transaction<IdentityTables>,
  identityId: string,
  since: Date,
): Promise<boolean> {
  const added = await trx
    .insertInto('twoStepSignIns')
    .values({ identityId, since })
    .onConflict((conflict) => conflict.doNothing())
    .returning('identityId')
    .executeTakeFirst()
  return added !== undefined
}

async function turnOff(trx: Transaction<IdentityTables>, identityId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('twoStepSignIns')
    .where('identityId', '=', identityId)
    .returning('identityId')
    .executeTakeFirst()
  return removed !== undefined
}

/** Call it after removing passkeys: the choice ends with the last passkey, and a new one does not bring it back. */
export async function endTwoStepWithoutPasskeys(
  trx: Transaction<IdentityTables>,
  identityId: string,
): Promise<void> {
  await sql`
    delete from two_step_sign_ins
    where identity_id = ${identityId}
      and not exists (select from passkeys where identity_id = ${identityId})`.execute(trx)
}
