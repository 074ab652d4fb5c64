// Brakes on guessing: so many attempts in a window, counted by the database before each is looked at.
import { sql } from 'kysely'
import { DomainError } from '#foundation/errors.ts'
import type { IdentityContext } from '../context.ts'
import { sha256 } from './random.ts'

export interface Brake {
  most: number
  windowMs: number
}

type Braking = Pick<IdentityContext, 'db' | 'now'>

/**
 * Takes an attempt. The window begins with the first one, and nothing shortens it.
 * @throws RATE_LIMIT_EXCEEDED with `retryAfterSeconds` once they are used up
 */
export async function takeAttempt(
  { db, now }: Braking,
  key: string,
  { most, windowMs }: Brake,
): Promise<void> {
  const at = now()
  const until = new Date(at.getTime() + windowMs)
  const over = sql<boolean>`brakes.until <= ${at}`
  const brake = await db
    .insertInto('brakes')
    .values({ key: kept(key), attempts: 1, until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        attempts: sql<number>`case when ${over} then 1 else brakes.attempts + 1 end`,
        until: sql<Date>`case when ${over} then excluded.until else brakes.until end`,
      }),
    )
    .returning(['attempts', 'until'])
    .executeTakeFirstOrThrow()
  if (brake.attempts > most) throw tooManyAttempts(brake.until, at, { most, windowMs })
}

/** A column that tells until when a brake holds, for a query that must look anyway; null when it does not. */
export function brakedUntil({ now }: Braking, key: string, { most }: Brake) {
  return sql<Date | null>`(
    select brakes.until from brakes
    where key = ${kept(key)} and attempts >= ${most} and brakes.until > ${now()}
  )`.as('brakedUntil')
}

/** Keys hold what was typed, and people write passwords where a name belongs. */
function kept(key: string): string {
  return sha256(key).toString('base64url')
}

/** RATE_LIMIT_EXCEEDED until then. */
export function tooManyAttempts(until: Date, at: Date, { most, windowMs }: Brake): DomainError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000))
  return new DomainError('RATE_LIMIT_EXCEEDED', `Too many attempts; try again in ${seconds} s.`, {
    limit: most,
    windowSeconds: windowMs / 1000,
    retryAfterSeconds: seconds,
  })
}

/** Forgets the attempts, after one that was right. */
export async function releaseBrake({ db }: Braking, key: string): Promise<void> {
  await db.deleteFrom('brakes').where('key', '=', kept(key)).execute()
}
