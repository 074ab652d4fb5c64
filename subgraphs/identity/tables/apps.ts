// Apps, and what people allow them.
import type { JWK } from 'jose'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { AuthenticationMethod } from './sign-in.ts'

export interface AdminKeyTable {
  id: string
  name: string
  /** SHA-256 of the key. */
  keyHash: Buffer
  createdAt: Generated<Date>
  revokedAt: Date | null
}

interface KeySet {
  keys: JWK[]
}

export interface ClientTable {
  id: string
  name: string
  kind: 'public' | 'confidential'
  /** SHA-256 of the secret; null for a public client. */
  secretHash: Buffer | null
  redirectUris: string[]
  scopes: string[]
  tier: Generated<'authenticated' | 'partner'>
  createdAt: Generated<Date>
  disabledAt: Date | null
  idTokenSignedResponseAlg: Generated<'ES256' | 'RS256'>
  /** Whether it may start the device flow. */
  deviceFlow: Generated<boolean>
  /** What it may have for itself; null: its scopes if `admin` is one of them, and nothing otherwise. */
  machineScopes: Generated<string[] | null>
  /** The public keys that it authenticates with; null for a client with a secret, or none. */
  jwks: ColumnType<KeySet | null, KeySet | string | null | undefined, KeySet | string | null>
  /** Where it is told that a session has ended. */
  backchannelLogoutUri: Generated<string | null>
}

export interface PushedRequestTable {
  handleHash: Buffer
  clientId: string
  parameters: JSONColumnType<Record<string, string>>
  expiresAt: Date
}

export interface DeviceAuthorizationTable {
  /** SHA-256 of the device code. */
  deviceCodeHash: Buffer
  /** SHA-256 of what the server's secret derives from the user code, which is short. */
  userCodeHash: Buffer
  clientId: string
  scopes: string[]
  /** Where the device asked from. */
  address: string
  createdAt: Date
  expiresAt: Date
  /** Seconds that the device must wait between two polls. */
  intervalSeconds: number
  polledAt: Date | null
  decision: 'allowed' | 'denied' | null
  /** Who decided, and when and how they had signed in. */
  identityId: string | null
  signedInAt: Date | null
  methods: Generated<AuthenticationMethod[] | null>
}

/** An assertion by which a client has authenticated, until it expires. */
export interface ClientAssertionTable {
  /** SHA-256 of the client's id and the assertion's `jti`. */
  assertionHash: Buffer
  expiresAt: Date
}

/** Clients to tell that a session has ended. */
export interface LogoutNoticeTable {
  id: string
  clientId: string
  identityId: string
  sid: string
  createdAt: Date
  attempts: Generated<number>
  nextAttemptAt: Date
}

export interface ConsentTable {
  identityId: string
  clientId: string
  scopes: string[]
  givenAt: Date
}

export interface GrantTable {
  id: string
  /** Null for a machine client. */
  identityId: string | null
  clientId: string
  /** The sign-in it was given in; that of a later one in the same browser. */
  sessionId: string | null
  /** The `sid` of its ID tokens: the first of these sign-ins, by the database. */
  sid: GeneratedAlways<string | null>
  scopes: string[]
  createdAt: Date
  /** When nothing of it can be used any more. */
  expiresAt: Date
  /** Its day, YYYY-MM-DD in UTC. It is indexed instead, because few refreshes change it. */
  expiresOn: GeneratedAlways<string>
  endedAt: Date | null
  endedBy: string | null
  codeHash: Buffer | null
  redirectUri: string | null
  codeChallenge: string | null
  nonce: string | null
  /** When the person had last proved who they are, and how. Null for grants from before this was recorded. */
  signedInAt: Date | null
  methods: Generated<AuthenticationMethod[] | null>
  redeemedAt: Date | null
  /** SHA-256 of the part that all refresh tokens of the grant share. */
  refreshHandleHash: Buffer | null
  /** SHA-256 of the refresh token that is good now, and of the one it replaced. */
  refreshHash: Buffer | null
  replacedHash: Buffer | null
  refreshedAt: Date | null
}

/** What callers of the router asked for. */
export interface FieldUsageTable {
  /** YYYY-MM-DD, in UTC. */
  day: string
  clientId: string
  /** Empty where the client gave none. */
  clientName: string
  coordinate: string
  count: number
}
