// Attempt limits of the pages: guesses at passwords, and other failures.
import { addressPrincipal } from '#foundation/limits/rate-limit.ts'
import { consumeAttempt, type Bucket } from '../../domain/secrets/attempt-throttle.ts'
import type { BrowserSession, SignedInBrowserSession } from './browser-session.ts'

const WINDOW_MS = 15 * 60_000
/** Wrong guesses at one account, from everywhere except known devices. */
const AN_ACCOUNT = { most: 10, windowMs: WINDOW_MS }
/** Wrong guesses of a device that has signed in to the account before. */
const A_DEVICE = { most: 10, windowMs: WINDOW_MS }
/**
 * Right passwords for one account: each is hashed and recorded. Only somebody who knows it can use
 * them up.
 */
const SIGN_INS = { most: 100, windowMs: WINDOW_MS }
/** Failures from one address, for any account and any sign-in method. */
const AN_ADDRESS = { most: 100, windowMs: WINDOW_MS }
/** Wrong user codes of devices: of one person, and from one address. */
const CODES_OF_A_PERSON = { most: 10, windowMs: WINDOW_MS }
const CODES_OF_AN_ADDRESS = { most: 100, windowMs: WINDOW_MS }
/** Challenges: every sign-in page that is opened gets one, and each is kept for minutes. */
const CHALLENGES_OF_AN_ADDRESS = { most: 1000, windowMs: WINDOW_MS }

/** The buckets that a guess at a password counts in. The last one is cleared after a right one. */
export function passwordBuckets(
  browserSession: BrowserSession,
  username: string,
  device: string | undefined,
): [...Bucket[], Bucket] {
  // Guesses by strangers, and by others at the same address, do not count there.
  if (device !== undefined) return [{ key: `device:${device}`, ...A_DEVICE }]
  return [
    { key: ofAddress('address', browserSession), ...AN_ADDRESS },
    { key: `account:${username.slice(0, 40)}`, ...AN_ACCOUNT },
  ]
}

/**
 * The bucket that a guess at a recovery code counts in. None of the account's: codes cannot be guessed, and
 * anybody could fill it to keep the owner out.
 */
export function recoveryBuckets(browserSession: BrowserSession): Bucket[] {
  return [{ key: ofAddress('address', browserSession), ...AN_ADDRESS }]
}

/** The buckets that a guess at the user code of a device counts in. */
export function userCodeBuckets(browserSession: SignedInBrowserSession): Bucket[] {
  return [
    { key: ofAddress('user-codes', browserSession), ...CODES_OF_AN_ADDRESS },
    { key: `user-codes:${browserSession.signedIn.identity.id}`, ...CODES_OF_A_PERSON },
  ]
}

/** The bucket that a right password for the account counts in. */
export function signInBucket(username: string): Bucket {
  return { key: `sign-ins:${username.slice(0, 40)}`, ...SIGN_INS }
}

/**
 * Counts a failure of something that cannot be guessed, before it is recorded.
 * @throws RATE_LIMIT_EXCEEDED
 */
export async function consumeFailure(browserSession: BrowserSession): Promise<void> {
  await consumeAttempt(browserSession.ctx, ofAddress('address', browserSession), AN_ADDRESS)
}

/** @throws RATE_LIMIT_EXCEEDED for too many challenges */
export async function consumeChallengeOfAddress(
  browserSession: BrowserSession,
  method: 'passkey' | 'wallet',
): Promise<void> {
  await consumeAttempt(
    browserSession.ctx,
    ofAddress(`${method}-options`, browserSession),
    CHALLENGES_OF_AN_ADDRESS,
  )
}

function ofAddress(name: string, { req }: BrowserSession): string {
  return `${name}:${addressPrincipal(req.ip ?? '')}`
}
