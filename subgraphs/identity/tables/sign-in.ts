// The tables of sign-in methods and sessions.

export interface PasswordTable {
  identityId: string
  /** The hash by argon2id, as a PHC string. */
  hash: string
  changedAt: Date
}

export interface PasskeyTable {
  /** The credential id, in base64url. */
  id: string
  identityId: string
  /** The public key in COSE format. */
  publicKey: Buffer
  counter: number
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export interface PasskeyChallengeTable {
  challengeHash: Buffer
  /** SHA-256 of the browser's secret and, if there is one, the pending sign-in. */
  askerHash: Buffer
  expiresAt: Date
}

/** The authenticator app of a person. */
export interface TotpFactorTable {
  identityId: string
  /** The secret, sealed by seal.ts. */
  secret: Buffer
  createdAt: Date
  /** When the app was confirmed; null during set-up. */
  confirmedAt: Date | null
  /** The time step of the last code; each step is accepted once. */
  lastUsedStep: number | null
}

/** People who have chosen to require a passkey after a password or a wallet. */
export interface TwoStepSignInTable {
  identityId: string
  since: Date
}

/** A sign-in that has proved the first factor and waits for the second. */
export interface PendingSignInTable {
  /** SHA-256 of the browser's cookie. */
  browserHash: Buffer
  identityId: string
  method: 'password' | 'wallet'
  /** The hash of the proved password, if any. */
  passwordHash: string | null
  expiresAt: Date
}

export interface SessionTable {
  id: string
  /** SHA-256 of the cookie's value. */
  tokenHash: Buffer
  identityId: string
  method: 'password' | 'passkey' | 'wallet'
  userAgent: string
  address: string
  signedInAt: Date
  lastSeenAt: Date
  expiresAt: Date
  /** When the person last proved who they are, with these methods. */
  authenticatedAt: Date
  methods: AuthenticationMethod[]
}

/**
 * How a person was authenticated (RFC 8176): password, one-time code, possession of a key, user presence; `mfa`
 * for two factors.
 */
export type AuthenticationMethod = 'pwd' | 'otp' | 'pop' | 'user' | 'mfa'

export interface AttemptThrottleTable {
  key: string
  attempts: number
  until: Date
}

export interface KnownBrowserTable {
  identityId: string
  /** SHA-256 of the browser's cookie. */
  browserHash: Buffer
  seenAt: Date
}
