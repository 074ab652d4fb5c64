// What else leads into an account besides its password: what its person does not keep, ends with the old one.
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import type { IdentityContext } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'
import { removePasskeysBut } from './passkey.ts'
import { findRecoveryCodes } from './recovery-code.ts'
import { unlinkWalletsBut } from '../wallets/wallet.ts'

/** All others are removed. */
export interface KeptWays {
  /** Ids. */
  passkeys: readonly string[]
  wallets: readonly string[]
  /** When they were made, as an ISO date. */
  recoveryCodes: readonly string[]
  addresses: readonly string[]
  /** When the authenticator app was set up, as an ISO date. */
  totp: readonly string[]
}

/** Removes the caller's passkeys, wallets and recovery codes that they do not keep. */
export async function removeWaysBut(
  ctx: IdentityContext,
  trx: Transaction<IdentityTables>,
  { passkeys, wallets, recoveryCodes }: KeptWays,
): Promise<void> {
  const identityId = requireIdentity(ctx)
  await removePasskeysBut({ ...ctx, db: trx }, identityId, passkeys)
  await unlinkWalletsBut(ctx, trx, wallets)
  const { createdAt } = await findRecoveryCodes({ db: trx }, identityId)
  if (createdAt && !recoveryCodes.includes(createdAt.toISOString())) {
    await trx.deleteFrom('recoveryCodes').where('identityId', '=', identityId).execute()
  }
}
