// The proofs that decide a claim: ways in that the account had before the cause of the claim, and still has.
import { sql } from 'kysely'
import type { Db } from '#foundation/database/database.ts'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { forbidden } from '#foundation/domain/errors.ts'
import type { TransactionContext } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'
import type { Claim } from './account-claim.ts'
import { useRecoveryCode } from '../sign-in/recovery-code.ts'
import { findTotp } from '../sign-in/totp-set-up.ts'

/** When the proof was added to the claimed account; undefined if it is not of that account. May consume the proof. */
export type ProofTime = (ctx: TransactionContext, claim: Claim) => Promise<Date | undefined>

/** @throws INSUFFICIENT_PERMISSIONS if both sides have proved the password */
export const passwordTime =
  (hash: string): ProofTime =>
  async ({ db }, { contested, identityId }) => {
    if (contested) throw provedByBoth()
    const password = await db
      .selectFrom('passwords')
      .select('changedAt')
      .where('identityId', '=', identityId)
      .where('hash', '=', hash)
      .executeTakeFirst()
    return password?.changedAt
  }

/** The hash of the password that was set at that time: a proof exactly as old as the password is the password. */
export async function findPasswordOf(
  { db }: Pick<TransactionContext, 'db'>,
  identityId: string,
  changedAt: Date,
): Promise<string | undefined> {
  const password = await db
    .selectFrom('passwords')
    .select('hash')
    .where('identityId', '=', identityId)
    .where('changedAt', '=', changedAt)
    .executeTakeFirst()
  return password?.hash
}

export const passkeyTime =
  (id: string): ProofTime =>
  async ({ db }, { identityId }) => {
    const passkey = await db
      .selectFrom('passkeys')
      .select('createdAt')
      .where('identityId', '=', identityId)
      .where('id', '=', id)
      .executeTakeFirst()
    return passkey?.createdAt
  }

/** The time at which the wallet was linked. */
export const walletTime =
  (id: string): ProofTime =>
  async ({ db }, { identityId }) => {
    const wallet = await db
      .selectFrom('wallets')
      .select('linkedAt')
      .where('identityId', '=', identityId)
      .where('id', '=', id)
      .where('signsIn', '=', true)
      .executeTakeFirst()
    return wallet?.linkedAt
  }

/** The time at which the app was set up. Call it after checking its code. */
export const appTime: ProofTime = async (ctx, { identityId }) =>
  (await findTotp(ctx, identityId))?.confirmedAt

export const recoveryCodeTime =
  (typed: string): ProofTime =>
  ({ db }, { identityId }) =>
    useRecoveryCode(db, identityId, typed)

/** Which kinds of older proofs the account has. */
export interface OlderProofs {
  password: boolean
  passkey: boolean
  wallet: boolean
  app: boolean
  recoveryCodes: boolean
}

export async function findOlderProofs(
  { db }: { db: Db<IdentityTables> },
  { identityId, causedAt, contested }: Pick<Claim, 'identityId' | 'causedAt' | 'contested'>,
): Promise<OlderProofs> {
  const older = (table: string, time: string, also = sql`true`) => sql<boolean>`exists (
    select from ${sql.table(table)}
    where identity_id = ${identityId} and ${sql.ref(time)} < ${causedAt} and ${also}
  )`
  const { rows } = await reads(sql<OlderProofs>`
    select
      ${older('passwords', 'changed_at', sql`not ${contested}::boolean`)} as password,
      ${older('passkeys', 'created_at')} as passkey,
      ${older('wallets', 'linked_at', sql`signs_in`)} as wallet,
      ${older('totp_factors', 'confirmed_at')} as app,
      ${older('recovery_codes', 'created_at')} as recovery_codes`).execute(db)
  return rows[0]!
}

function provedByBoth() {
  const message =
    'Both sides know the password, so it does not show whose the account is. Use something else.'
  return forbidden(message, { reason: 'claim' })
}
