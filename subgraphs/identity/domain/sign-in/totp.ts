// The codes of authenticator apps (RFC 6238). Each is accepted once.
import { randomBytes } from 'node:crypto'
import type { IdentityContext, QueryContext } from '../../context.ts'
import { requireUnlocked } from '../sessions/account-lock.ts'
import { checkGuess, clearAttempts, type Bucket } from '../secrets/attempt-throttle.ts'
import { seal, unseal } from '../sealing/seal.ts'

/** The length of the hash, as RFC 4226, section 4, recommends. */
const SECRET_BYTES = 20
/** The parameters of the codes, the only ones that every app supports. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 }
/** The number of steps by which the clocks may differ. */
const WINDOW = 1

/**
 * Limits wrong codes per person and kind of guesser, who already knows the password. Three of a million codes
 * are valid at a time, so a day of guessing succeeds with a chance of 1 in 6,667.
 */
const GUESSES = { max: 10, windowMs: 15 * 60_000 }
const GUESSES_OF_A_DAY = { max: 50, windowMs: 86_400_000 }

/** The owner of an app, and the authorization server's secret, which seals its key. */
export interface TotpOwner {
  identityId: string
  key: Buffer
}

export function newTotpSecret({ identityId, key }: TotpOwner): Buffer {
  return seal(key, identityId, randomBytes(SECRET_BYTES))
}

/** A secret for an app: in base32, and as a key URI for a QR code. */
export interface TotpSecret {
  text: string
  uri: string
}

/** The secret as the app reads it; undefined if another secret of the authorization server sealed it. */
export async function readTotpSecret(
  { identityId, key }: TotpOwner,
  stored: Buffer,
  names: { issuer: string; label: string },
): Promise<TotpSecret | undefined> {
  const secret = unseal(key, identityId, stored)
  if (!secret) return undefined
  const totp = await totpOf(secret, names)
  return { text: totp.secret.base32, uri: totp.toString() }
}

/**
 * Kinds of guessers, counted separately, so that strangers who know the password do not use up the owner's attempts on
 * a known device, in an open session, or on the page of a claim.
 */
const GUESSERS = ['stranger', 'device', 'session', 'claimant', 'holder'] as const
export type Guesser = (typeof GUESSERS)[number]

function bucketsOf(guesser: Guesser, identityId: string): Bucket[] {
  return [
    { key: `totp-day:${guesser}:${identityId}`, ...GUESSES_OF_A_DAY },
    { key: `totp:${guesser}:${identityId}`, ...GUESSES },
  ]
}

/**
 * Clears the wrong codes when a session that has stepped up changes the password. Never call it for a link in a
 * mail: a mailbox would then give more guesses.
 */
export async function clearTotpGuesses(ctx: QueryContext, identityId: string): Promise<void> {
  const buckets = GUESSERS.flatMap((guesser) => bucketsOf(guesser, identityId))
  for (const { key } of buckets) await clearAttempts(ctx, key)
}

/**
 * Checks a code: one of the person's app, for the current step, not used before. @throws RATE_LIMIT_EXCEEDED
 * after too many wrong ones
 */
export async function proveTotp(
  ctx: Pick<IdentityContext, 'db' | 'now'>,
  owner: TotpOwner,
  code: string,
  guesser: Guesser,
): Promise<boolean> {
  const buckets = bucketsOf(guesser, owner.identityId)
  const check = async () => ((await useCode(ctx, owner, code, 'confirmed')) ? true : undefined)
  return (await checkGuess(ctx, buckets, check)) ?? false
}

/**
 * `proveTotp` for a sign-in. @throws INSUFFICIENT_PERMISSIONS for a right code of a locked account, without
 * consuming it: it may decide a claim
 */
export async function proveTotpToSignIn(
  ctx: Pick<IdentityContext, 'db' | 'now'>,
  owner: TotpOwner,
  code: string,
  guesser: Guesser,
): Promise<boolean> {
  const check = () =>
    ctx.db.transaction().execute(async (trx) => {
      const within = { ...ctx, db: trx }
      if (!(await useCode(within, owner, code, 'confirmed'))) return undefined
      await requireUnlocked(within, owner.identityId)
      return true
    })
  return (await checkGuess(ctx, bucketsOf(guesser, owner.identityId), check)) ?? false
}

/** Consumes the time step of a code, once even for simultaneous requests. Returns false for a wrong code. */
export async function useCode(
  { db, now }: QueryContext,
  { identityId, key }: TotpOwner,
  code: string,
  state: 'confirmed' | 'new',
): Promise<boolean> {
  const factor = await db
    .selectFrom('totpFactors')
    .select(['secret', 'confirmedAt'])
    .where('identityId', '=', identityId)
    .executeTakeFirst()
  if (!factor || (factor.confirmedAt === null) !== (state === 'new')) return false
  const secret = unseal(key, identityId, factor.secret)
  const step = secret && (await stepOf(secret, code, now()))
  if (step === undefined) return false
  const used = await db
    .updateTable('totpFactors')
    .set({ lastUsedStep: step, confirmedAt: factor.confirmedAt ?? now() })
    .where('identityId', '=', identityId)
    .where('secret', '=', factor.secret)
    .where((eb) => eb.or([eb('lastUsedStep', 'is', null), eb('lastUsedStep', '<', step)]))
    .returning('identityId')
    .executeTakeFirst()
  return used !== undefined
}

/** The time step of a code near that time; undefined for a wrong code. */
async function stepOf(secret: Buffer, typed: string, at: Date): Promise<number | undefined> {
  const token = asciiDigits(typed)
  // The library compares bytes, and other characters may have several.
  if (!/^[0-9]{6}$/.test(token)) return undefined
  const timestamp = at.getTime()
  const totp = await totpOf(secret)
  const delta = totp.validate({ token, timestamp, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** Removes blanks and hyphens, and converts Arabic, Persian and full-width digits to 0 to 9. */
function asciiDigits(typed: string): string {
  const plain = typed.normalize('NFKC').replaceAll(/[\s-]/g, '')
  return plain.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  )
}

async function totpOf(secret: Buffer, names: { issuer?: string; label?: string } = {}) {
  const { Secret, TOTP } = await otpAuth()
  return new TOTP({
    ...FORM,
    ...names,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })
}

/** Loaded with the first code, because most processes need none. */
const otpAuth = () => import('otpauth')
