// How and when the person behind a token signed in: `acr` and `auth_time` (OpenID Connect Core, section 2),
// and what administrative changes require of them (RFC 9470).

/**
 * The Authentication Context Class References, weakest first: `1` is a password or a wallet alone, `2` is two
 * factors, or a passkey, which is both.
 */
export const ACR_VALUES = ['1', '2'] as const
export type Acr = (typeof ACR_VALUES)[number]

/** What an administrative change needs. */
export const ADMINISTRATIVE_ACR: Acr = '2'

/** For how long after a sign-in somebody may do something sensitive. */
export const STEP_UP_S = 600

export function isAcr(value: unknown): value is Acr {
  return (ACR_VALUES as readonly unknown[]).includes(value)
}

/** Whether somebody who signed in at that time, in milliseconds, may do something sensitive. */
export function isRecentSignIn(signedInAt: number, at: Date): boolean {
  return at.getTime() - signedInAt < STEP_UP_S * 1000
}
