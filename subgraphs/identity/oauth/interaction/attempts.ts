// How often people may try at the pages: guesses at passwords, and whatever else fails.
import { addressPrincipal } from '#foundation/rate-limit.ts'
import { takeAttempt, type Bucket } from '../../domain/attempt-throttle.ts'
import type { BrowserSession } from './browser-session.ts'

const WINDOW_MS = 15 * 60_000
/** Wrong guesses at one account, from wherever they come, but for devices that are known. */
const AN_ACCOUNT = { most: 10, windowMs: WINDOW_MS }
/** Wrong guesses of a device that has signed in to the account before. */
const A_DEVICE = { most: 10, windowMs: WINDOW_MS }
/** Right passwords for one account: each is hashed and recorded, and only who knows it can use them up. */
const SIGN_INS = { most: 100, windowMs: WINDOW_MS }
/** Failures from one address, at whatever account and by whatever means. */
const AN_ADDRESS = { most: 100, windowMs: WINDOW_MS }
/** Challenges: every opening of the sign-in page asks for one, and each is kept for minutes. */
const ASKED_BY_AN_ADDRESS = { most: 1000, windowMs: WINDOW_MS }

/** What a guess at a password counts for, of which the last is forgotten after a right one. */
export function passwordBuckets(
  browserSession: BrowserSession,
  username: string,
  device: string | undefined,
): [...Bucket[], Bucket] {
  // Neither the guesses of strangers nor those of who shares the address count there.
  if (device !== undefined) return [{ key: `device:${device}`, ...A_DEVICE }]
  return [
    { key: ofAddress('address', browserSession), ...AN_ADDRESS },
    { key: `account:${username.slice(0, 40)}`, ...AN_ACCOUNT },
  ]
}

/** What a right password for the account counts for. */
export function signInBucket(username: string): Bucket {
  return { key: `sign-ins:${username.slice(0, 40)}`, ...SIGN_INS }
}

/**
 * Counts a failure of what cannot be guessed, before it is written down.
 * @throws RATE_LIMIT_EXCEEDED
 */
export async function takeFailure(browserSession: BrowserSession): Promise<void> {
  await takeAttempt(browserSession.ctx, ofAddress('address', browserSession), AN_ADDRESS)
}

/** @throws RATE_LIMIT_EXCEEDED: whoever asks for challenges on and on */
export async function takeChallengeOfAddress(
  browserSession: BrowserSession,
  method: 'passkey' | 'wallet',
): Promise<void> {
  await takeAttempt(
    browserSession.ctx,
    ofAddress(`${method}-options`, browserSession),
    ASKED_BY_AN_ADDRESS,
  )
}

function ofAddress(name: string, { req }: BrowserSession): string {
  return `${name}:${addressPrincipal(req.ip ?? '')}`
}
