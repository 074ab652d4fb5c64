// The props of the account page and its sections.
import type { Notice } from '../field.ts'

export type AccountSection =
  | 'profile'
  | 'username'
  | 'email'
  | 'password'
  | 'passkeys'
  | 'wallets'
  | 'factors'
  | 'recovery'
  | 'sessions'
  | 'apps'
  | 'export'
  | 'deletion'

type AccountField =
  | 'displayName'
  | 'archetype'
  | 'bio'
  | 'username'
  | 'email'
  | 'currentPassword'
  | 'newPassword'
  | 'confirmation'
  | 'scrolls'

export interface AccountProps {
  csrf: string
  now: Date
  profile: ProfileView
  email: EmailView
  /** Whether mail is sent. Without it, addresses can be removed, but not verified. */
  offersMail: boolean
  /** Whether a change needs the current password; false after confirming with a passkey or a wallet. */
  needsPassword: boolean
  hasPassword: boolean
  /** The authenticator app; undefined without one. */
  totp: { confirmedAt: Date } | undefined
  /** Whether sign-in requires a passkey after a password or a wallet. */
  asksPasskey: boolean
  isAdministrator: boolean
  /** The recovery codes: how many are left, and when they were created. */
  recoveryCodes: { count: number; createdAt: Date | null }
  archetypes: readonly string[]
  /** Whether sensitive actions are allowed now, without confirming first. */
  steppedUp: boolean
  passkeys: readonly PasskeyView[]
  wallets: readonly WalletView[]
  sessions: readonly SessionView[]
  apps: readonly ConnectedApp[]
  /** The latest export of the person's data; undefined without one. */
  export: ExportView | undefined
  /** The requested deletion of the account, if any. */
  deletion: DeletionView | undefined
  /** The result of the last form, shown in its section. */
  notices?: Partial<Record<AccountSection, Notice>> | undefined
  /** The errors of the last form by field. */
  errors?: Partial<Record<AccountField, string>> | undefined
  /** The rejected profile, to be corrected. */
  wantedProfile?: (Pick<ProfileView, 'displayName' | 'archetype'> & { bio: string }) | undefined
  /** The rejected username, to be corrected. */
  wantedUsername?: string | undefined
  /** The rejected choice about scrolls, to be kept. */
  wantedScrolls?: string | undefined
  /** The sent form, with `keep` under the `keepName` of each method to keep. */
  keeping?: ReadonlyMap<string, string> | undefined
}

export interface ExportView {
  askedAt: Date
  /** When the export was complete; undefined until all services have finished. */
  readyAt: Date | undefined
  expiresAt: Date
  /** When the next export can be requested; undefined if now. */
  availableAt: Date | undefined
}

export interface DeletionView {
  dueAt: Date
  scrolls: 'keep' | 'erase'
}

export interface ProfileView {
  /** The URL of the picture. */
  avatar: string
  username: string
  displayName: string
  house: string
  archetype: string
  bio: string | null
  level: number
  xp: number
  xpToNextLevel: number
  /** When the username may be changed again; undefined if now. */
  usernameChangeableAt: Date | undefined
}

export interface EmailView {
  verified: string | undefined
  /** An address to which a link was sent. */
  unverified: string | undefined
  /** The rejected address, to be corrected. */
  wanted?: string | undefined
}

export interface PasskeyView {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export interface WalletView {
  id: string
  /** The address with its checksum (EIP-55). */
  address: string
  chainId: number
  linkedAt: Date
  signsIn: boolean
}

export interface SessionView {
  id: string
  method: 'password' | 'passkey' | 'wallet'
  /** All proved methods, by their names in RFC 8176. */
  methods: readonly string[]
  /** The value of the header `User-Agent`. */
  userAgent: string
  address: string
  signedInAt: Date
  lastSeenAt: Date
  isCurrent: boolean
}

export interface ConnectedApp {
  /** The id of the client. */
  id: string
  name: string
  scopes: readonly { name: string; words: string }[]
  since: Date
}
