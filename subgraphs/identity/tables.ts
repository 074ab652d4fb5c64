// The tables of the ID service's own schema.
import type { JWK } from 'jose'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely'

export interface IdentityTables {
  identities: IdentityTable
  usernameReservations: UsernameReservationTable
  credentials: CredentialTable
  xpGrants: XpGrantTable
  adminKeys: AdminKeyTable
  clients: ClientTable
  passwords: PasswordTable
  passkeys: PasskeyTable
  passkeyChallenges: PasskeyChallengeTable
  totpFactors: TotpFactorTable
  twoStepSignIns: TwoStepSignInTable
  pendingSignIns: PendingSignInTable
  sessions: SessionTable
  brakes: AttemptThrottleTable
  pushedRequests: PushedRequestTable
  deviceAuthorizations: DeviceAuthorizationTable
  clientAssertions: ClientAssertionTable
  logoutNotices: LogoutNoticeTable
  consents: ConsentTable
  grants: GrantTable
  auditEvents: AuditEventTable
  wallets: WalletTable
  walletChallenges: WalletChallengeTable
  fieldUsage: FieldUsageTable
  emailAddresses: EmailAddressTable
  emailVerifications: EmailVerificationTable
  mailOutbox: MailOutboxTable
  passwordResets: PasswordResetTable
  recoveries: RecoveryTable
  administratorCodes: AdministratorCodeTable
  recoveryCodes: RecoveryCodeTable
  disavowals: DisavowalTable
  accountLocks: AccountLockTable
  knownBrowsers: KnownBrowserTable
  exports: ExportTable
  exportParts: ExportPartTable
  departures: DepartureTable
  departedUsernames: DepartedUsernameTable
  personalDataTasks: PersonalDataTaskTable
}

interface IdentityTable {
  id: string
  username: string
  /** A person, or the system itself, which cannot sign in. */
  kind: Generated<'person' | 'system'>
  displayName: string
  house: string
  archetype: string
  role: Generated<'member' | 'admin'>
  xp: Generated<number>
  /** Computed from xp by the database. */
  level: GeneratedAlways<number>
  createdAt: Generated<Date>
  disabledAt: Date | null
  /** Null while the username is that of the sign-up. */
  usernameChangedAt: Date | null
  bio: Generated<string | null>
  /** When an administrator hid names of the person, and why. */
  namesHiddenAt: Generated<Date | null>
  namesHiddenReason: Generated<string | null>
  /** What these were then: each is hidden while it is the same. */
  hiddenUsername: Generated<string | null>
  hiddenDisplayName: Generated<string | null>
  hiddenBio: Generated<string | null>
  /** When the display name, archetype or bio last changed. */
  profileChangedAt: Generated<Date | null>
  /** When the person left. Also set for the tombstone in their place. */
  leftAt: Generated<Date | null>
}

/** A username that its owner gave up, and that nobody else may take until then. */
interface UsernameReservationTable {
  username: string
  identityId: string
  until: Date
}

interface CredentialTable {
  id: string
  identityId: string
  type: string
  claims: JSONColumnType<Record<string, unknown>>
  /** Of its claims, where the service that grants it keeps them up to date; else 0. */
  version: Generated<number>
  /** The key of the service's grant that issued it, if one did. */
  grantKey: string | null
  issuedAt: Date
}

/**
 * Grants of services, corrections by administrators, which have a reason, and the xp that a person had
 * when they were added, by the database. They sum to the person's xp.
 */
interface XpGrantTable {
  key: string
  identityId: string
  /** Negative for a correction that takes. */
  amount: number
  reason: string | null
  xpAfter: number
  levelAfter: number
  grantedAt: Date
}

interface AdminKeyTable {
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

interface ClientTable {
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

interface PasswordTable {
  identityId: string
  /** argon2id as a PHC string. */
  hash: string
  changedAt: Date
}

interface PasskeyTable {
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

interface PasskeyChallengeTable {
  challengeHash: Buffer
  /** SHA-256 of what stands for the browser, and for the sign-in where one is needed to ask. */
  askerHash: Buffer
  expiresAt: Date
}

/** The authenticator app of a person. */
interface TotpFactorTable {
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
interface TwoStepSignInTable {
  identityId: string
  since: Date
}

/** A sign-in in a browser that has proved the first factor and waits for the second. */
interface PendingSignInTable {
  /** SHA-256 of the browser's cookie. */
  browserHash: Buffer
  identityId: string
  method: 'password' | 'wallet'
  /** Of the proved password, if there was one. */
  passwordHash: string | null
  expiresAt: Date
}

interface SessionTable {
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

interface AttemptThrottleTable {
  key: string
  attempts: number
  until: Date
}

interface PushedRequestTable {
  handleHash: Buffer
  clientId: string
  parameters: JSONColumnType<Record<string, string>>
  expiresAt: Date
}

interface DeviceAuthorizationTable {
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
interface ClientAssertionTable {
  /** SHA-256 of the client's id and the assertion's `jti`. */
  assertionHash: Buffer
  expiresAt: Date
}

/** Clients to tell that a session has ended. */
interface LogoutNoticeTable {
  id: string
  clientId: string
  identityId: string
  sid: string
  createdAt: Date
  attempts: Generated<number>
  nextAttemptAt: Date
}

interface ConsentTable {
  identityId: string
  clientId: string
  scopes: string[]
  givenAt: Date
}

interface GrantTable {
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

/** What is recorded; schema.graphql says of each what it means. */
export type AuditKind =
  | 'sign_up'
  | 'sign_in'
  | 'sign_in_refused'
  | 'sign_out'
  | 'session_ended'
  | 'password_changed'
  | 'username_changed'
  | 'profile_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'wallet_linked'
  | 'wallet_unlinked'
  | 'consent_given'
  | 'consent_denied'
  | 'app_disconnected'
  | 'credential_issued'
  | 'token_issued'
  | 'token_refused'
  | 'token_revoked'
  | 'replay_detected'
  | 'client_refused'
  | 'client_registered'
  | 'client_secret_rotated'
  | 'client_changed'
  | 'client_disabled'
  | 'signing_keys_rotated'
  | 'admin_key_added'
  | 'admin_key_revoked'
  | 'identity_disabled'
  | 'identity_enabled'
  | 'factors_reset'
  | 'house_changed'
  | 'username_hidden'
  | 'username_shown'
  | 'administrator_added'
  | 'administrator_removed'
  | 'xp_adjusted'
  | 'email_verified'
  | 'email_removed'
  | 'password_reset_requested'
  | 'recovery_codes_replaced'
  | 'recovery_code_issued'
  | 'recovery_code_used'
  | 'recovery_refused'
  | 'account_locked'
  | 'export_requested'
  | 'deletion_requested'
  | 'deletion_withdrawn'
  | 'account_deleted'
  | 'totp_added'
  | 'totp_removed'
  | 'two_step_enabled'
  | 'two_step_disabled'
  | 'password_removed'
  // Recorded by other services.
  | 'content_added'
  | 'content_applied'
  | 'content_hidden'
  | 'content_restored'
  | 'content_retired'
  | 'content_shown'
  | 'content_updated'
  | 'gold_adjusted'

interface AuditEventTable {
  id: string
  at: Date
  kind: AuditKind
  identityId: string | null
  clientId: string | null
  address: string
  requestId: string
  details: JSONColumnType<Record<string, unknown>>
}

interface WalletTable {
  id: string
  identityId: string
  /** EIP-55. */
  address: string
  chainId: number
  /** SHA-256 of the challenge by which it was linked, the latest time. */
  challengeHash: Buffer
  linkedAt: Date
  /** Linked on the account page. One that an app linked is no sign-in method. */
  signsIn: boolean
}

interface WalletChallengeTable {
  /** SHA-256 of the text. */
  messageHash: Buffer
  purpose: 'link' | 'sign_in'
  /** An identity, or SHA-256 of what stands for a browser. */
  askedBy: string
  address: string
  chainId: number
  /** Counts upwards: the oldest have the lowest. */
  number: GeneratedAlways<number>
  expiresAt: Date
}

/** What callers of the router asked for. */
interface FieldUsageTable {
  /** YYYY-MM-DD, in UTC. */
  day: string
  clientId: string
  /** Empty where the client gave none. */
  clientName: string
  coordinate: string
  count: number
}

/** Verified. */
interface EmailAddressTable {
  identityId: string
  address: string
  verifiedAt: Date
}

/** An address that its person has still to verify. */
interface EmailVerificationTable {
  identityId: string
  address: string
  /** SHA-256 of the token in the link; null until the mail with it is sent. */
  tokenHash: Buffer | null
  expiresAt: Date
}

/** Mail to be sent: what happened. The message is composed when it is sent. */
interface MailOutboxTable {
  id: string
  kind: MailKind
  /** Null where a reset was asked for a name that nobody has. */
  identityId: string | null
  /** Where it goes. Null: to nobody, who has no address. */
  address: string | null
  details: JSONColumnType<Record<string, unknown>>
  createdAt: Date
  attempts: Generated<number>
  nextAttemptAt: Date
}

export type MailKind =
  | 'email_verification'
  | 'email_changed'
  | 'password_reset'
  | 'password_changed'
  | 'new_browser'
  | 'passkey_added'
  | 'passkey_removed'
  | 'wallet_linked'
  | 'wallet_unlinked'
  | 'username_changed'
  | 'recovery_codes_replaced'
  | 'recovery_code_issued'
  | 'recovery_code_used'
  | 'totp_added'
  | 'totp_removed'
  | 'password_removed'
  | 'two_step_enabled'
  | 'two_step_disabled'
  | 'factors_reset'
  | 'export_ready'
  | 'deletion_requested'
  | 'deletion_withdrawn'
  | 'account_deleted'

interface PasswordResetTable {
  identityId: string
  /** SHA-256 of the token in the link. */
  tokenHash: Buffer
  expiresAt: Date
}

/** A password that is being set by what somebody proved on a page, apart from links that anybody can ask for. */
interface RecoveryTable {
  identityId: string
  /** SHA-256 of the token. */
  tokenHash: Buffer
  /**
   * When the code was made that was used: of later claims to the account none is older. Null after "this
   * was not me", which has settled that.
   */
  since: Date | null
  expiresAt: Date
}

interface AdministratorCodeTable {
  identityId: string
  /** SHA-256 of the code. */
  codeHash: Buffer
  expiresAt: Date
}

interface RecoveryCodeTable {
  identityId: string
  /** SHA-256 of the code. */
  codeHash: Buffer
  createdAt: Date
}

/** The link "this was not me" of a notice. */
interface DisavowalTable {
  tokenHash: Buffer
  identityId: string
  /** Where the notice went. */
  address: string
  /** A week after the cause of the notice. */
  expiresAt: Date
  /** The notice, which may be sent again. */
  mailId: string | null
}

/** Accounts whose owner said that somebody else was in them: nobody signs in until a recovery. */
interface AccountLockTable {
  identityId: string
  lockedAt: Date
}

interface KnownBrowserTable {
  identityId: string
  /** SHA-256 of the browser's cookie. */
  browserHash: Buffer
  seenAt: Date
}

/** A person's data, collected from all services. */
interface ExportTable {
  id: string
  identityId: string
  askedAt: Date
  /** When all services had given their parts. */
  readyAt: Date | null
  expiresAt: Date
  bytes: Generated<number>
  /** Whether there was more data than an export may hold. */
  cutOff: Generated<boolean>
  /** The services whose parts are incomplete. */
  incomplete: Generated<string[]>
}

interface ExportPartTable {
  exportId: string
  service: string
  sequence: number
  name: string
  /** JSON values with commas between them. */
  rows: string
}

/** A person who is leaving, until nothing of them is left. */
interface DepartureTable {
  id: string
  identityId: string
  /** The id that replaces theirs. */
  tombstone: string
  scrolls: 'keep' | 'erase'
  askedAt: Date
  /** Until then they may change their mind. */
  dueAt: Date
  /** When the account was closed. */
  closedAt: Date | null
  /** When the services were first asked to erase. */
  erasingSince: Date | null
  /** Usernames and addresses of the closed account, which the last step removes from data about others. */
  traces: Generated<string[]>
  /** Failed attempts at the next step. */
  attempts: Generated<number>
  nextAttemptAt: Generated<Date>
  /** When the log last said which services it waits for. */
  reportedAt: Generated<Date | null>
}

/** Usernames of people who left, which nobody may take until then. */
interface DepartedUsernameTable {
  nameHash: Buffer
  until: Date
}

/** A task of a service about a person's data, for an export or a departure. */
interface PersonalDataTaskTable {
  id: string
  service: string
  exportId: string | null
  departureId: string | null
  attempts: Generated<number>
  nextAttemptAt: Date
  doneAt: Date | null
}

export type Identity = Selectable<IdentityTable>
export type Export = Selectable<ExportTable>
export type Departure = Selectable<DepartureTable>
export type ServiceTask = Selectable<PersonalDataTaskTable>
export type EmailAddress = Selectable<EmailAddressTable>
export type Mail = Selectable<MailOutboxTable>
export type Credential = Selectable<CredentialTable>
export type Wallet = Selectable<WalletTable>
export type AdminKey = Selectable<AdminKeyTable>
export type Client = Selectable<ClientTable>
export type Grant = Selectable<GrantTable>
export type DeviceAuthorization = Selectable<DeviceAuthorizationTable>
export type LogoutNotice = Selectable<LogoutNoticeTable>
export type Passkey = Selectable<PasskeyTable>
export type PendingSignIn = Selectable<PendingSignInTable>
export type Session = Selectable<SessionTable>
export type AuditEvent = Selectable<AuditEventTable>
export type XpGrantRow = Selectable<XpGrantTable>

/** What an administrator sees of an account besides the person. */
export interface AccountFacts {
  email: string | null
  emailVerifiedAt: Date | null
  lockedAt: Date | null
  hasPassword: boolean
  /** When the account will be deleted, if its person asked for it. */
  deletionDueAt: Date | null
}
