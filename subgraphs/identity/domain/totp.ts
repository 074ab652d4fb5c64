// Authenticator apps (RFC 6238): their secrets, and the codes that each count once.
import { createHmac, randomBytes } from 'node:crypto'
import type { Db, Transaction } from '#foundation/database/database.ts'
import type { IdentityContext } from '../context.ts'
import type { IdentityTables } from '../tables.ts'
import { checkGuess } from './attempt-throttle.ts'
import { sameHash, sha256 } from './random.ts'
import { seal, unseal } from './seal.ts'

/** As long as the hash, which RFC 4226, section 4, recommends. */
const SECRET_BYTES = 20
const STEP_S = 30
/** Clocks may be a step apart. */
const WINDOW = 1

/**
 * Wrong codes of one person, whose password is known by then. Of a million codes three are right at a
 * time, so a day of guessing finds one with a chance of 1 in 6,667.
 */
const GUESSES = { most: 10, windowMs: 15 * 60_000 }
const GUESSES_OF_A_DAY = { most: 50, windowMs: 86_400_000 }

type Keeping = { db: Db<IdentityTables>; now: () => Date }

/** Whose app it is, and the secret of the data folder that seals. */
export interface TotpOwner {
  identityId: string
  key: Buffer
}

/** Starts to set up an app, in the place of one that was never confirmed. */
export async function startTotp(
  { db, now }: { db: Transaction<IdentityTables>; now: () => Date },
  { identityId, key }: TotpOwner,
): Promise<void> {
  const factor = { secret: seal(key, identityId, randomBytes(SECRET_BYTES)), createdAt: now() }
  await db
    .insertInto('totpFactors')
    .values({ identityId, ...factor })
    .onConflict((conflict) =>
      conflict.column('identityId').doUpdateSet(factor).where('totpFactors.confirmedAt', 'is', null),
    )
    .execute()
}

/**
 * Whether the code is one of the person's app now, and the first of its step or a later one.
 * @throws RATE_LIMIT_EXCEEDED after too many wrong ones
 */
export async function proveTotp(
  ctx: Pick<IdentityContext, 'db' | 'now'>,
  owner: TotpOwner,
  code: string,
): Promise<boolean> {
  const { identityId } = owner
  const buckets = [
    { key: `totp-day:${identityId}`, ...GUESSES_OF_A_DAY },
    { key: `totp:${identityId}`, ...GUESSES },
  ]
  const check = async () => ((await useCode(ctx, owner, code, 'confirmed')) ? true : undefined)
  return (await checkGuess(ctx, buckets, check)) ?? false
}

/** Uses up the step of the code, whoever else presents it at the same time. False for a wrong code. */
export async function useCode(
  { db, now }: Keeping,
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
  const step = secret && stepOf(secret, code, now())
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

/** The step that a code belongs to, near that time; undefined for a wrong code. */
function stepOf(secret: Buffer, typed: string, at: Date): number | undefined {
  const code = typed.replaceAll(/[\s-]/g, '')
  const now = Math.floor(at.getTime() / 1000 / STEP_S)
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, each) => now - WINDOW + each)
  return steps.find((step) => sameHash(sha256(codeOf(secret, step)), sha256(code)))
}

/** RFC 4226, section 5.3. */
function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const number = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}
