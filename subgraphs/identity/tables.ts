// The tables of the ID service's own schema.
import type { Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely'

export interface IdentityTables {
  identities: IdentityTable
  credentials: CredentialTable
  xpGrants: XpGrantTable
  adminKeys: AdminKeyTable
  wallets: WalletTable
  walletChallenges: WalletChallengeTable
}

interface IdentityTable {
  id: string
  username: string
  displayName: string
  house: string
  archetype: string
  role: Generated<'member' | 'admin'>
  xp: Generated<number>
  /** Computed from xp by the database. */
  level: GeneratedAlways<number>
  createdAt: Generated<Date>
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

interface XpGrantTable {
  key: string
  identityId: string
  amount: number
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

interface WalletTable {
  id: string
  identityId: string
  /** EIP-55. */
  address: string
  chainId: number
  /** SHA-256 of the challenge by which it was linked, the latest time. */
  challengeHash: Buffer
  linkedAt: Date
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

export type Identity = Selectable<IdentityTable>
export type Credential = Selectable<CredentialTable>
export type Wallet = Selectable<WalletTable>
