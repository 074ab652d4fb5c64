// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/lists/pagination.ts'
import type { GraphQLRecursivePick, InputMaybe, IsTypeOfResolverFn, Maybe, ReferenceResolver, RequireFields, Resolver, ResolverTypeWrapper, SubscriptionResolver, TypeResolveFn } from '#foundation/graphql/resolver-types.ts'
import type { GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Asset as AssetParent, Listing as ListingParent, Purchase as PurchaseParent, Transaction as TransactionParent, Posting as PostingParent } from './tables.ts';
import type { Sale as SaleParent } from './domain/sale.ts';
import type { GoldAdjustment as GoldAdjustmentParent } from './domain/adjustment.ts';
import type { Treasury as TreasuryParent } from './domain/transaction.ts';
import type { GoldStatement as GoldStatementParent } from './domain/statement.ts';
import type { GoldGrant as GoldGrantParent } from './domain/gold.ts';
import type { Node as NodeParent } from './domain/about.ts';
import type { MarketContext } from './context.ts';
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  SafeInt: { input: number; output: number; }
  DateTimeISO: { input: Date; output: Date; }
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  _FieldSet: { input: unknown; output: unknown; }
};
export type Query = {
  assets?: Maybe<AssetConnection>;
  asset?: Maybe<Asset>;
  listings?: Maybe<ListingConnection>;
  listing?: Maybe<Listing>;
  treasury?: Maybe<Treasury>;
  transactions?: Maybe<TransactionConnection>;
  marketEvents?: Maybe<EventPage>;
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
export type QueryListingArgs = {
  id: Scalars['ID']['input'];
};
export type QueryTransactionsArgs = {
  identityId?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type QueryMarketEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
};
export type Mutation = {
  purchaseListing?: Maybe<Purchase>;
  listAsset?: Maybe<Listing>;
  changeListingPrice?: Maybe<Listing>;
  cancelListing?: Maybe<Listing>;
  giveAsset?: Maybe<Asset>;
  adjustGold?: Maybe<GoldAdjustment>;
  updateAsset?: Maybe<Asset>;
  retireAsset?: Maybe<Asset>;
  restoreAsset?: Maybe<Asset>;
  hideListing?: Maybe<Listing>;
  unhideListing?: Maybe<Listing>;
  mintAsset?: Maybe<Asset>;
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
export type Subscription = {
  listing?: Maybe<Listing>;
};
export type SubscriptionListingArgs = {
  id: Scalars['ID']['input'];
  since?: InputMaybe<Scalars['String']['input']>;
};
export type Asset = Node & {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  description: Scalars['String']['output'];
  kind: Scalars['String']['output'];
  ownerId: Scalars['ID']['output'];
  owner?: Maybe<Identity>;
  createdAt: Scalars['DateTimeISO']['output'];
  listing?: Maybe<Listing>;
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
};
export type Listing = {
  id: Scalars['ID']['output'];
  assetId: Scalars['ID']['output'];
  asset: Asset;
  sellerId: Scalars['ID']['output'];
  seller?: Maybe<Identity>;
  price: Scalars['Int']['output'];
  status: ListingStatus;
  createdAt: Scalars['DateTimeISO']['output'];
  mine: Scalars['Boolean']['output'];
  moderation?: Maybe<Moderation>;
};
export type ListingStatus =
  | 'active'
  | 'sold'
  | 'cancelled';
export type ListingOrder =
  | 'newest'
  | 'oldest'
  | 'cheapest'
  | 'dearest';
export type ListingConnection = {
  nodes: Array<Listing>;
  edges: Array<ListingEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type ListingEdge = {
  cursor: Scalars['String']['output'];
  node: Listing;
};
export type Purchase = {
  id: Scalars['ID']['output'];
  purchaseId: Scalars['ID']['output'];
  listingId: Scalars['ID']['output'];
  listing: Listing;
  assetId: Scalars['ID']['output'];
  asset: Asset;
  price: Scalars['Int']['output'];
  goldBalance: Scalars['Int']['output'];
  purchasedAt: Scalars['DateTimeISO']['output'];
  buyer?: Maybe<Identity>;
};
export type Sale = {
  id: Scalars['ID']['output'];
  listingId: Scalars['ID']['output'];
  assetId: Scalars['ID']['output'];
  asset: Asset;
  price: Scalars['Int']['output'];
  buyerId: Scalars['ID']['output'];
  buyer?: Maybe<Identity>;
  soldAt: Scalars['DateTimeISO']['output'];
};
export type AssetOrder =
  | 'newest'
  | 'oldest'
  | 'name';
export type AssetConnection = {
  nodes: Array<Asset>;
  edges: Array<AssetEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type AssetEdge = {
  cursor: Scalars['String']['output'];
  node: Asset;
};
export type PurchaseConnection = {
  nodes: Array<Purchase>;
  edges: Array<PurchaseEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type PurchaseEdge = {
  cursor: Scalars['String']['output'];
  node: Purchase;
};
export type SaleConnection = {
  nodes: Array<Sale>;
  edges: Array<SaleEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type SaleEdge = {
  cursor: Scalars['String']['output'];
  node: Sale;
};
export type PurchaseListingInput = {
  expectedPrice?: InputMaybe<Scalars['Int']['input']>;
};
export type ChangeListingPriceInput = {
  price: Scalars['Int']['input'];
};
export type GiveAssetInput = {
  to: Scalars['ID']['input'];
};
export type HideListingInput = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};
export type ListAssetInput = {
  assetId: Scalars['ID']['input'];
  price: Scalars['Int']['input'];
};
export type MintAssetInput = {
  name: Scalars['String']['input'];
  description: Scalars['String']['input'];
  kind: Scalars['String']['input'];
  ownerId?: InputMaybe<Scalars['ID']['input']>;
  price?: InputMaybe<Scalars['Int']['input']>;
};
export type UpdateAssetInput = {
  id: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  kind?: InputMaybe<Scalars['String']['input']>;
  price?: InputMaybe<Scalars['Int']['input']>;
};
export type AdjustGoldInput = {
  key: Scalars['String']['input'];
  identityId: Scalars['ID']['input'];
  amount: Scalars['Int']['input'];
  reason: Scalars['String']['input'];
};
export type GoldAdjustment = {
  goldBalance: Scalars['Int']['output'];
  identity?: Maybe<Identity>;
};
export type Treasury = {
  balance: Scalars['SafeInt']['output'];
  inCirculation: Scalars['SafeInt']['output'];
};
export type TransactionKind =
  | 'grant'
  | 'purchase'
  | 'adjustment';
export type Transaction = {
  id: Scalars['ID']['output'];
  kind: TransactionKind;
  key: Scalars['String']['output'];
  reason: Scalars['String']['output'];
  about?: Maybe<Node>;
  amount: Scalars['Int']['output'];
  postings: Array<Posting>;
  createdAt: Scalars['DateTimeISO']['output'];
};
export type Posting = {
  id: Scalars['ID']['output'];
  transactionId: Scalars['ID']['output'];
  kind: TransactionKind;
  reason: Scalars['String']['output'];
  about?: Maybe<Node>;
  amount: Scalars['Int']['output'];
  balanceAfter?: Maybe<Scalars['Int']['output']>;
  identityId?: Maybe<Scalars['ID']['output']>;
  identity?: Maybe<Identity>;
  postedAt: Scalars['DateTimeISO']['output'];
};
export type GoldStatement = {
  since?: Maybe<Scalars['DateTimeISO']['output']>;
  until?: Maybe<Scalars['DateTimeISO']['output']>;
  openingBalance: Scalars['Int']['output'];
  closingBalance: Scalars['Int']['output'];
  received: Scalars['SafeInt']['output'];
  spent: Scalars['SafeInt']['output'];
  postings: PostingConnection;
};
export type GoldStatementPostingsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type TransactionConnection = {
  nodes: Array<Transaction>;
  edges: Array<TransactionEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type TransactionEdge = {
  cursor: Scalars['String']['output'];
  node: Transaction;
};
export type PostingConnection = {
  nodes: Array<Posting>;
  edges: Array<PostingEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type PostingEdge = {
  cursor: Scalars['String']['output'];
  node: Posting;
};
export type GrantGoldInput = {
  key: Scalars['String']['input'];
  identityId: Scalars['ID']['input'];
  amount: Scalars['Int']['input'];
  reason: Scalars['String']['input'];
};
export type GoldGrant = {
  goldBalance: Scalars['Int']['output'];
};
export type Identity = {
  id: Scalars['ID']['output'];
  gold?: Maybe<Scalars['Int']['output']>;
  assets?: Maybe<AssetConnection>;
  purchases?: Maybe<PurchaseConnection>;
  sales?: Maybe<SaleConnection>;
  ledger?: Maybe<GoldStatement>;
  postings?: Maybe<PostingConnection>;
};
export type IdentityAssetsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type IdentityPurchasesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type IdentitySalesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type IdentityLedgerArgs = {
  since?: InputMaybe<Scalars['DateTimeISO']['input']>;
  until?: InputMaybe<Scalars['DateTimeISO']['input']>;
};
export type IdentityPostingsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type Node = {
  id: Scalars['ID']['output'];
};
export type Quest = Node & {
  id: Scalars['ID']['output'];
};
export type Moderation = {
  hiddenAt: Scalars['DateTimeISO']['output'];
  reason: Scalars['String']['output'];
};
export type PageInfo = {
  hasNextPage: Scalars['Boolean']['output'];
  hasPreviousPage: Scalars['Boolean']['output'];
  startCursor?: Maybe<Scalars['String']['output']>;
  endCursor?: Maybe<Scalars['String']['output']>;
};
export type Event = {
  cursor: Scalars['String']['output'];
  type: Scalars['String']['output'];
  subject: EventSubject;
  related: Array<Scalars['ID']['output']>;
  at: Scalars['DateTimeISO']['output'];
  owner?: Maybe<Scalars['ID']['output']>;
};
export type EventSubject = {
  type: Scalars['String']['output'];
  id: Scalars['ID']['output'];
};
export type EventPage = {
  events: Array<Event>;
  next: Scalars['String']['output'];
  hasMore: Scalars['Boolean']['output'];
  gap: Scalars['Boolean']['output'];
  isFollowed?: Maybe<Scalars['Boolean']['output']>;
};
export type EventPageIsFollowedArgs = {
  within: Scalars['Int']['input'];
};
export type FederationTypes = {
  Asset: Asset;
  Listing: Listing;
  Purchase: Purchase;
  Sale: Sale;
  Transaction: Transaction;
  Posting: Posting;
  Identity: Identity;
};
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
export type ResolversTypes = {
  SafeInt: ResolverTypeWrapper<Scalars['SafeInt']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
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
  Event: ResolverTypeWrapper<Event>;
  EventSubject: ResolverTypeWrapper<EventSubject>;
  EventPage: ResolverTypeWrapper<EventPage>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
};
export type ResolversParentTypes = {
  SafeInt: Scalars['SafeInt']['output'];
  Query: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  Boolean: Scalars['Boolean']['output'];
  Mutation: Record<PropertyKey, never>;
  Subscription: Record<PropertyKey, never>;
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
  Event: Event;
  EventSubject: EventSubject;
  EventPage: EventPage;
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Float: Scalars['Float']['output'];
};
export interface SafeIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['SafeInt'], any> {
  name: 'SafeInt';
}
export type QueryResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  assets?: Resolver<Maybe<ResolversTypes['AssetConnection']>, ParentType, ContextType, RequireFields<QueryAssetsArgs, 'offset'>>;
  asset?: Resolver<Maybe<ResolversTypes['Asset']>, ParentType, ContextType, RequireFields<QueryAssetArgs, 'id'>>;
  listings?: Resolver<Maybe<ResolversTypes['ListingConnection']>, ParentType, ContextType, RequireFields<QueryListingsArgs, 'offset'>>;
  listing?: Resolver<Maybe<ResolversTypes['Listing']>, ParentType, ContextType, RequireFields<QueryListingArgs, 'id'>>;
  treasury?: Resolver<Maybe<ResolversTypes['Treasury']>, ParentType, ContextType>;
  transactions?: Resolver<Maybe<ResolversTypes['TransactionConnection']>, ParentType, ContextType, RequireFields<QueryTransactionsArgs, 'offset'>>;
  marketEvents?: Resolver<Maybe<ResolversTypes['EventPage']>, ParentType, ContextType, Partial<QueryMarketEventsArgs>>;
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
export type SubscriptionResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  listing?: SubscriptionResolver<Maybe<ResolversTypes['Listing']>, "listing", ParentType, ContextType, RequireFields<SubscriptionListingArgs, 'id'>>;
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
export type EventResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['EventSubject'], ParentType, ContextType>;
  related?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};
export type EventSubjectResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['EventSubject'] = ResolversParentTypes['EventSubject']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};
export type EventPageResolvers<ContextType = MarketContext, ParentType extends ResolversParentTypes['EventPage'] = ResolversParentTypes['EventPage']> = {
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  next?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isFollowed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<EventPageIsFollowedArgs, 'within'>>;
};
export type Resolvers<ContextType = MarketContext> = {
  SafeInt?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
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
  Event?: EventResolvers<ContextType>;
  EventSubject?: EventSubjectResolvers<ContextType>;
  EventPage?: EventPageResolvers<ContextType>;
};
