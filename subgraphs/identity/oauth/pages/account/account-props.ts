// The props of the account page and its sections.
import type { Notice } from '../field.ts'
import type { PasskeyUrls, WalletUrls } from '../sign-in/sign-in-page.ts'

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

/** Where the forms are posted to, each with `csrf`. */
export interface AccountActions {
  /** `displayName`, `archetype`, `bio` */
  changeProfile: string
  /** `username` */
  changeUsername: string
  /**
   * `currentPassword`, `newPassword`, and a `keepName` for each of what else stays; the `username`
   * beside them is for password managers.
   */
  changePassword: string
  /** `email` */
  changeEmail: string
  removeEmail: string
  replaceRecoveryCodes: string
  startTotp: string
  removeTotp: string
  /** `wanted`: `yes` or `no` */
  changeTwoStep: string
  removePassword: string
  /** `id` */
  removePasskey: string
  /** `id` */
  unlinkWallet: string
  /** A page: `?for=` and a `ConfirmedPurpose`. */
  confirm: string
  /** `id` */
  endSession: string
  /** This one, too. */
  endAllSessions: string
  /** `id`, the client's */
  disconnectApp: string
  requestExport: string
  /** A file. */
  downloadExport: string
  /** `confirmation`, the username, and `scrolls`: `keep` or `erase` */
  deleteAccount: string
  keepAccount: string
  signOut: string
}

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
  actions: AccountActions
  profile: ProfileView
  email: EmailView
  /** False where no mail is sent: an address can be removed, and none verified. */
  offersMail: boolean
  /** False for somebody who has confirmed with a passkey or a wallet: they need no old password. */
  needsPassword: boolean
  hasPassword: boolean
  /** The authenticator app; absent without one. */
  totp: { confirmedAt: Date } | undefined
  /** Whether a passkey is asked for after a password or a wallet. */
  asksPasskey: boolean
  isAdministrator: boolean
  /** How many are left, and when they were made. */
  recoveryCodes: { count: number; createdAt: Date | null }
  /** Those to choose from. */
  archetypes: readonly string[]
  /** Whether the person may do sensitive things now, or must confirm first who they are. */
  steppedUp: boolean
  passkeys: readonly PasskeyView[]
  passkey: PasskeyUrls
  wallets: readonly WalletView[]
  wallet: WalletUrls
  sessions: readonly SessionView[]
  apps: readonly ConnectedApp[]
  /** The latest copy of the person's data; undefined without one. */
  export: ExportView | undefined
  /** Undefined if the person is not leaving. */
  deletion: DeletionView | undefined
  /** The result of the last form, shown in its section. */
  notices?: Partial<Record<AccountSection, Notice>> | undefined
  /** The errors of its fields. */
  errors?: Partial<Record<AccountField, string>> | undefined
  /** The rejected profile, to be corrected. */
  wantedProfile?: (Pick<ProfileView, 'displayName' | 'archetype'> & { bio: string }) | undefined
  /** The rejected username, to be corrected. */
  wantedUsername?: string | undefined
  /** The rejected choice about scrolls, to be kept. */
  wantedScrolls?: string | undefined
  /** The sent form, with `keep` under each `keepName` of what stays. */
  keeping?: ReadonlyMap<string, string> | undefined
}

export interface ExportView {
  askedAt: Date
  /** Undefined until all services have answered. */
  readyAt: Date | undefined
  expiresAt: Date
  /** When another one can be requested; undefined if it can be now. */
  availableAt: Date | undefined
}

export interface DeletionView {
  dueAt: Date
  scrolls: 'keep' | 'erase'
}

export interface ProfileView {
  /** The address of the picture. */
  avatar: string
  username: string
  displayName: string
  house: string
  archetype: string
  bio: string | null
  level: number
  xp: number
  xpToNextLevel: number
  /** When the username may be changed again; undefined when it may be now. */
  usernameChangeableAt: Date | undefined
}

export interface EmailView {
  verified: string | undefined
  /** A link is on its way to it. */
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
  /** EIP-55. */
  address: string
  chainId: number
  linkedAt: Date
  signsIn: boolean
}

export interface SessionView {
  id: string
  method: 'password' | 'passkey' | 'wallet'
  /** Everything that was proved, by RFC 8176. */
  methods: readonly string[]
  /** The raw header. */
  userAgent: string
  address: string
  signedInAt: Date
  lastSeenAt: Date
  /** True for the current session. */
  isCurrent: boolean
}

export interface ConnectedApp {
  /** The client's. */
  id: string
  name: string
  scopes: readonly { name: string; words: string }[]
  since: Date
}
