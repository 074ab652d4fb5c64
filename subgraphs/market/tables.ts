// The tables of the Market service's own schema.
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Hideable } from '#foundation/domain/moderation.ts'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'

export interface MarketTables extends AuditOutboxTables {
  accounts: AccountTable
  transactions: TransactionTable
  postings: PostingTable
  assets: AssetTable
  listings: ListingTable
  purchases: PurchaseTable
  gifts: GiftTable
}

/** An account of a person, or the treasury, which issues all gold. */
interface AccountTable {
  id: string
  kind: 'identity' | 'issuance'
  /** Null for the treasury. */
  ownerId: string | null
  /** The sum of its postings, kept by the database. Null for the treasury. */
  balance: ColumnType<number | null, number | undefined, never>
  createdAt: Date
}

export type TransactionKind = 'grant' | 'purchase' | 'adjustment'

/** A movement of gold: its postings sum to zero. */
interface TransactionTable {
  id: string
  /** The idempotency key. */
  key: string
  kind: TransactionKind
  reason: string
  createdAt: Date
}

interface PostingTable {
  transactionId: string
  accountId: string
  /** Positive for a credit, negative for a debit. */
  amount: number
  /** The account's balance after it, set by the database. */
  balanceAfter: GeneratedAlways<number | null>
  /** When its transaction was made, set by the database. */
  postedAt: GeneratedAlways<Date>
}

interface AssetTable {
  id: string
  name: string
  description: string
  kind: string
  ownerId: string
  createdAt: Date
  retiredAt: Date | null
  /** Its key in the content file, if it comes from one. */
  contentKey: string | null
  /** The price in the content file. */
  contentPrice: number | null
}

export type ListingStatus = 'active' | 'sold' | 'cancelled'

interface ListingTable {
  id: string
  assetId: string
  sellerId: string
  price: number
  status: Generated<ListingStatus>
  createdAt: Date
  /** When it was sold or cancelled. */
  closedAt: Date | null
  /** When an administrator hid it, and why. */
  hiddenAt: Generated<Hideable['hiddenAt']>
  hiddenReason: Generated<Hideable['hiddenReason']>
}

/** The result shown to the buyer. */
interface PurchaseTable {
  id: string
  listingId: string
  assetId: string
  buyerId: string
  /** The seller of its listing, set by the database. */
  sellerId: GeneratedAlways<string>
  price: number
  /** The buyer's gold after paying. */
  goldBalance: number
  /** The movement of gold that paid for it. */
  transactionId: string
  purchasedAt: Date
}

/** A gift of an asset from its owner to another person. */
interface GiftTable {
  id: string
  assetId: string
  giverId: string
  receiverId: string
  givenAt: Date
}

export type Transaction = Selectable<TransactionTable>
export type PostingRow = Selectable<PostingTable>
/** A posting with fields of its transaction and its account. */
export interface Posting extends PostingRow, Pick<Transaction, 'kind' | 'reason'> {
  /** Null for the treasury. */
  ownerId: string | null
}

export type Asset = Selectable<AssetTable>
export type Listing = Selectable<ListingTable>
/** A listing and its buyer, if it is sold. */
export type OfferedListing = Listing & { buyerId: string | null }
export type Purchase = Selectable<PurchaseTable>

/** The fields that content files and administrators set. */
export type AssetTexts = Pick<Asset, 'name' | 'description' | 'kind'>
