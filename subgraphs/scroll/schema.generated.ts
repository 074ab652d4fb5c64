// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/lists/pagination.ts'
import type { GraphQLRecursivePick, InputMaybe, Maybe, ReferenceResolver, RequireFields, Resolver, ResolverTypeWrapper, SubscriptionResolver } from '#foundation/graphql/resolver-types.ts'
import type { GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Scroll as ScrollParent, ScrollRevision as ScrollRevisionParent } from './tables.ts';
import type { ScrollContext } from './context.ts';
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  DateTimeISO: { input: Date; output: Date; }
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  _FieldSet: { input: unknown; output: unknown; }
};
export type Query = {
  scrolls?: Maybe<ScrollConnection>;
  scroll?: Maybe<Scroll>;
  scrollEvents?: Maybe<EventPage>;
};
export type QueryScrollsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  author?: InputMaybe<Scalars['ID']['input']>;
  house?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['DateTimeISO']['input']>;
  orderBy?: InputMaybe<ScrollOrder>;
  search?: InputMaybe<Scalars['String']['input']>;
};
export type QueryScrollArgs = {
  id: Scalars['ID']['input'];
};
export type QueryScrollEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
};
export type Mutation = {
  publishScroll?: Maybe<Scroll>;
  editScroll?: Maybe<Scroll>;
  withdrawScroll?: Maybe<Scroll>;
  hideScroll?: Maybe<Scroll>;
  unhideScroll?: Maybe<Scroll>;
};
export type MutationPublishScrollArgs = {
  input: PublishScrollInput;
};
export type MutationEditScrollArgs = {
  scrollId: Scalars['ID']['input'];
  input: EditScrollInput;
};
export type MutationWithdrawScrollArgs = {
  scrollId: Scalars['ID']['input'];
};
export type MutationHideScrollArgs = {
  input: HideScrollInput;
};
export type MutationUnhideScrollArgs = {
  scrollId: Scalars['ID']['input'];
};
export type Subscription = {
  scroll?: Maybe<Scroll>;
};
export type SubscriptionScrollArgs = {
  id: Scalars['ID']['input'];
  since?: InputMaybe<Scalars['String']['input']>;
};
export type Scroll = {
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  content: Scalars['String']['output'];
  author: Scalars['String']['output'];
  authorIdentity?: Maybe<Identity>;
  house: Scalars['String']['output'];
  visibility: ScrollVisibility;
  settlementWeight: Scalars['Int']['output'];
  createdAt: Scalars['DateTimeISO']['output'];
  editedAt?: Maybe<Scalars['DateTimeISO']['output']>;
  withdrawnAt?: Maybe<Scalars['DateTimeISO']['output']>;
  moderation?: Maybe<Moderation>;
  revisions?: Maybe<ScrollRevisionConnection>;
};
export type ScrollRevisionsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type ScrollRevision = {
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  content: Scalars['String']['output'];
  visibility: ScrollVisibility;
  writtenAt: Scalars['DateTimeISO']['output'];
};
export type ScrollRevisionConnection = {
  nodes: Array<ScrollRevision>;
  edges: Array<ScrollRevisionEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type ScrollRevisionEdge = {
  cursor: Scalars['String']['output'];
  node: ScrollRevision;
};
export type ScrollVisibility =
  | 'public'
  | 'house'
  | 'private';
export type ScrollOrder =
  | 'newest'
  | 'oldest'
  | 'title';
export type ScrollConnection = {
  nodes: Array<Scroll>;
  edges: Array<ScrollEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type ScrollEdge = {
  cursor: Scalars['String']['output'];
  node: Scroll;
};
export type PublishScrollInput = {
  title: Scalars['String']['input'];
  content: Scalars['String']['input'];
  visibility?: InputMaybe<ScrollVisibility>;
};
export type EditScrollInput = {
  title?: InputMaybe<Scalars['String']['input']>;
  content?: InputMaybe<Scalars['String']['input']>;
  visibility?: InputMaybe<ScrollVisibility>;
};
export type HideScrollInput = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};
export type Identity = {
  id: Scalars['ID']['output'];
  scrolls?: Maybe<ScrollConnection>;
};
export type IdentityScrollsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
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
  Scroll: Scroll;
  ScrollRevision: ScrollRevision;
  Identity: Identity;
};
export type FederationReferenceTypes = {
  Scroll:
    ( { __typename: 'Scroll' }
    & GraphQLRecursivePick<FederationTypes['Scroll'], {"id":true}> );
  ScrollRevision:
    ( { __typename: 'ScrollRevision' }
    & GraphQLRecursivePick<FederationTypes['ScrollRevision'], {"id":true}> );
  Identity:
    ( { __typename: 'Identity' }
    & GraphQLRecursivePick<FederationTypes['Identity'], {"id":true}> );
};
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Scroll: ResolverTypeWrapper<ScrollParent>;
  ScrollRevision: ResolverTypeWrapper<ScrollRevisionParent>;
  ScrollRevisionConnection: ResolverTypeWrapper<Connection<ScrollRevisionParent>>;
  ScrollRevisionEdge: ResolverTypeWrapper<Omit<ScrollRevisionEdge, 'node'> & { node: ResolversTypes['ScrollRevision'] }>;
  ScrollVisibility: ScrollVisibility;
  ScrollOrder: ScrollOrder;
  ScrollConnection: ResolverTypeWrapper<Connection<ScrollParent>>;
  ScrollEdge: ResolverTypeWrapper<Omit<ScrollEdge, 'node'> & { node: ResolversTypes['Scroll'] }>;
  PublishScrollInput: PublishScrollInput;
  EditScrollInput: EditScrollInput;
  HideScrollInput: HideScrollInput;
  Identity: ResolverTypeWrapper<Omit<Identity, 'scrolls'> & { scrolls?: Maybe<ResolversTypes['ScrollConnection']> }>;
  DateTimeISO: ResolverTypeWrapper<Scalars['DateTimeISO']['output']>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  Moderation: ResolverTypeWrapper<Moderation>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Event: ResolverTypeWrapper<Event>;
  EventSubject: ResolverTypeWrapper<EventSubject>;
  EventPage: ResolverTypeWrapper<EventPage>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
};
export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  Mutation: Record<PropertyKey, never>;
  Subscription: Record<PropertyKey, never>;
  Scroll: ScrollParent;
  ScrollRevision: ScrollRevisionParent;
  ScrollRevisionConnection: Connection<ScrollRevisionParent>;
  ScrollRevisionEdge: Omit<ScrollRevisionEdge, 'node'> & { node: ResolversParentTypes['ScrollRevision'] };
  ScrollConnection: Connection<ScrollParent>;
  ScrollEdge: Omit<ScrollEdge, 'node'> & { node: ResolversParentTypes['Scroll'] };
  PublishScrollInput: PublishScrollInput;
  EditScrollInput: EditScrollInput;
  HideScrollInput: HideScrollInput;
  Identity: Omit<Identity, 'scrolls'> & { scrolls?: Maybe<ResolversParentTypes['ScrollConnection']> } | FederationReferenceTypes['Identity'];
  DateTimeISO: Scalars['DateTimeISO']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  Moderation: Moderation;
  PageInfo: PageInfo;
  Boolean: Scalars['Boolean']['output'];
  Event: Event;
  EventSubject: EventSubject;
  EventPage: EventPage;
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Float: Scalars['Float']['output'];
};
export type QueryResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  scrolls?: Resolver<Maybe<ResolversTypes['ScrollConnection']>, ParentType, ContextType, RequireFields<QueryScrollsArgs, 'offset'>>;
  scroll?: Resolver<Maybe<ResolversTypes['Scroll']>, ParentType, ContextType, RequireFields<QueryScrollArgs, 'id'>>;
  scrollEvents?: Resolver<Maybe<ResolversTypes['EventPage']>, ParentType, ContextType, Partial<QueryScrollEventsArgs>>;
};
export type MutationResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  publishScroll?: Resolver<Maybe<ResolversTypes['Scroll']>, ParentType, ContextType, RequireFields<MutationPublishScrollArgs, 'input'>>;
  editScroll?: Resolver<Maybe<ResolversTypes['Scroll']>, ParentType, ContextType, RequireFields<MutationEditScrollArgs, 'scrollId' | 'input'>>;
  withdrawScroll?: Resolver<Maybe<ResolversTypes['Scroll']>, ParentType, ContextType, RequireFields<MutationWithdrawScrollArgs, 'scrollId'>>;
  hideScroll?: Resolver<Maybe<ResolversTypes['Scroll']>, ParentType, ContextType, RequireFields<MutationHideScrollArgs, 'input'>>;
  unhideScroll?: Resolver<Maybe<ResolversTypes['Scroll']>, ParentType, ContextType, RequireFields<MutationUnhideScrollArgs, 'scrollId'>>;
};
export type SubscriptionResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  scroll?: SubscriptionResolver<Maybe<ResolversTypes['Scroll']>, "scroll", ParentType, ContextType, RequireFields<SubscriptionScrollArgs, 'id'>>;
};
export type ScrollResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['Scroll'] = ResolversParentTypes['Scroll'], FederationReferenceType extends FederationReferenceTypes['Scroll'] = FederationReferenceTypes['Scroll']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Scroll']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  author?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  authorIdentity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  house?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  visibility?: Resolver<ResolversTypes['ScrollVisibility'], ParentType, ContextType>;
  settlementWeight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  editedAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  withdrawnAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  moderation?: Resolver<Maybe<ResolversTypes['Moderation']>, ParentType, ContextType>;
  revisions?: Resolver<Maybe<ResolversTypes['ScrollRevisionConnection']>, ParentType, ContextType, RequireFields<ScrollRevisionsArgs, 'offset'>>;
};
export type ScrollRevisionResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['ScrollRevision'] = ResolversParentTypes['ScrollRevision'], FederationReferenceType extends FederationReferenceTypes['ScrollRevision'] = FederationReferenceTypes['ScrollRevision']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['ScrollRevision']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  visibility?: Resolver<ResolversTypes['ScrollVisibility'], ParentType, ContextType>;
  writtenAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
};
export type ScrollRevisionConnectionResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['ScrollRevisionConnection'] = ResolversParentTypes['ScrollRevisionConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['ScrollRevision']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ScrollRevisionEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};
export type ScrollRevisionEdgeResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['ScrollRevisionEdge'] = ResolversParentTypes['ScrollRevisionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ScrollRevision'], ParentType, ContextType>;
};
export type ScrollConnectionResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['ScrollConnection'] = ResolversParentTypes['ScrollConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Scroll']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ScrollEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};
export type ScrollEdgeResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['ScrollEdge'] = ResolversParentTypes['ScrollEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Scroll'], ParentType, ContextType>;
};
export type IdentityResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity'], FederationReferenceType extends FederationReferenceTypes['Identity'] = FederationReferenceTypes['Identity']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Identity']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  scrolls?: Resolver<Maybe<ResolversTypes['ScrollConnection']>, ParentType, ContextType, RequireFields<IdentityScrollsArgs, 'offset'>>;
};
export interface DateTimeIsoScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTimeISO'], any> {
  name: 'DateTimeISO';
}
export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}
export type ModerationResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['Moderation'] = ResolversParentTypes['Moderation']> = {
  hiddenAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};
export type PageInfoResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};
export type EventResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['EventSubject'], ParentType, ContextType>;
  related?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};
export type EventSubjectResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['EventSubject'] = ResolversParentTypes['EventSubject']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};
export type EventPageResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['EventPage'] = ResolversParentTypes['EventPage']> = {
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  next?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isFollowed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<EventPageIsFollowedArgs, 'within'>>;
};
export type Resolvers<ContextType = ScrollContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Scroll?: ScrollResolvers<ContextType>;
  ScrollRevision?: ScrollRevisionResolvers<ContextType>;
  ScrollRevisionConnection?: ScrollRevisionConnectionResolvers<ContextType>;
  ScrollRevisionEdge?: ScrollRevisionEdgeResolvers<ContextType>;
  ScrollConnection?: ScrollConnectionResolvers<ContextType>;
  ScrollEdge?: ScrollEdgeResolvers<ContextType>;
  Identity?: IdentityResolvers<ContextType>;
  DateTimeISO?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  Moderation?: ModerationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  EventSubject?: EventSubjectResolvers<ContextType>;
  EventPage?: EventPageResolvers<ContextType>;
};
