// The tables of apps, and of what people allow them.
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
  /** The scopes as a machine client; null: its scopes if they include `admin`, otherwise none. */
  machineScopes: Generated<string[] | null>
  /** The public keys for client authentication; null for a client with a secret, or a public one. */
  jwks: ColumnType<KeySet | null, KeySet | string | null | undefined, KeySet | string | null>
  /** Where the ID service posts logout tokens. */
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
  /** SHA-256 of a value derived from the short user code with the server's secret. */
  userCodeHash: Buffer
  clientId: string
  scopes: string[]
  /** The network address of the device. */
  address: string
  createdAt: Date
  expiresAt: Date
  /** The minimum of seconds between two polls. */
  intervalSeconds: number
  polledAt: Date | null
  decision: 'allowed' | 'denied' | null
  /** Who decided, and when and how they had signed in. */
  identityId: string | null
  signedInAt: Date | null
  methods: Generated<AuthenticationMethod[] | null>
}

/** Client assertions that were used, until they expire. */
export interface ClientAssertionTable {
  /** SHA-256 of the client's id and the assertion's `jti`. */
  assertionHash: Buffer
  expiresAt: Date
}

/** Logout notices for clients. */
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
  /** The person; null for a machine client. */
  identityId: string | null
  clientId: string
  /** The session it belongs to; replaced by a later session in the same browser. */
  sessionId: string | null
  /** The `sid` of its ID tokens: the first of these sessions, set by the database. */
  sid: GeneratedAlways<string | null>
  scopes: string[]
  createdAt: Date
  /** When its last token expires. */
  expiresAt: Date
  /** The day of `expiresAt`, YYYY-MM-DD in UTC: indexed instead, because few refreshes change it. */
  expiresOn: GeneratedAlways<string>
  endedAt: Date | null
  endedBy: string | null
  codeHash: Buffer | null
  redirectUri: string | null
  codeChallenge: string | null
  nonce: string | null
  /** When and how the person had last proved who they are. Null for grants from before this was recorded. */
  signedInAt: Date | null
  methods: Generated<AuthenticationMethod[] | null>
  redeemedAt: Date | null
  /** SHA-256 of the handle that all refresh tokens of the grant share. */
  refreshHandleHash: Buffer | null
  /** SHA-256 of the current refresh token, and of the one before. */
  refreshHash: Buffer | null
  replacedHash: Buffer | null
  refreshedAt: Date | null
}

/** Usage of the schema by callers of the router. */
export interface FieldUsageTable {
  /** The day as YYYY-MM-DD, in UTC. */
  day: string
  clientId: string
  /** The name that the client gave, or empty. */
  clientName: string
  coordinate: string
  count: number
}
