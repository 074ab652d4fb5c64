// Step-up: sensitive actions need a sign-in within the last ten minutes, with the person's strongest factor.
import { sql } from 'kysely'
import type { Db, Transaction } from '#foundation/database/database.ts'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { forbidden, type DomainError } from '#foundation/domain/errors.ts'
import { isRecentSignIn } from '#foundation/auth/authentication-context.ts'
import type { QueryContext } from '../../context.ts'
import type { IdentityTables, Session } from '../../tables.ts'
import type { AuthenticationMethod } from '../../tables/sign-in.ts'
import { recordAudit, type AuditSource } from '../audit/audit.ts'
import { findFactors, hasSecondFactor, isStrong } from './second-factor.ts'
import { lockPasswordForShare, lockPersonForKeyShare, renewSession } from './session.ts'

type Proved = Pick<Session, 'identityId' | 'authenticatedAt' | 'methods'>

/** Whether the session was confirmed with the person's strongest factor within the last ten minutes. */
export async function isSteppedUp({ db, now }: QueryContext, session: Proved): Promise<boolean> {
  if (!isRecentSignIn(session.authenticatedAt.getTime(), now())) return false
  return isStrong(session) || !hasSecondFactor(await findFactors({ db }, session.identityId))
}

/** Throws unless the session has stepped up. @throws INSUFFICIENT_PERMISSIONS with the reason `step_up` */
export async function requireStepUp(ctx: QueryContext, session: Proved): Promise<void> {
  if (!(await isSteppedUp(ctx, session))) throw notSteppedUp()
}

/**
 * Locks the session and checks in the transaction of the change that it has stepped up, with the strongest
 * factor of this moment. Returns what the session has proved. @throws INSUFFICIENT_PERMISSIONS
 */
export async function lockStepUp(
  { db, now }: { db: Transaction<IdentityTables>; now: () => Date },
  session: Pick<Session, 'id' | 'tokenHash'>,
): Promise<Pick<Session, 'methods'>> {
  const held = await lockSession(db, session)
  await requireStepUp({ db, now }, held)
  return held
}

/** Locks the session of a change. @throws INSUFFICIENT_PERMISSIONS if it has ended or its cookie was renewed */
export async function lockSession(
  trx: Transaction<IdentityTables>,
  { id, tokenHash }: Pick<Session, 'id' | 'tokenHash'>,
): Promise<Proved> {
  const held = await trx
    .selectFrom('sessions')
    .select(['identityId', 'authenticatedAt', 'methods'])
    .where('id', '=', id)
    .where('tokenHash', '=', tokenHash)
    .forShare()
    .executeTakeFirst()
  if (held) return held
  throw sessionEnded()
}

/** A new proof: its methods, and the hash of the password if it was one. */
export interface Proof {
  method: Session['method']
  methods: readonly AuthenticationMethod[]
  passwordHash?: string | undefined
}

/**
 * Records in the session what the person has just proved, and returns a new cookie value, so that a copy of the
 * old cookie gains nothing. @throws INSUFFICIENT_PERMISSIONS if the session has ended or was renewed, or the
 * password was changed meanwhile
 */
export async function stepUp(
  ctx: AuditSource,
  session: Pick<Session, 'id' | 'identityId' | 'tokenHash'>,
  { method, methods, passwordHash }: Proof,
): Promise<string> {
  const { identityId } = session
  return ctx.db.transaction().execute(async (trx) => {
    await lockPersonForKeyShare(trx, identityId)
    if (passwordHash !== undefined) await lockPasswordForShare(trx, identityId, passwordHash)
    const proved = { authenticatedAt: ctx.now(), methods: [...methods] }
    const token = await renewSession(trx, session, proved)
    if (token === undefined) throw notSteppedUp()
    const details = { method, methods, step: 'confirmation' }
    await recordAudit({ ...ctx, db: trx }, { kind: 'sign_in', identityId, details })
    return token
  })
}

/** How a person can confirm who they are: only with their strongest factors. */
export interface StepUpMethods {
  password: boolean
  wallet: boolean
  /** Whether a password or a wallet must be combined with a code of the authenticator app. */
  code: boolean
  passkey: boolean
}

export async function findStepUpMethods(
  { db }: Pick<QueryContext, 'db'>,
  identityId: string,
): Promise<StepUpMethods> {
  const factors = await findFactors({ db }, identityId)
  const passkey = factors.passkeys > 0
  // A passkey counts as two factors, so one factor alone is weaker.
  const oneIsEnough = factors.totp || !passkey
  const { password, wallet } = await findFirstFactors(db, identityId)
  return {
    password: password && oneIsEnough,
    wallet: wallet && oneIsEnough,
    code: factors.totp,
    passkey,
  }
}

async function findFirstFactors(
  db: Db<IdentityTables>,
  identityId: string,
): Promise<{ password: boolean; wallet: boolean }> {
  const { rows } = await reads(sql<{ password: boolean; wallet: boolean }>`
    select
      exists (select from passwords where identity_id = ${identityId}) as password,
      exists (select from wallets where identity_id = ${identityId} and signs_in) as wallet
  `).execute(db)
  return rows[0]!
}

function notSteppedUp(): DomainError {
  const message =
    'You must have signed in within the last ten minutes, with your second factor if you have one. Confirm on your account page that it is you.'
  return forbidden(message, { reason: 'step_up' })
}

export function sessionEnded(): DomainError {
  return forbidden('This sign-in has ended. Sign in again.', { reason: 'session' })
}
