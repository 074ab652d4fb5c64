// How and when the person behind a token signed in: `acr` and `auth_time` (OpenID Connect Core, section 2),
// and what administrative changes require of them (RFC 9470).

/**
 * The Authentication Context Class References, weakest first: `1` is a password or a wallet alone, `2` is two
 * factors, or a passkey, which is both.
 */
export const ACR_VALUES = ['1', '2'] as const
export type Acr = (typeof ACR_VALUES)[number]

/** The `acr` that an administrative change requires. */
export const ADMINISTRATIVE_ACR: Acr = '2'

/** How long after a sign-in sensitive actions are allowed, in seconds. */
export const STEP_UP_S = 600

export function isAcr(value: unknown): value is Acr {
  return (ACR_VALUES as readonly unknown[]).includes(value)
}

/** True if a sign-in at this time, in milliseconds, is recent enough for sensitive actions. */
export function isRecentSignIn(signedInAt: number, at: Date): boolean {
  return at.getTime() - signedInAt < STEP_UP_S * 1000
}
