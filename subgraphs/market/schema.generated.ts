// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/pagination.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Asset as AssetParent, Listing as ListingParent, Purchase as PurchaseParent, Transaction as TransactionParent, Posting as PostingParent } from './tables.ts';
import type { Sale as SaleParent } from './domain/sale.ts';
import type { GoldAdjustment as GoldAdjustmentParent } from './domain/adjustment.ts';
import type { Treasury as TreasuryParent } from './domain/transaction.ts';
import type { GoldStatement as GoldStatementParent } from './domain/statement.ts';
import type { GoldGrant as GoldGrantParent } from './domain/gold.ts';
import type { Node as NodeParent } from './domain/about.ts';
import type { MarketContext } from './context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A whole number from -9,007,199,254,740,991 to 9,007,199,254,740,991. */
  SafeInt: { input: number; output: number; }
  /** A point in time, UTC, as ISO 8601 with milliseconds: `2026-11-20T09:30:00.000Z`. */
  DateTimeISO: { input: Date; output: Date; }
  /** A free-form JSON object. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  _FieldSet: { input: unknown; output: unknown; }
};

export type Query = {
  __typename?: 'Query';
  /** All assets that are not retired, listed or not, newest first. */
  assets?: Maybe<AssetConnection>;
  /** One asset, or NOT_FOUND. */
  asset?: Maybe<Asset>;
  /** All active listings, newest first. */
  listings?: Maybe<ListingConnection>;
  /** The source of all gold, and the recipient of what the system sells. For administrators. */
  treasury?: Maybe<Treasury>;
  /** The movements of gold, newest first: for everybody or one person. For administrators. */
  transactions?: Maybe<TransactionConnection>;
};


export type QueryAssetsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  owner?: InputMaybe<Scalars['ID']['input']>;
  listed?: InputMaybe<Scalars['Boolean']['input']>;
  orderBy?: InputMaybe<AssetOrder>;
  search?: InputMaybe<Scalars['String']['input']>;
};


export type QueryAssetArgs = {
  id: Scalars['ID']['input'];
};


export type QueryListingsArgs = {
  minPrice?: InputMaybe<Scalars['Int']['input']>;
  maxPrice?: InputMaybe<Scalars['Int']['input']>;
  seller?: InputMaybe<Scalars['ID']['input']>;
  kind?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<ListingOrder>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryTransactionsArgs = {
  identityId?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

export type Mutation = {
  __typename?: 'Mutation';
  /**
   * Buys a listed asset for the caller: payment, ownership and listing change together or not at all.
   * OWN_LISTING, LISTING_NOT_ACTIVE, PRICE_CHANGED with the `price` if it is not `expectedPrice`, or
   * INSUFFICIENT_GOLD with `price` and `balance`.
   */
  purchaseListing?: Maybe<Purchase>;
  /** Lists the caller's own asset for a price. ALREADY_LISTED while another listing of it is active. */
  listAsset?: Maybe<Listing>;
  /**
   * Changes the price of the caller's own active listing. The same price has no effect.
   * LISTING_NOT_ACTIVE if it is sold or cancelled.
   */
  changeListingPrice?: Maybe<Listing>;
  /** Cancels the caller's own active listing. LISTING_NOT_ACTIVE if it is sold or cancelled. */
  cancelListing?: Maybe<Listing>;
  /**
   * Gives the caller's own asset to another person, for good and without gold. Its listing is cancelled.
   * NOT_FOUND for a retired asset or an unknown person, SYSTEM_IDENTITY for the system itself.
   */
  giveAsset?: Maybe<Asset>;
  /**
   * Corrects a person's gold, once per key, from or to the treasury. NOT_FOUND for an unknown person,
   * INSUFFICIENT_GOLD with `balance` if the person has less than is taken, SYSTEM_IDENTITY for the
   * system itself. For administrators.
   */
  adjustGold?: Maybe<GoldAdjustment>;
  /**
   * Changes an asset, and its price if the system owns it. NOT_FOUND for an unknown one. For
   * administrators.
   */
  updateAsset?: Maybe<Asset>;
  /**
   * Retires an asset: it leaves all lists, and its listing is cancelled. Repeating it has no effect.
   * NOT_FOUND for an unknown one. For administrators.
   */
  retireAsset?: Maybe<Asset>;
  /**
   * Brings a retired asset back to the lists, without a listing. Repeating it has no effect. NOT_FOUND
   * for an unknown one. For administrators.
   */
  restoreAsset?: Maybe<Asset>;
  /**
   * Hides an active listing from everybody but its seller and administrators: nobody can buy it. Later
   * listings of the same asset by the same seller are hidden as well. Repeating it has no effect, the
   * first reason stays. NOT_FOUND for an unknown one, LISTING_NOT_ACTIVE. For administrators.
   */
  hideListing?: Maybe<Listing>;
  /** Shows a hidden listing again. Repeating it has no effect. For administrators. */
  unhideListing?: Maybe<Listing>;
  /** Creates a new asset. For administrators. */
  mintAsset?: Maybe<Asset>;
  /** Grants gold, once per key. For services of this system only. */
  grantGold?: Maybe<GoldGrant>;
};


export type MutationPurchaseListingArgs = {
  listingId: Scalars['ID']['input'];
  input?: InputMaybe<PurchaseListingInput>;
};


export type MutationListAssetArgs = {
  input: ListAssetInput;
};


export type MutationChangeListingPriceArgs = {
  listingId: Scalars['ID']['input'];
  input: ChangeListingPriceInput;
};


export type MutationCancelListingArgs = {
  listingId: Scalars['ID']['input'];
};


export type MutationGiveAssetArgs = {
  assetId: Scalars['ID']['input'];
  input: GiveAssetInput;
};


export type MutationAdjustGoldArgs = {
  input: AdjustGoldInput;
};


export type MutationUpdateAssetArgs = {
  input: UpdateAssetInput;
};


export type MutationRetireAssetArgs = {
  assetId: Scalars['ID']['input'];
};


export type MutationRestoreAssetArgs = {
  assetId: Scalars['ID']['input'];
};


export type MutationHideListingArgs = {
  input: HideListingInput;
};


export type MutationUnhideListingArgs = {
  listingId: Scalars['ID']['input'];
};


export type MutationMintAssetArgs = {
  input: MintAssetInput;
};


export type MutationGrantGoldArgs = {
  input: GrantGoldInput;
};

/** Something with an owner, which others can buy when it is listed. */
export type Asset = Node & {
  __typename?: 'Asset';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The name. */
  name: Scalars['String']['output'];
  /** A description. */
  description: Scalars['String']['output'];
  /** Its kind, e.g. `relic`: at most 32 lower case letters, digits and _. */
  kind: Scalars['String']['output'];
  /** The owner's id. */
  ownerId: Scalars['ID']['output'];
  /** The owner. */
  owner?: Maybe<Identity>;
  /** When it was created. */
  createdAt: Scalars['DateTimeISO']['output'];
  /** The active listing, if any. Null if it is hidden from the caller. */
  listing?: Maybe<Listing>;
  /** When it was retired. Null if it is not. */
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
};

/** An owner's offer to sell an asset for a price. */
export type Listing = {
  __typename?: 'Listing';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The asset's id. */
  assetId: Scalars['ID']['output'];
  /** The asset for sale. */
  asset: Asset;
  /** The seller's id. */
  sellerId: Scalars['ID']['output'];
  /** The seller. */
  seller?: Maybe<Identity>;
  /** The price in gold. */
  price: Scalars['Int']['output'];
  /** Whether it can be bought. */
  status: ListingStatus;
  /** When it was listed. */
  createdAt: Scalars['DateTimeISO']['output'];
  /** True if the caller is the seller. */
  mine: Scalars['Boolean']['output'];
  /** Why it is hidden. Null if it is not. Only its seller and administrators see it then. */
  moderation?: Maybe<Moderation>;
};

/** Whether a listing can be bought. */
export type ListingStatus =
  /** It can be bought. */
  | 'active'
  /** Somebody has bought it. */
  | 'sold'
  /** Its seller cancelled it. */
  | 'cancelled';

/** The order of listings. */
export type ListingOrder =
  /** The newest first. */
  | 'newest'
  /** The oldest first. */
  | 'oldest'
  /** The cheapest first. */
  | 'cheapest'
  /** The most expensive first. */
  | 'dearest';

/** A page of listings. */
export type ListingConnection = {
  __typename?: 'ListingConnection';
  /** The listings of this page. */
  nodes: Array<Listing>;
  /** The same listings, each with its cursor. */
  edges: Array<ListingEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A listing and its position in the list. */
export type ListingEdge = {
  __typename?: 'ListingEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The listing. */
  node: Listing;
};

/** A purchase, as shown to the buyer. */
export type Purchase = {
  __typename?: 'Purchase';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** Opaque identifier. */
  purchaseId: Scalars['ID']['output'];
  /** The listing that was bought. */
  listingId: Scalars['ID']['output'];
  /** The listing as it is now. */
  listing: Listing;
  /** The asset that was bought. */
  assetId: Scalars['ID']['output'];
  /** The asset as it is now. */
  asset: Asset;
  /** The price paid, in gold. */
  price: Scalars['Int']['output'];
  /** The buyer's gold after paying. */
  goldBalance: Scalars['Int']['output'];
  /** When it was bought. */
  purchasedAt: Scalars['DateTimeISO']['output'];
  /** The buyer. */
  buyer?: Maybe<Identity>;
};

/** A sale, as shown to the seller. */
export type Sale = {
  __typename?: 'Sale';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The listing that was bought. */
  listingId: Scalars['ID']['output'];
  /** The asset that was sold. */
  assetId: Scalars['ID']['output'];
  /** The asset as it is now. */
  asset: Asset;
  /** The price received, in gold. */
  price: Scalars['Int']['output'];
  /** The buyer's id. */
  buyerId: Scalars['ID']['output'];
  /** The buyer. */
  buyer?: Maybe<Identity>;
  /** When it was sold. */
  soldAt: Scalars['DateTimeISO']['output'];
};

/** The order of assets. */
export type AssetOrder =
  /** The newest first. */
  | 'newest'
  /** The oldest first. */
  | 'oldest'
  /** By name, in the order of their characters. */
  | 'name';

/** A page of assets. */
export type AssetConnection = {
  __typename?: 'AssetConnection';
  /** The assets of this page. */
  nodes: Array<Asset>;
  /** The same assets, each with its cursor. */
  edges: Array<AssetEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** An asset and its position in the list. */
export type AssetEdge = {
  __typename?: 'AssetEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The asset. */
  node: Asset;
};

/** A page of purchases. */
export type PurchaseConnection = {
  __typename?: 'PurchaseConnection';
  /** The purchases of this page. */
  nodes: Array<Purchase>;
  /** The same purchases, each with its cursor. */
  edges: Array<PurchaseEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A purchase and its position in the list. */
export type PurchaseEdge = {
  __typename?: 'PurchaseEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The purchase. */
  node: Purchase;
};

/** A page of sales. */
export type SaleConnection = {
  __typename?: 'SaleConnection';
  /** The sales of this page. */
  nodes: Array<Sale>;
  /** The same sales, each with its cursor. */
  edges: Array<SaleEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A sale and its position in the list. */
export type SaleEdge = {
  __typename?: 'SaleEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The sale. */
  node: Sale;
};

/** What a buyer expects of a listing. */
export type PurchaseListingInput = {
  /** The price that the buyer has seen. At any other price nothing is bought. 1 to 1,000,000,000. */
  expectedPrice?: InputMaybe<Scalars['Int']['input']>;
};

/** A new price of a listing. */
export type ChangeListingPriceInput = {
  /** The price in gold. 1 to 1,000,000,000. */
  price: Scalars['Int']['input'];
};

/** A gift. */
export type GiveAssetInput = {
  /** The id of the person who gets it. 1 to 200 characters. */
  to: Scalars['ID']['input'];
};

/** A listing to hide. */
export type HideListingInput = {
  /** The listing's id. */
  id: Scalars['ID']['input'];
  /** The reason, which its seller can read. 1 to 200 characters, not only blanks. */
  reason: Scalars['String']['input'];
};

/** A listing to create. */
export type ListAssetInput = {
  /** The asset, which must be the caller's own. */
  assetId: Scalars['ID']['input'];
  /** The price in gold. 1 to 1,000,000,000. */
  price: Scalars['Int']['input'];
};

/** An asset to create. */
export type MintAssetInput = {
  /** The name. 1 to 100 characters, not only blanks. */
  name: Scalars['String']['input'];
  /** A description. 1 to 2,000 characters. */
  description: Scalars['String']['input'];
  /** Its kind. Begins with a-z and holds at most 32 of a-z, 0-9 and _. */
  kind: Scalars['String']['input'];
  /** The owner, by default the system itself. NOT_FOUND for an unknown person. */
  ownerId?: InputMaybe<Scalars['ID']['input']>;
  /** The price in gold. Without one, it is not for sale. 1 to 1,000,000,000. */
  price?: InputMaybe<Scalars['Int']['input']>;
};

/** Changes of an asset. Absent fields stay unchanged. */
export type UpdateAssetInput = {
  /** The asset's id. */
  id: Scalars['ID']['input'];
  /** The name. 1 to 100 characters, not only blanks. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** A description. 1 to 2,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Its kind. Begins with a-z and holds at most 32 of a-z, 0-9 and _. */
  kind?: InputMaybe<Scalars['String']['input']>;
  /**
   * The price in gold of an asset of the system. Null takes it off the market.
   * INSUFFICIENT_PERMISSIONS (`not_owner`) for somebody else's asset. 1 to 1,000,000,000.
   */
  price?: InputMaybe<Scalars['Int']['input']>;
};

/** A correction of somebody's gold. */
export type AdjustGoldInput = {
  /** Identifies the correction: a repeated key returns the first result. 1 to 200 characters. */
  key: Scalars['String']['input'];
  /** The person. 1 to 200 characters. */
  identityId: Scalars['ID']['input'];
  /** The amount to add, or to subtract if negative; not 0. Nobody can have more than 2,147,483,647 gold. -2,147,483,647 to 2,147,483,647. */
  amount: Scalars['Int']['input'];
  /** The reason, which the person can read. 1 to 200 characters, not only blanks. */
  reason: Scalars['String']['input'];
};

/** The result of a correction of gold. */
export type GoldAdjustment = {
  __typename?: 'GoldAdjustment';
  /** The person's gold after this correction. */
  goldBalance: Scalars['Int']['output'];
  /** The person. */
  identity?: Maybe<Identity>;
};

/** The source of all gold. */
export type Treasury = {
  __typename?: 'Treasury';
  /**
   * The gold issued and not received back, as a negative number: 0 before the first grant, never
   * positive.
   */
  balance: Scalars['SafeInt']['output'];
  /** The gold of all people together. */
  inCirculation: Scalars['SafeInt']['output'];
};

/** The kinds of movements of gold. */
export type TransactionKind =
  /** A service granted it, for a completed quest for example. */
  | 'grant'
  /** Somebody bought an asset. */
  | 'purchase'
  /** An administrator added or took it. */
  | 'adjustment';

/** A movement of gold: its postings sum to zero. */
export type Transaction = {
  __typename?: 'Transaction';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The kind of movement. */
  kind: TransactionKind;
  /** The key that makes it happen once. */
  key: Scalars['String']['output'];
  /** The reason. */
  reason: Scalars['String']['output'];
  /**
   * The object that the reason names: what was bought, or the quest that was completed. Null if it names
   * none, as with adjustments.
   */
  about?: Maybe<Node>;
  /** The amount of gold moved. */
  amount: Scalars['Int']['output'];
  /** Its credit and its debit, the credit first. */
  postings: Array<Posting>;
  /** When it was moved. */
  createdAt: Scalars['DateTimeISO']['output'];
};

/** The effect of a movement of gold on one person's account, or on the treasury. */
export type Posting = {
  __typename?: 'Posting';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The id of its transaction. */
  transactionId: Scalars['ID']['output'];
  /** The kind of movement. */
  kind: TransactionKind;
  /** The reason. */
  reason: Scalars['String']['output'];
  /**
   * The object that the reason names: what was bought, or the quest that was completed. Null if it names
   * none, as with adjustments.
   */
  about?: Maybe<Node>;
  /** The amount, negative for gold that left the account. */
  amount: Scalars['Int']['output'];
  /** The balance after it. Null for the treasury. */
  balanceAfter?: Maybe<Scalars['Int']['output']>;
  /** The owner's id. Null for the treasury. */
  identityId?: Maybe<Scalars['ID']['output']>;
  /** The owner. Null for the treasury. */
  identity?: Maybe<Identity>;
  /** When the gold was moved. */
  postedAt: Scalars['DateTimeISO']['output'];
};

/** What moved a person's gold in a period, with the balances at both ends of it. */
export type GoldStatement = {
  __typename?: 'GoldStatement';
  /** The beginning of the period. Null for the beginning of the account. */
  since?: Maybe<Scalars['DateTimeISO']['output']>;
  /** The end of the period, which is not part of it. Null for now. */
  until?: Maybe<Scalars['DateTimeISO']['output']>;
  /** The gold before the period. */
  openingBalance: Scalars['Int']['output'];
  /** The gold after the period: the opening balance, plus what was received, less what was spent. */
  closingBalance: Scalars['Int']['output'];
  /** The gold that came in. */
  received: Scalars['SafeInt']['output'];
  /** The gold that went out. */
  spent: Scalars['SafeInt']['output'];
  /** The movements, newest first. */
  postings: PostingConnection;
};


/** What moved a person's gold in a period, with the balances at both ends of it. */
export type GoldStatementPostingsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of transactions. */
export type TransactionConnection = {
  __typename?: 'TransactionConnection';
  /** The transactions of this page. */
  nodes: Array<Transaction>;
  /** The same transactions, each with its cursor. */
  edges: Array<TransactionEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A transaction and its position in the list. */
export type TransactionEdge = {
  __typename?: 'TransactionEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The transaction. */
  node: Transaction;
};

/** A page of postings. */
export type PostingConnection = {
  __typename?: 'PostingConnection';
  /** The postings of this page. */
  nodes: Array<Posting>;
  /** The same postings, each with its cursor. */
  edges: Array<PostingEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A posting and its position in the list. */
export type PostingEdge = {
  __typename?: 'PostingEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The posting. */
  node: Posting;
};

/** A gold grant of another service. */
export type GrantGoldInput = {
  /** Identifies the grant: a repeated key returns the first result. 1 to 200 characters. */
  key: Scalars['String']['input'];
  /** The person who gets it. 1 to 200 characters. */
  identityId: Scalars['ID']['input'];
  /** The amount of gold. Nobody can have more than 2,147,483,647. 1 to 2,147,483,647. */
  amount: Scalars['Int']['input'];
  /** The reason. 1 to 200 characters. */
  reason: Scalars['String']['input'];
};

/** The result of a gold grant. */
export type GoldGrant = {
  __typename?: 'GoldGrant';
  /** The person's gold after this grant. */
  goldBalance: Scalars['Int']['output'];
};

/** A person of the ecosystem, with what they own. */
export type Identity = {
  __typename?: 'Identity';
  /** Opaque identifier; REST calls it `identityId`. */
  id: Scalars['ID']['output'];
  /** The person's gold. Null for anybody but the caller. */
  gold?: Maybe<Scalars['Int']['output']>;
  /** The person's assets, newest first. */
  assets?: Maybe<AssetConnection>;
  /** The person's purchases, latest first. Null for anybody but the caller. */
  purchases?: Maybe<PurchaseConnection>;
  /** What others bought from the person, latest first. Null for anybody but the caller. */
  sales?: Maybe<SaleConnection>;
  /** The statement of the person's gold for a period, by default for all time. Null for anybody but the caller. */
  ledger?: Maybe<GoldStatement>;
  /** The movements of the person's gold, newest first, with the balance after each. Null for anybody but the caller. */
  postings?: Maybe<PostingConnection>;
};


/** A person of the ecosystem, with what they own. */
export type IdentityAssetsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A person of the ecosystem, with what they own. */
export type IdentityPurchasesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A person of the ecosystem, with what they own. */
export type IdentitySalesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A person of the ecosystem, with what they own. */
export type IdentityLedgerArgs = {
  since?: InputMaybe<Scalars['DateTimeISO']['input']>;
  until?: InputMaybe<Scalars['DateTimeISO']['input']>;
};


/** A person of the ecosystem, with what they own. */
export type IdentityPostingsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/**
 * An object with an identifier that no other object has (Global Object Identification). `node` reads it
 * again.
 */
export type Node = {
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** Something to do, for xp and gold. */
export type Quest = Node & {
  __typename?: 'Quest';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** That an administrator has hidden something. Only its owner and administrators see it then. */
export type Moderation = {
  __typename?: 'Moderation';
  /** When it was hidden. */
  hiddenAt: Scalars['DateTimeISO']['output'];
  /** Why it was hidden. */
  reason: Scalars['String']['output'];
};

/** The position of a page in a list (Relay Cursor Connections). */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** More items follow this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** More items precede this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first item, absent on an empty page. */
  startCursor?: Maybe<Scalars['String']['output']>;
  /** The cursor of the last item: pass it as `after` for the next page. */
  endCursor?: Maybe<Scalars['String']['output']>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type ReferenceResolver<TResult, TReference, TContext> = (
      reference: TReference,
      context: TContext,
      info: GraphQLResolveInfo
    ) => Promise<TResult> | TResult;

      type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>;
      type NullableCheck<T, S> = Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>;
      type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>;
      export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> };
    

export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

/** Mapping of federation types */
export type FederationTypes = {
  Asset: Asset;
  Listing: Listing;
  Purchase: Purchase;
  Sale: Sale;
  Transaction: Transaction;
  Posting: Posting;
  Identity: Identity;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Asset:
    ( { __typename: 'Asset' }
    & GraphQLRecursivePick<FederationTypes['Asset'], {"id":true}> );
  Listing:
    ( { __typename: 'Listing' }
    & GraphQLRecursivePick<FederationTypes['Listing'], {"id":true}> );
  Purchase:
    ( { __typename: 'Purchase' }
    & GraphQLRecursivePick<FederationTypes['Purchase'], {"id":true}> );
  Sale:
    ( { __typename: 'Sale' }
    & GraphQLRecursivePick<FederationTypes['Sale'], {"id":true}> );
  Transaction:
    ( { __typename: 'Transaction' }
    & GraphQLRecursivePick<FederationTypes['Transaction'], {"id":true}> );
  Posting:
    ( { __typename: 'Posting' }
    & GraphQLRecursivePick<FederationTypes['Posting'], {"id":true}> );
  Identity:
    ( { __typename: 'Identity' }
    & GraphQLRecursivePick<FederationTypes['Identity'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Asset: ResolverTypeWrapper<AssetParent>;
  Listing: ResolverTypeWrapper<ListingParent>;
  ListingStatus: ListingStatus;
  ListingOrder: ListingOrder;
  ListingConnection: ResolverTypeWrapper<Connection<ListingParent>>;
  ListingEdge: ResolverTypeWrapper<Omit<ListingEdge, 'node'> & { node: ResolversTypes['Listing'] }>;
  Purchase: ResolverTypeWrapper<PurchaseParent>;
  Sale: ResolverTypeWrapper<SaleParent>;
  AssetOrder: AssetOrder;
  AssetConnection: ResolverTypeWrapper<Connection<AssetParent>>;
  AssetEdge: ResolverTypeWrapper<Omit<AssetEdge, 'node'> & { node: ResolversTypes['Asset'] }>;
  PurchaseConnection: ResolverTypeWrapper<Connection<PurchaseParent>>;
  PurchaseEdge: ResolverTypeWrapper<Omit<PurchaseEdge, 'node'> & { node: ResolversTypes['Purchase'] }>;
  SaleConnection: ResolverTypeWrapper<Connection<SaleParent>>;
  SaleEdge: ResolverTypeWrapper<Omit<SaleEdge, 'node'> & { node: ResolversTypes['Sale'] }>;
  PurchaseListingInput: PurchaseListingInput;
  ChangeListingPriceInput: ChangeListingPriceInput;
  GiveAssetInput: GiveAssetInput;
  HideListingInput: HideListingInput;
  ListAssetInput: ListAssetInput;
  MintAssetInput: MintAssetInput;
  UpdateAssetInput: UpdateAssetInput;
  AdjustGoldInput: AdjustGoldInput;
  GoldAdjustment: ResolverTypeWrapper<GoldAdjustmentParent>;
  Treasury: ResolverTypeWrapper<TreasuryParent>;
  TransactionKind: TransactionKind;
  Transaction: ResolverTypeWrapper<TransactionParent>;
  Posting: ResolverTypeWrapper<PostingParent>;
  GoldStatement: ResolverTypeWrapper<GoldStatementParent>;
  TransactionConnection: ResolverTypeWrapper<Connection<TransactionParent>>;
  TransactionEdge: ResolverTypeWrapper<Omit<TransactionEdge, 'node'> & { node: ResolversTypes['Transaction'] }>;
  PostingConnection: ResolverTypeWrapper<Connection<PostingParent>>;
  PostingEdge: ResolverTypeWrapper<Omit<PostingEdge, 'node'> & { node: ResolversTypes['Posting'] }>;
  GrantGoldInput: GrantGoldInput;
  GoldGrant: ResolverTypeWrapper<GoldGrantParent>;
  Identity: ResolverTypeWrapper<Omit<Identity, 'assets' | 'purchases' | 'sales' | 'ledger' | 'postings'> & { assets?: Maybe<ResolversTypes['AssetConnection']>, purchases?: Maybe<ResolversTypes['PurchaseConnection']>, sales?: Maybe<ResolversTypes['SaleConnection']>, ledger?: Maybe<ResolversTypes['GoldStatement']>, postings?: Maybe<ResolversTypes['PostingConnection']> }>;
  Node: ResolverTypeWrapper<NodeParent>;
  Quest: ResolverTypeWrapper<Quest>;
  DateTimeISO: ResolverTypeWrapper<Scalars['DateTimeISO']['output']>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  Moderation: ResolverTypeWrapper<Moderation>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  SafeInt: Scalars['SafeInt']['output'];
  Query: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  Boolean: Scalars['Boolean']['output'];
  Mutation: Record<PropertyKey, never>;
  Asset: AssetParent;
  Listing: ListingParent;
  ListingConnection: Connection<ListingParent>;
  ListingEdge: Omit<ListingEdge, 'node'> & { node: ResolversParentTypes['Listing'] };
  Purchase: PurchaseParent;
  Sale: SaleParent;
  AssetConnection: Connection<AssetParent>;
  AssetEdge: Omit<AssetEdge, 'node'> & { node: ResolversParentTypes['Asset'] };
  PurchaseConnection: Connection<PurchaseParent>;
  PurchaseEdge: Omit<PurchaseEdge, 'node'> & { node: ResolversParentTypes['Purchase'] };
  SaleConnection: Connection<SaleParent>;
  SaleEdge: Omit<SaleEdge, 'node'> & { node: ResolversParentTypes['Sale'] };
  PurchaseListingInput: PurchaseListingInput;
  ChangeListingPriceInput: ChangeListingPriceInput;
  GiveAssetInput: GiveAssetInput;
  HideListingInput: HideListingInput;
  ListAssetInput: ListAssetInput;
  MintAssetInput: MintAssetInput;
  UpdateAssetInput: UpdateAssetInput;
  AdjustGoldInput: AdjustGoldInput;
  GoldAdjustment: GoldAdjustmentParent;
  Treasury: TreasuryParent;
  Transaction: TransactionParent;
  Posting: PostingParent;
  GoldStatement: GoldStatementParent;
  TransactionConnection: Connection<TransactionParent>;
  TransactionEdge: Omit<TransactionEdge, 'node'> & { node: ResolversParentTypes['Transaction'] };
  PostingConnection: Connection<PostingParent>;
  PostingEdge: Omit<PostingEdge, 'node'> & { node: ResolversParentTypes['Posting'] };
  GrantGoldInput: GrantGoldInput;
  GoldGrant: GoldGrantParent;
  Identity: Omit<Identity, 'assets' | 'purchases' | 'sales' | 'ledger' | 'postings'> & { assets?: Maybe<ResolversParentTypes['AssetConnection']>, purchases?: Maybe<ResolversParentTypes['PurchaseConnection']>, sales?: Maybe<ResolversParentTypes['SaleConnection']>, ledger?: Maybe<ResolversParentTypes['GoldStatement']>, postings?: Maybe<ResolversParentTypes['PostingConnection']> } | FederationReferenceTypes['Identity'];
  Node: NodeParent;
  Quest: Quest;
  DateTimeISO: Scalars['DateTimeISO']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  Moderation: Moderation;
  PageInfo: PageInfo;
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Float: Scalars['Float']['output'];
};

export type ConstraintDirectiveArgs = {
  minLength?: Maybe<Scalars['Int']['input']>;
  maxLength?: Maybe<Scalars['Int']['input']>;
  pattern?: Maybe<Scalars['String']['input']>;
  min?: Maybe<Scalars['Float']['input']>;
  max?: Maybe<Scalars['Float']['input']>;
  maxItems?: Maybe<Scalars['Int']['input']>;
};

export type ConstraintDirectiveResolver<Result, Parent, ContextType = MarketContext, Args = ConstraintDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type PrivateDirectiveArgs = {
  owner: Scalars['String']['input'];
};

export type PrivateDirectiveResolver<Result, Parent, ContextType = MarketContext, Args = PrivateDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}

export type QueryResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  assets?: Resolver<Maybe<ResolversTypes['AssetConnection']>, ParentType, ContextType, RequireFields<QueryAssetsArgs, 'offset'>>;
  asset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType, RequireFields<QueryAssetArgs, 'id'>>;
  listings?: Resolver<Maybe<ResolversTypes['ListingConnection']>, ParentType, ContextType, RequireFields<QueryListingsArgs, 'offset'>>;
  treasury?: Resolver<Maybe<ResolversTypes['Treasury']>, ParentType, ContextType>;
  transactions?: Resolver<Maybe<ResolversTypes['TransactionConnection']>, ParentType, ContextType, RequireFields<QueryTransactionsArgs, 'offset'>>;
};

export type MutationResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  purchaseListing?: Resolver<Maybe<ResolversTypes['Purchase']>, ParentType, ContextType, RequireFields<MutationPurchaseListingArgs, 'listingId'>>;
  listAsset?: Resolver<Maybe<ResolversTypes['Listing']>, ParentType, ContextType, RequireFields<MutationListAssetArgs, 'input'>>;
  changeListingPrice?: Resolver<Maybe<ResolversTypes['Listing']>, ParentType, ContextType, RequireFields<MutationChangeListingPriceArgs, 'listingId' | 'input'>>;
  cancelListing?: Resolver<Maybe<ResolversTypes['Listing']>, ParentType, ContextType, RequireFields<MutationCancelListingArgs, 'listingId'>>;
  giveAsset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType, RequireFields<MutationGiveAssetArgs, 'assetId' | 'input'>>;
  adjustGold?: Resolver<Maybe<ResolversTypes['GoldAdjustment']>, ParentType, ContextType, RequireFields<MutationAdjustGoldArgs, 'input'>>;
  updateAsset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType, RequireFields<MutationUpdateAssetArgs, 'input'>>;
  retireAsset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType, RequireFields<MutationRetireAssetArgs, 'assetId'>>;
  restoreAsset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType, RequireFields<MutationRestoreAssetArgs, 'assetId'>>;
  hideListing?: Resolver<Maybe<ResolversTypes['Listing']>, ParentType, ContextType, RequireFields<MutationHideListingArgs, 'input'>>;
  unhideListing?: Resolver<Maybe<ResolversTypes['Listing']>, ParentType, ContextType, RequireFields<MutationUnhideListingArgs, 'listingId'>>;
  mintAsset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType, RequireFields<MutationMintAssetArgs, 'input'>>;
  grantGold?: Resolver<Maybe<ResolversTypes['GoldGrant']>, ParentType, ContextType, RequireFields<MutationGrantGoldArgs, 'input'>>;
};

export type AssetResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Asset'] = ResolversParentTypes['Asset'], FederationReferenceType extends FederationReferenceTypes['Asset'] = FederationReferenceTypes['Asset']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Asset']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ownerId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  listing?: Resolver<Maybe<ResolversTypes['Listing']>, ParentType, ContextType>;
  retiredAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ListingResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Listing'] = ResolversParentTypes['Listing'], FederationReferenceType extends FederationReferenceTypes['Listing'] = FederationReferenceTypes['Listing']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Listing']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  assetId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  sellerId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  seller?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ListingStatus'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  mine?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  moderation?: Resolver<Maybe<ResolversTypes['Moderation']>, ParentType, ContextType>;
};

export type ListingConnectionResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['ListingConnection'] = ResolversParentTypes['ListingConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Listing']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ListingEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ListingEdgeResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['ListingEdge'] = ResolversParentTypes['ListingEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Listing'], ParentType, ContextType>;
};

export type PurchaseResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Purchase'] = ResolversParentTypes['Purchase'], FederationReferenceType extends FederationReferenceTypes['Purchase'] = FederationReferenceTypes['Purchase']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Purchase']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  purchaseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  listingId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  listing?: Resolver<ResolversTypes['Listing'], ParentType, ContextType>;
  assetId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  goldBalance?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  purchasedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  buyer?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
};

export type SaleResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Sale'] = ResolversParentTypes['Sale'], FederationReferenceType extends FederationReferenceTypes['Sale'] = FederationReferenceTypes['Sale']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Sale']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  listingId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  assetId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  asset?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
  price?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  buyerId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  buyer?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  soldAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
};

export type AssetConnectionResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['AssetConnection'] = ResolversParentTypes['AssetConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Asset']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['AssetEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AssetEdgeResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['AssetEdge'] = ResolversParentTypes['AssetEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Asset'], ParentType, ContextType>;
};

export type PurchaseConnectionResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['PurchaseConnection'] = ResolversParentTypes['PurchaseConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Purchase']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['PurchaseEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PurchaseEdgeResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['PurchaseEdge'] = ResolversParentTypes['PurchaseEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Purchase'], ParentType, ContextType>;
};

export type SaleConnectionResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['SaleConnection'] = ResolversParentTypes['SaleConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Sale']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['SaleEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SaleEdgeResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['SaleEdge'] = ResolversParentTypes['SaleEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Sale'], ParentType, ContextType>;
};

export type GoldAdjustmentResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['GoldAdjustment'] = ResolversParentTypes['GoldAdjustment']> = {
  goldBalance?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
};

export type TreasuryResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Treasury'] = ResolversParentTypes['Treasury']> = {
  balance?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  inCirculation?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
};

export type TransactionResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Transaction'] = ResolversParentTypes['Transaction'], FederationReferenceType extends FederationReferenceTypes['Transaction'] = FederationReferenceTypes['Transaction']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Transaction']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TransactionKind'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  about?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  postings?: Resolver<Array<ResolversTypes['Posting']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
};

export type PostingResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Posting'] = ResolversParentTypes['Posting'], FederationReferenceType extends FederationReferenceTypes['Posting'] = FederationReferenceTypes['Posting']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Posting']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  transactionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TransactionKind'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  about?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  balanceAfter?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  identityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  postedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
};

export type GoldStatementResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['GoldStatement'] = ResolversParentTypes['GoldStatement']> = {
  since?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  until?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  openingBalance?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  closingBalance?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  received?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  spent?: Resolver<ResolversTypes['SafeInt'], ParentType, ContextType>;
  postings?: Resolver<ResolversTypes['PostingConnection'], ParentType, ContextType, RequireFields<GoldStatementPostingsArgs, 'offset'>>;
};

export type TransactionConnectionResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['TransactionConnection'] = ResolversParentTypes['TransactionConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Transaction']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['TransactionEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TransactionEdgeResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['TransactionEdge'] = ResolversParentTypes['TransactionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Transaction'], ParentType, ContextType>;
};

export type PostingConnectionResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['PostingConnection'] = ResolversParentTypes['PostingConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Posting']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['PostingEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PostingEdgeResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['PostingEdge'] = ResolversParentTypes['PostingEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Posting'], ParentType, ContextType>;
};

export type GoldGrantResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['GoldGrant'] = ResolversParentTypes['GoldGrant']> = {
  goldBalance?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IdentityResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity'], FederationReferenceType extends FederationReferenceTypes['Identity'] = FederationReferenceTypes['Identity']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Identity']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  gold?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  assets?: Resolver<Maybe<ResolversTypes['AssetConnection']>, ParentType, ContextType, RequireFields<IdentityAssetsArgs, 'offset'>>;
  purchases?: Resolver<Maybe<ResolversTypes['PurchaseConnection']>, ParentType, ContextType, RequireFields<IdentityPurchasesArgs, 'offset'>>;
  sales?: Resolver<Maybe<ResolversTypes['SaleConnection']>, ParentType, ContextType, RequireFields<IdentitySalesArgs, 'offset'>>;
  ledger?: Resolver<Maybe<ResolversTypes['GoldStatement']>, ParentType, ContextType, Partial<IdentityLedgerArgs>>;
  postings?: Resolver<Maybe<ResolversTypes['PostingConnection']>, ParentType, ContextType, RequireFields<IdentityPostingsArgs, 'offset'>>;
};

export type NodeResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Asset' | 'Quest', ParentType, ContextType>;
};

export type QuestResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Quest'] = ResolversParentTypes['Quest']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export interface DateTimeIsoScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTimeISO'], any> {
  name: 'DateTimeISO';
}

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export type ModerationResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Moderation'] = ResolversParentTypes['Moderation']> = {
  hiddenAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = MarketContext> = {
  SafeInt?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Asset?: AssetResolvers<ContextType>;
  Listing?: ListingResolvers<ContextType>;
  ListingConnection?: ListingConnectionResolvers<ContextType>;
  ListingEdge?: ListingEdgeResolvers<ContextType>;
  Purchase?: PurchaseResolvers<ContextType>;
  Sale?: SaleResolvers<ContextType>;
  AssetConnection?: AssetConnectionResolvers<ContextType>;
  AssetEdge?: AssetEdgeResolvers<ContextType>;
  PurchaseConnection?: PurchaseConnectionResolvers<ContextType>;
  PurchaseEdge?: PurchaseEdgeResolvers<ContextType>;
  SaleConnection?: SaleConnectionResolvers<ContextType>;
  SaleEdge?: SaleEdgeResolvers<ContextType>;
  GoldAdjustment?: GoldAdjustmentResolvers<ContextType>;
  Treasury?: TreasuryResolvers<ContextType>;
  Transaction?: TransactionResolvers<ContextType>;
  Posting?: PostingResolvers<ContextType>;
  GoldStatement?: GoldStatementResolvers<ContextType>;
  TransactionConnection?: TransactionConnectionResolvers<ContextType>;
  TransactionEdge?: TransactionEdgeResolvers<ContextType>;
  PostingConnection?: PostingConnectionResolvers<ContextType>;
  PostingEdge?: PostingEdgeResolvers<ContextType>;
  GoldGrant?: GoldGrantResolvers<ContextType>;
  Identity?: IdentityResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  Quest?: QuestResolvers<ContextType>;
  DateTimeISO?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  Moderation?: ModerationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = MarketContext> = {
  constraint?: ConstraintDirectiveResolver<any, any, ContextType>;
  private?: PrivateDirectiveResolver<any, any, ContextType>;
};
