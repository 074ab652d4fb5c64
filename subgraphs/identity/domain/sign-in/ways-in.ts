// The ways into an account besides its password. Those that the person does not keep end with the old password.
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import type { IdentityContext } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'
import { removePasskeysBut } from './passkey.ts'
import { deleteRecoveryCodes, findRecoveryCodes } from './recovery-code.ts'
import { unlinkWalletsBut } from '../wallets/wallet.ts'

/** The ways in to keep; all others are removed. */
export interface KeptWays {
  passkeys: readonly string[]
  wallets: readonly string[]
  /** When the recovery codes were created, as an ISO date. */
  recoveryCodes: readonly string[]
  addresses: readonly string[]
  /** When the authenticator app was set up, as an ISO date. */
  totp: readonly string[]
}

/** Removes the caller's passkeys, wallets, app and recovery codes, except those in `kept`. */
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
    await deleteRecoveryCodes({ ...ctx, db: trx }, identityId)
  }
}
