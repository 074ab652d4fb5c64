// The tables of the ID service's schema, and their rows.
import type { Selectable } from 'kysely'
import type { EventTables } from '#foundation/events/tables.ts'
import type {
  AccountLockTable,
  AdministratorCodeTable,
  ClaimLinkTable,
  DisavowalTable,
  PasswordResetTable,
  RecoveryCodeTable,
  RecoveryTable,
} from './tables/recovery.ts'
import type {
  AdminKeyTable,
  ClientAssertionTable,
  ClientTable,
  ConsentTable,
  DeviceAuthorizationTable,
  FieldUsageTable,
  GrantTable,
  LogoutNoticeTable,
  PushedRequestTable,
} from './tables/apps.ts'
import type {
  AttemptThrottleTable,
  KnownBrowserTable,
  PasskeyChallengeTable,
  PasskeyTable,
  PasswordTable,
  PendingSignInTable,
  SessionTable,
  TotpFactorTable,
  TwoStepSignInTable,
} from './tables/sign-in.ts'
import type { AuditEventTable } from './tables/audit-entries.ts'
import type {
  CredentialTable,
  IdentityTable,
  UsernameReservationTable,
  WalletChallengeTable,
  WalletTable,
  XpGrantTable,
} from './tables/people.ts'
import type {
  DepartedUsernameTable,
  DepartureTable,
  ExportPartTable,
  ExportTable,
  PersonalDataTaskTable,
} from './tables/leaving.ts'
import type { EventPositionTable } from './tables/event-positions.ts'
import type { SealedSecretTable } from './tables/sealed-secrets.ts'
import type { EmailAddressTable, EmailVerificationTable, MailOutboxTable } from './tables/mail.ts'

export interface IdentityTables extends EventTables {
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
  claimLinks: ClaimLinkTable
  knownBrowsers: KnownBrowserTable
  exports: ExportTable
  exportParts: ExportPartTable
  departures: DepartureTable
  departedUsernames: DepartedUsernameTable
  personalDataTasks: PersonalDataTaskTable
  eventPositions: EventPositionTable
  sealedSecrets: SealedSecretTable
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

/** The facts about an account that administrators see in addition to the person. */
export interface AccountFacts {
  email: string | null
  emailVerifiedAt: Date | null
  lockedAt: Date | null
  hasPassword: boolean
  /** When the account will be deleted, if requested. */
  deletionDueAt: Date | null
}
