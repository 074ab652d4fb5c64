// Which ways into an account a recovery may remove.
import type { IdentityContext } from '../../context.ts'
import { listPasskeys } from '../sign-in/passkey.ts'
import { findRecoveryCodes } from '../sign-in/recovery-code.ts'
import type { KeptWays } from '../sign-in/ways-in.ts'
import { findFactors } from '../sessions/second-factor.ts'
import { findRecent } from './recent-ways.ts'
import type { RecoveringIdentity } from './reset-link.ts'

type DbAndClock = Pick<IdentityContext, 'db' | 'now'>
type Recovery = Pick<RecoveringIdentity, 'id' | 'since'>

/** Whether a way in that was added at that time may be removed. */
export type MayRemove = Record<'passkey' | 'wallet' | 'recoveryCodes', (addedAt: Date) => boolean>

/**
 * A recovery with a code may remove anything. One with mail alone may remove only what is at most a week old, and
 * nothing that is or can replace a required second factor: with something older, the owner can return after a thief of
 * the mailbox. The app always stays.
 */
export async function findRemovable(ctx: DbAndClock, { id, since }: Recovery): Promise<MayRemove> {
  const [{ required, totp }, { recentSince }] = await Promise.all([
    findFactors(ctx, id),
    findRecent(ctx, id),
  ])
  const isRemovable = (addedAt: Date) => since !== null || addedAt >= recentSince
  return {
    passkey: (addedAt) => isRemovable(addedAt) && (since !== null || totp || !required),
    wallet: isRemovable,
    recoveryCodes: (addedAt) => isRemovable(addedAt) && (since !== null || !required),
  }
}

/** The ways in that stay: those that the person keeps, and those that this recovery may not remove. */
export async function withUnremovable(
  ctx: DbAndClock,
  identity: Recovery,
  kept: KeptWays,
): Promise<KeptWays> {
  const { id } = identity
  const may = await findRemovable(ctx, identity)
  const passkeys = (await listPasskeys(ctx, id)).filter(({ createdAt }) => !may.passkey(createdAt))
  const wallets = await ctx.db
    .selectFrom('wallets')
    .select(['id', 'linkedAt'])
    .where('identityId', '=', id)
    .execute()
  const { createdAt } = await findRecoveryCodes(ctx, id)
  const codes = createdAt && !may.recoveryCodes(createdAt) ? [createdAt.toISOString()] : []
  const stay = wallets.filter(({ linkedAt }) => !may.wallet(linkedAt))
  return {
    ...kept,
    passkeys: [...kept.passkeys, ...passkeys.map((each) => each.id)],
    wallets: [...kept.wallets, ...stay.map((each) => each.id)],
    recoveryCodes: [...kept.recoveryCodes, ...codes],
  }
}
