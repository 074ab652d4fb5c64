// The wish to be asked for a passkey after a password or a wallet.
import { refused } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../context.ts'
import { recordAudit } from './audit.ts'
import { lockPersonForUpdate } from './person.ts'
import { findFactors } from './second-factor.ts'

type Changing = Pick<IdentityContext, 'db' | 'now' | 'address' | 'requestId'>

/** Turns it on or off. The same again changes nothing. @throws NO_PASSKEY */
export function changeTwoStep(ctx: Changing, identityId: string, wanted: boolean): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const within = { ...ctx, db: trx }
    await lockPersonForUpdate(trx, identityId)
    const { passkeys } = await findFactors(within, identityId)
    if (wanted && passkeys === 0) throw refused('NO_PASSKEY', 'Add a passkey first.')
    const changed = wanted
      ? await trx
          .insertInto('twoStepSignIns')
          .values({ identityId, since: ctx.now() })
          .onConflict((conflict) => conflict.doNothing())
          .returning('identityId')
          .executeTakeFirst()
      : await trx
          .deleteFrom('twoStepSignIns')
          .where('identityId', '=', identityId)
          .returning('identityId')
          .executeTakeFirst()
    const kind = wanted ? 'two_step_enabled' : 'two_step_disabled'
    if (changed) await recordAudit(within, { kind, identityId })
  })
}
