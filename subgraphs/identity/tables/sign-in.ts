// How somebody signs in, and where they are signed in.
import type { Generated } from 'kysely'

export interface PasswordTable {
  identityId: string
  /** argon2id as a PHC string. */
  hash: string
  changedAt: Date
}

export interface PasskeyTable {
  /** The credential id, base64url. */
  id: string
  identityId: string
  /** COSE key. */
  publicKey: Buffer
  counter: number
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export interface PasskeyChallengeTable {
  challengeHash: Buffer
  /** SHA-256 of what stands for the browser, and for the sign-in where one is needed to ask. */
  askerHash: Buffer
  expiresAt: Date
}

/** The authenticator app of a person. */
export interface TotpFactorTable {
  identityId: string
  /** Sealed, see seal.ts. */
  secret: Buffer
  createdAt: Date
  /** Null while it is being set up. */
  confirmedAt: Date | null
  /** The time step of the last code; a step counts once. */
  lastUsedStep: number | null
}

/** People who have chosen to be asked for a passkey after a password or a wallet. */
export interface TwoStepSignInTable {
  identityId: string
  since: Date
}

/** A sign-in in a browser that has proved the first factor and waits for the second. */
export interface PendingSignInTable {
  /** SHA-256 of the browser's cookie. */
  browserHash: Buffer
  identityId: string
  method: 'password' | 'wallet'
  /** Of the proved password, if there was one. */
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
  /** When the person last proved who they are, by these methods. */
  authenticatedAt: Generated<Date>
  methods: Generated<AuthenticationMethod[]>
}

/**
 * How somebody proved who they are (RFC 8176): a password, a one-time code, possession of a key, presence
 * at it; `mfa` where two factors were proved.
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
