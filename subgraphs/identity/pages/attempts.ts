// Attempt limits of the pages: guesses at passwords, other failures, and changes.
import { consumeAttempt, type Bucket } from '../domain/secrets/attempt-throttle.ts'
import { addressKey, countForAddress } from '../oauth/address-limit.ts'
import type { BrowserSession, SignedInBrowserSession } from './browser-session.ts'

const WINDOW_MS = 15 * 60_000
/** Limits wrong guesses at one account from unknown devices. */
const AN_ACCOUNT = { max: 10, windowMs: WINDOW_MS }
/** Limits wrong guesses from a device that has signed in to the account before. */
const A_DEVICE = { max: 10, windowMs: WINDOW_MS }
/**
 * Limits right passwords for one account, because each is hashed and recorded. Only somebody who knows the
 * password can reach this limit.
 */
const SIGN_INS = { max: 100, windowMs: WINDOW_MS }
/** Limits failures from one network address, for any account and sign-in method. */
const AN_ADDRESS = { max: 100, windowMs: WINDOW_MS }
/** Limits wrong user codes of devices by one person, and from one network address. */
const CODES_OF_A_PERSON = { max: 10, windowMs: WINDOW_MS }
const CODES_OF_AN_ADDRESS = { max: 100, windowMs: WINDOW_MS }
/** Limits challenges for one network address. Every opened sign-in page gets one, which is stored for minutes. */
const CHALLENGES_OF_AN_ADDRESS = { max: 1000, windowMs: WINDOW_MS }
/** Limits changes by one person, because each stays in the audit trail for months. */
const CHANGES = { max: 100, windowMs: WINDOW_MS }

/** The buckets for a guess at a password. The last one is cleared after a right one. */
export function passwordBuckets(
  browserSession: BrowserSession,
  username: string,
  device: string | undefined,
): [...Bucket[], Bucket] {
  // A known device is unaffected by guesses of strangers, even at the same network address.
  if (device !== undefined) return [{ key: `device:${device}`, ...A_DEVICE }]
  return [
    { key: addressKey('address', browserSession), ...AN_ADDRESS },
    { key: `account:${username.slice(0, 40)}`, ...AN_ACCOUNT },
  ]
}

/**
 * The bucket for a guess at a recovery code. There is none per account: codes cannot be guessed, and anybody
 * could fill it to lock the owner out.
 */
export function recoveryBuckets(browserSession: BrowserSession): Bucket[] {
  return [{ key: addressKey('address', browserSession), ...AN_ADDRESS }]
}

/** The buckets for a guess at a device's user code. */
export function userCodeBuckets(browserSession: SignedInBrowserSession): Bucket[] {
  return [
    { key: addressKey('user-codes', browserSession), ...CODES_OF_AN_ADDRESS },
    { key: `user-codes:${browserSession.signedIn.identity.id}`, ...CODES_OF_A_PERSON },
  ]
}

/** The bucket for a right password of the account. */
export function signInBucket(username: string): Bucket {
  return { key: `sign-ins:${username.slice(0, 40)}`, ...SIGN_INS }
}

/** Counts a failure with a secret that cannot be guessed, before it is recorded. @throws RATE_LIMIT_EXCEEDED */
export function countFailure(browserSession: BrowserSession): Promise<void> {
  return countForAddress(browserSession, 'address', AN_ADDRESS)
}

/** Counts a challenge for the network address. @throws RATE_LIMIT_EXCEEDED */
export function countChallenge(
  browserSession: BrowserSession,
  method: 'passkey' | 'wallet',
): Promise<void> {
  return countForAddress(browserSession, `${method}-options`, CHALLENGES_OF_AN_ADDRESS)
}

/** Runs `work`, and counts a failure: tokens cannot be guessed, but attempts are slowed down. */
export async function orCountFailure<Result>(
  browserSession: BrowserSession,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await countFailure(browserSession)
    throw error
  }
}

/**
 * Counts a change against the person's limit. Ending sessions does not count, so that an intruder cannot keep
 * the owner from signing them out.
 */
export function countChange({ ctx, signedIn }: SignedInBrowserSession): Promise<void> {
  return consumeAttempt(ctx, `changes:${signedIn.identity.id}`, CHANGES)
}
