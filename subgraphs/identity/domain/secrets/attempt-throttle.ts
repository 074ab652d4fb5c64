// Attempt throttles against guessing. An attempt is counted before it is checked, and given back if it was right.
import { sql, type Kysely } from 'kysely'
import { executeWith, once, placeholder, type Values } from '#foundation/database/built-once.ts'
import type { Db } from '#foundation/database/database.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import { countRefusal } from '#foundation/telemetry/metrics.ts'
import type { DbAndClock, QueryContext } from '../../context.ts'
import type { IdentityTables } from '../../tables.ts'
import { sha256 } from './random.ts'

export interface AttemptLimit {
  max: number
  windowMs: number
}

/**
 * Consumes an attempt. The window starts with the first one and is never shortened. @throws RATE_LIMIT_EXCEEDED
 * with `retryAfterSeconds` when none is left
 */
export async function consumeAttempt(
  ctx: DbAndClock,
  key: string,
  limit: AttemptLimit,
): Promise<void> {
  await reserve(ctx, { key, ...limit })
}

/** Consumes an attempt in the transaction of what it allows. @throws RATE_LIMIT_EXCEEDED when none is left */
export async function consumeAttemptWithin(
  trx: Db<IdentityTables>,
  now: () => Date,
  bucket: Bucket,
): Promise<void> {
  await reserve({ db: trx, now }, bucket)
}

/** A limit and the key of its counter. */
export interface Bucket extends AttemptLimit {
  key: string
}

/**
 * Consumes an attempt of each bucket, or of none, and returns the ends of their windows. Callers list buckets
 * of one kind in the same order, so that two of them cannot deadlock. @throws RATE_LIMIT_EXCEEDED
 */
export function consumeAttempts(ctx: DbAndClock, buckets: readonly Bucket[]): Promise<Date[]> {
  return ctx.db.transaction().execute(async (trx) => {
    const until: Date[] = []
    for (const bucket of buckets) until.push(await reserve({ ...ctx, db: trx }, bucket))
    return until
  })
}

/**
 * Checks a guess at a guessable secret: `check` returns undefined for a wrong one. An attempt is first reserved in each
 * bucket, so that parallel guessing gains nothing, and given back unless the guess was wrong. Either all buckets have
 * attempts left, or none is used. @throws RATE_LIMIT_EXCEEDED with `retryAfterSeconds`, without checking anything
 */
export async function checkGuess<Found>(
  ctx: DbAndClock,
  buckets: readonly Bucket[],
  check: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const reserved = await consumeAttempts(ctx, buckets)
  let isWrong = false
  try {
    const found = await check()
    isWrong = found === undefined
    return found
  } finally {
    if (!isWrong) {
      for (const [at, { key }] of buckets.entries()) await giveBack(ctx, key, reserved[at]!)
    }
  }
}

/** Counts an attempt and returns the end of its window. @throws RATE_LIMIT_EXCEEDED */
async function reserve({ db, now }: QueryContext, { key, max, windowMs }: Bucket): Promise<Date> {
  const at = now()
  const until = new Date(at.getTime() + windowMs)
  const isOver = sql<boolean>`(brakes.until <= ${at} or brakes.attempts <= 0)`
  const reserved = await db
    .insertInto('brakes')
    .values({ key: kept(key), attempts: 1, until })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          attempts: sql<number>`case when ${isOver} then 1 else brakes.attempts + 1 end`,
          until: sql<Date>`case when ${isOver} then excluded.until else brakes.until end`,
        })
        .where(sql<boolean>`${isOver} or brakes.attempts < ${max}`),
    )
    .returning('until')
    .executeTakeFirst()
  if (reserved) return reserved.until
  const full = await db
    .selectFrom('brakes')
    .select('until')
    .where('key', '=', kept(key))
    .executeTakeFirst()
  throw tooManyAttempts(full?.until ?? at, at, { max, windowMs })
}

/** Gives an attempt back, unless its window has ended. */
async function giveBack({ db }: QueryContext, key: string, until: Date): Promise<void> {
  await db
    .updateTable('brakes')
    .set({ attempts: sql<number>`attempts - 1` })
    .where('key', '=', kept(key))
    .where('until', '=', until)
    .where('attempts', '>', 0)
    .execute()
}

/**
 * A column for an existing query: until when the attempts are used up, or null while some are left. Takes its
 * placeholders from `throttleValues`.
 */
export const throttledUntil = sql<Date | null>`(
  select brakes.until from brakes
  where key = ${placeholder('throttleKey')} and attempts >= ${placeholder('max')}
    and brakes.until > ${placeholder('now')}
)`.as('throttledUntil')

/** The values of the placeholders of `throttledUntil`. */
export function throttleValues({ now }: DbAndClock, key: string, { max }: AttemptLimit): Values {
  return { throttleKey: kept(key), max, now: now() }
}

/** The stored key, hashed because people type passwords into the username field. */
function kept(key: string): string {
  return sha256(key).toString('base64url')
}

const selectThrottledUntil = once((db: Kysely<IdentityTables>) =>
  db.selectNoFrom(throttledUntil).compile(),
)

/** Throws when no attempt is left, without consuming one. @throws RATE_LIMIT_EXCEEDED */
export async function requireAttemptsLeft(ctx: DbAndClock, bucket: Bucket): Promise<void> {
  const until = await findThrottledUntil(ctx, bucket)
  if (until) throw tooManyAttempts(until, ctx.now(), bucket)
}

/** Whether attempts are left; consumes none. */
export async function hasAttemptsLeft(ctx: DbAndClock, bucket: Bucket): Promise<boolean> {
  return (await findThrottledUntil(ctx, bucket)) === null
}

async function findThrottledUntil(ctx: DbAndClock, bucket: Bucket): Promise<Date | null> {
  const values = throttleValues(ctx, bucket.key, bucket)
  const [found] = await executeWith(ctx.db, selectThrottledUntil(ctx.db), values)
  return found!.throttledUntil
}

/** RATE_LIMIT_EXCEEDED with the seconds until that time. */
export function tooManyAttempts(
  until: Date,
  at: Date,
  { max, windowMs }: AttemptLimit,
): DomainError {
  countRefusal('attempts')
  const seconds = Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000))
  return new DomainError('RATE_LIMIT_EXCEEDED', `Too many attempts; try again in ${seconds} s.`, {
    limit: max,
    windowSeconds: windowMs / 1000,
    retryAfterSeconds: seconds,
  })
}

/** Clears the attempts of a key. */
export async function clearAttempts({ db }: Pick<QueryContext, 'db'>, key: string): Promise<void> {
  await db.deleteFrom('brakes').where('key', '=', kept(key)).execute()
}
