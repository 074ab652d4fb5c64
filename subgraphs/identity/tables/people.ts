// The tables of people, with their names, credentials, xp and wallets.
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export interface IdentityTable {
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
  /** When the username last changed; null before the first change. */
  usernameChangedAt: Date | null
  bio: Generated<string | null>
  /** When an administrator hid names of the person, and why. */
  namesHiddenAt: Generated<Date | null>
  namesHiddenReason: Generated<string | null>
  /** The names at that time, or the hidden one that the person went back to. Each is hidden while unchanged. */
  hiddenUsername: Generated<string | null>
  hiddenDisplayName: Generated<string | null>
  hiddenBio: Generated<string | null>
  /** All usernames that administrators have hidden, kept by the database. */
  hiddenUsernames: Generated<string[] | null>
  hiddenDisplayNames: Generated<string[] | null>
  hiddenBios: Generated<string[] | null>
  /** When names of the person were last hidden or shown again; set by the database. */
  nameHidingChangedAt: Generated<Date | null>
  /** When the display name, archetype or bio last changed. */
  profileChangedAt: Generated<Date | null>
  /** When the person left; also set for their tombstone. */
  leftAt: Generated<Date | null>
}

/** A former username, reserved for its owner until `until`. */
export interface UsernameReservationTable {
  username: string
  identityId: string
  until: Date
}

export interface CredentialTable {
  id: string
  identityId: string
  type: string
  claims: JSONColumnType<Record<string, unknown>>
  /** The version of the claims, if a service keeps them up to date; otherwise 0. */
  version: Generated<number>
  /** The key of the service's grant that issued it, if any. */
  grantKey: string | null
  issuedAt: Date
}

/**
 * Grants of services, corrections by administrators (with a reason), and the xp from before this table, added
 * by the database. They sum to the person's xp.
 */
export interface XpGrantTable {
  key: string
  identityId: string
  /** The amount, which is negative if a correction subtracts xp. */
  amount: number
  reason: string | null
  xpAfter: number
  levelAfter: number
  grantedAt: Date
}

export interface WalletTable {
  id: string
  identityId: string
  /** The address with its checksum (EIP-55). */
  address: string
  chainId: number
  /** SHA-256 of the challenge that last linked it. */
  challengeHash: Buffer
  linkedAt: Date
  /** Whether it was linked on the account page. A wallet that an app linked is no sign-in method. */
  signsIn: boolean
}

export interface WalletChallengeTable {
  /** SHA-256 of the text. */
  messageHash: Buffer
  purpose: 'link' | 'sign_in'
  /** The id of an identity, or SHA-256 of a browser's secret. */
  askedBy: string
  address: string
  chainId: number
  /** A number in the order of creation: the oldest challenge has the lowest. */
  number: GeneratedAlways<number>
  expiresAt: Date
}
