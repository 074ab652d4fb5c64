// Passwords: argon2id in PHC format, two at a time, with the same work whether or not the person exists.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db, Transaction } from '#foundation/database/database.ts'
import { DomainError, type Issue } from '#foundation/domain/errors.ts'
import { currentCallerKey } from '#foundation/limits/current-caller.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'
import { countRefusal } from '#foundation/telemetry/metrics.ts'
import type { IdentityContext } from '../../context.ts'
import type { Identity, IdentityTables } from '../../tables.ts'
import { checkGuess } from '../secrets/attempt-throttle.ts'
import { runInPasswordQueue } from './password-queue.ts'
import { weakness } from './password-strength.ts'
import { SYSTEM_WORDS } from '../people/reserved-usernames.ts'

/** OWASP Password Storage Cheat Sheet, second choice: memory in KiB, passes, lanes. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const MIN_LENGTH = 12
const MAX_LENGTH = 256

/**
 * Hashing shares the thread pool with DNS and files, so only two run at a time. Callers take turns, so that
 * none can fill the queue.
 */
const slots = new FairSemaphore({ total: 2, perCaller: 2, waiting: 100, waitingPerCaller: 100 })

const argon2Async = promisify(argon2)

/** The issues of a new password: length, the person's own name, or easy to guess. */
export async function passwordIssues(
  { settings }: Pick<IdentityContext, 'settings'>,
  field: string,
  password: string,
  { username, displayName }: Pick<Identity, 'username' | 'displayName'>,
): Promise<Issue[]> {
  const { length } = Array.from(password)
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    return [{ field, reason: `must have ${MIN_LENGTH} to ${MAX_LENGTH} characters` }]
  }
  if (username !== '' && password.toLowerCase().includes(username)) {
    return [{ field, reason: 'must not hold the username' }]
  }
  const known = [username, displayName, new URL(settings.issuer).host, ...SYSTEM_WORDS]
  const reason = await weakness(password, known)
  return reason === undefined ? [] : [{ field, reason }]
}

/** Hashes a password, as a PHC string. @throws RATE_LIMIT_EXCEEDED when too many are waiting */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await hashInSlot(password, salt)
  const { memory, passes, parallelism } = PARAMETERS
  const parts = [salt, hash].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${parts.join('$')}`
}

export async function setPassword(
  { db, now }: { db: Db<IdentityTables>; now: () => Date },
  identityId: string,
  hash: string,
): Promise<void> {
  await db
    .insertInto('passwords')
    .values({ identityId, hash, changedAt: now() })
    .onConflict((conflict) => conflict.column('identityId').doUpdateSet({ hash, changedAt: now() }))
    .execute()
}

/** A hash for unknown usernames, so that they take as long as known ones. */
const NOBODY = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

export interface Proven {
  id: string
  /** The hash of the password that was proved. */
  passwordHash: string
}

/** The person with that username and password; undefined if anything is wrong. */
export async function findByPassword(
  { db }: Pick<IdentityContext, 'db'>,
  username: string,
  password: string,
): Promise<Proven | undefined> {
  const found = await db
    .selectFrom('identities')
    .innerJoin('passwords', 'passwords.identityId', 'identities.id')
    .select(['identities.id', 'passwords.hash', 'identities.disabledAt'])
    .where('username', '=', username.slice(0, 100))
    .executeTakeFirst()
  const matches = await isPassword(found?.hash ?? NOBODY, password)
  if (!matches || found?.disabledAt !== null) return undefined
  return { id: found.id, passwordHash: found.hash }
}

/** Limits guesses at the current password by anybody with access to a session. */
const GUESSES = { max: 10, windowMs: 15 * 60_000 }

interface Guess {
  password: string
  /** The key under which guesses are counted. */
  key: string
}

/**
 * Returns the hash of the person's password if the given one is right. @throws RATE_LIMIT_EXCEEDED after too many
 * wrong ones
 */
export function proveCurrentPassword(
  ctx: Pick<IdentityContext, 'db' | 'now'>,
  identityId: string,
  password: string,
  key = `password:${identityId}`,
): Promise<string | undefined> {
  return provePassword(ctx, { password, key }, async () => {
    const found = ctx.db.selectFrom('passwords').select('hash')
    return (await found.where('identityId', '=', identityId).executeTakeFirst())?.hash
  })
}

/** Returns the hash from `findHash` if the password matches it. @throws RATE_LIMIT_EXCEEDED after too many guesses */
export function provePassword(
  ctx: Pick<IdentityContext, 'db' | 'now'>,
  { key, password }: Guess,
  findHash: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const look = async () => {
    const hash = await findHash()
    return (await isPassword(hash ?? NOBODY, password)) ? hash : undefined
  }
  return runInPasswordQueue(key, () => checkGuess(ctx, [{ key, ...GUESSES }], look))
}

/** Replaces the proved password. Returns false if it has changed since. */
export async function replacePassword(
  { db, now }: { db: Transaction<IdentityTables>; now: () => Date },
  identityId: string,
  proven: string,
  hash: string,
): Promise<boolean> {
  const replaced = await db
    .updateTable('passwords')
    .set({ hash, changedAt: now() })
    .where('identityId', '=', identityId)
    .where('hash', '=', proven)
    .returning('identityId')
    .executeTakeFirst()
  return replaced !== undefined
}

async function isPassword(phc: string, password: string): Promise<boolean> {
  const [salt, hash] = phc.split('$').slice(-2)
  const made = await hashInSlot(password.slice(0, 4 * MAX_LENGTH), Buffer.from(salt!, 'base64'))
  return timingSafeEqual(made, Buffer.from(hash!, 'base64'))
}

function hashInSlot(password: string, nonce: Buffer): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'))
  const hash = () =>
    argon2Async('argon2id', { message, nonce, tagLength: HASH_BYTES, ...PARAMETERS })
  return slots.run(currentCallerKey(), hash, { refusal: tooManySignIns })
}

function tooManySignIns(): DomainError {
  countRefusal('sign_ins')
  return new DomainError(
    'RATE_LIMIT_EXCEEDED',
    'Too many people are signing in at once. Try again in a few seconds.',
    { retryAfterSeconds: 5 },
  )
}
