// Second factors: what proves a person after a password or a wallet, and when sign-in requires one.
import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { Db } from '#foundation/database/database.ts'
import type { Acr } from '#foundation/auth/authentication-context.ts'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
import { forbidden } from '#foundation/domain/errors.ts'
import type { IdentityTables, Session } from '../../tables.ts'
import type { AuthenticationMethod } from '../../tables/sign-in.ts'

type DbContext = { db: Db<IdentityTables> }

export interface Factors {
  /** Whether an authenticator app is set up. */
  totp: boolean
  passkeys: number
  /** How many unused recovery codes are left. Each can replace a lost factor. */
  recoveryCodes: number
  /** Whether the person has chosen to require a passkey. */
  twoStep: boolean
  /**
   * Whether sign-in requires a second factor: with an app; or with a passkey, for administrators and people who
   * have chosen so.
   */
  required: boolean
}

/** The factors of a person; none for an unknown person. */
export async function findFactors({ db }: DbContext, identityId: string): Promise<Factors> {
  const [found] = await factorsOf(db, [identityId])
  return found!
}

/** Loads factors, once per person and request. */
export function factorsLoader(db: Db<IdentityTables>): DataLoader<string, Factors> {
  return new DataLoader((ids) => factorsOf(db, ids))
}

async function factorsOf(db: Db<IdentityTables>, ids: readonly string[]): Promise<Factors[]> {
  const { rows } = await readsAlone(sql<Omit<Factors, 'required'> & { isAdministrator: boolean }>`
    select
      exists (
        select from totp_factors where identity_id = person.id and confirmed_at is not null
      ) as totp,
      (select count(*) from passkeys where identity_id = person.id) as passkeys,
      (select count(*) from recovery_codes where identity_id = person.id) as recovery_codes,
      exists (select from two_step_sign_ins where identity_id = person.id) as two_step,
      exists (
        select from identities where id = person.id and role = 'admin'
      ) as is_administrator
    from unnest(${[...ids]}::text[]) with ordinality as person (id, place)
    order by place`).execute(db)
  return rows.map(({ isAdministrator, ...has }) => ({
    ...has,
    required: has.totp || ((has.twoStep || isAdministrator) && has.passkeys > 0),
  }))
}

/** Whether a person has an app or a passkey. */
export function hasSecondFactor({ totp, passkeys }: Factors): boolean {
  return totp || passkeys > 0
}

/** The methods that each first factor proves. A passkey proves possession and that it was unlocked. */
export const METHODS: Readonly<Record<Session['method'], readonly AuthenticationMethod[]>> = {
  password: ['pwd'],
  wallet: ['pop'],
  passkey: ['pop', 'user', 'mfa'],
}

/** The factors that can follow a password or a wallet. */
export type SecondFactor = 'totp' | 'passkey' | 'recovery_code'

/** The methods proved so far, with those of a second factor. */
export function withSecondFactor(
  before: readonly AuthenticationMethod[],
  by: SecondFactor,
): AuthenticationMethod[] {
  const second = by === 'passkey' ? METHODS.passkey : (['otp', 'mfa'] as const)
  return [...new Set([...before, ...second])]
}

/** Whether two factors were proved. */
export function isStrong({ methods }: Pick<Session, 'methods'>): boolean {
  return methods.includes('mfa')
}

/** The Authentication Context Class Reference of the proved methods. */
export function acrOf(methods: readonly AuthenticationMethod[]): Acr {
  return isStrong({ methods: [...methods] }) ? '2' : '1'
}

/** Throws if only one factor was proved and sign-in requires two. @throws INSUFFICIENT_PERMISSIONS */
export async function requireFactors(
  ctx: DbContext,
  identityId: string,
  methods: readonly AuthenticationMethod[],
): Promise<void> {
  if (methods.includes('mfa') || !(await findFactors(ctx, identityId)).required) return
  throw forbidden('Sign in again, with your second factor.', { reason: 'second_factor' })
}

/**
 * Removes a person's app, the recovery codes that could replace it, and the choice to require a passkey, on behalf of
 * an administrator. Passkeys stay, because they may be the only way to sign in. Returns what was removed.
 */
export async function resetFactors(
  { db }: DbContext,
  identityId: string,
): Promise<Pick<Factors, 'totp' | 'recoveryCodes' | 'twoStep'>> {
  const before = await findFactors({ db }, identityId)
  for (const table of [
    'totpFactors',
    'twoStepSignIns',
    'recoveryCodes',
    'pendingSignIns',
  ] as const) {
    await db.deleteFrom(table).where('identityId', '=', identityId).execute()
  }
  return { totp: before.totp, recoveryCodes: before.recoveryCodes, twoStep: before.twoStep }
}
