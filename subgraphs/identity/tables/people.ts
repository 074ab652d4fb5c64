// Who somebody is, and what they have.
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
  /** Null while the username is that of the sign-up. */
  usernameChangedAt: Date | null
  bio: Generated<string | null>
  /** When an administrator hid names of the person, and why. */
  namesHiddenAt: Generated<Date | null>
  namesHiddenReason: Generated<string | null>
  /** What these were then, or the hidden one that the person went back to: each is hidden while it is the same. */
  hiddenUsername: Generated<string | null>
  hiddenDisplayName: Generated<string | null>
  hiddenBio: Generated<string | null>
  /** All that an administrator has hidden, kept by the database. */
  hiddenUsernames: Generated<string[] | null>
  hiddenDisplayNames: Generated<string[] | null>
  hiddenBios: Generated<string[] | null>
  /** When an administrator last hid names of the person, or showed them again; set by the database. */
  nameHidingChangedAt: Generated<Date | null>
  /** When the display name, archetype or bio last changed. */
  profileChangedAt: Generated<Date | null>
  /** When the person left. Also set for the tombstone in their place. */
  leftAt: Generated<Date | null>
}

/** A username that its owner gave up, and that nobody else may take until then. */
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
export interface XpGrantTable {
  key: string
  identityId: string
  /** Negative for a correction that takes. */
  amount: number
  reason: string | null
  xpAfter: number
  levelAfter: number
  grantedAt: Date
}

export interface WalletTable {
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

export interface WalletChallengeTable {
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
