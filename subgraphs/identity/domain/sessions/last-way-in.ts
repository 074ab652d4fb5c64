// Prevents people from locking themselves out: removing a way into an account must leave another, even if several
// are removed at the same time.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
import { refused } from '#foundation/domain/errors.ts'
import type { IdentityTables } from '../../tables.ts'

interface WaysIn {
  password: boolean
  passkeys: number
  wallets: number
  /** True with recovery codes, or with a verified address if mail is configured. */
  canRecover: boolean
}

/** The ways into an account. Addresses count only if mail is configured. */
export async function findWaysIn(
  trx: Transaction<IdentityTables>,
  identityId: string,
  sendsMail: boolean,
): Promise<WaysIn> {
  const found = await readsAlone(sql<WaysIn>`
    select
      exists (select from passwords where identity_id = ${identityId}) as password,
      (select count(*) from passkeys where identity_id = ${identityId}) as passkeys,
      (select count(*) from wallets where identity_id = ${identityId} and signs_in) as wallets,
      exists (select from recovery_codes where identity_id = ${identityId})
        or (${sendsMail} and exists (
          select from email_addresses where identity_id = ${identityId}
        )) as can_recover`).execute(trx)
  return found.rows[0]!
}

/**
 * Call it after removing a way in, in a transaction that first locked the person, so that of two simultaneous
 * removals the second sees the first. @throws LAST_WAY_IN if nothing is left to sign in with
 */
export async function requireWayIn(
  trx: Transaction<IdentityTables>,
  identityId: string,
): Promise<void> {
  const { password, passkeys, wallets } = await findWaysIn(trx, identityId, false)
  if (password || passkeys > 0 || wallets > 0) return
  throw refused(
    'LAST_WAY_IN',
    'This is your last way to sign in. Add a passkey or set a password first.',
  )
}

/**
 * Call it after removing a way to recover: a person without a password must keep one. @throws LAST_WAY_IN
 * without a password and without recovery codes
 */
export async function requireRecovery(
  trx: Transaction<IdentityTables>,
  identityId: string,
): Promise<void> {
  const { password, canRecover } = await findWaysIn(trx, identityId, false)
  if (password || canRecover) return
  throw refused(
    'LAST_WAY_IN',
    'Without a password, this address is your last way to recover. Make recovery codes or set a password first.',
  )
}
