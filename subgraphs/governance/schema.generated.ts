// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/lists/pagination.ts'
import type { GraphQLRecursivePick, InputMaybe, Maybe, ReferenceResolver, RequireFields, Resolver, ResolverTypeWrapper, SubscriptionResolver } from '#foundation/graphql/resolver-types.ts'
import type { GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Proposal as ProposalParent, Vote as VoteParent } from './tables.ts';
import type { VoteResult as VoteResultParent } from './domain/vote.ts';
import type { GovernanceContext } from './context.ts';
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
  proposals?: Maybe<ProposalConnection>;
  proposal?: Maybe<Proposal>;
  governanceEvents?: Maybe<EventPage>;
};
export type QueryProposalsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<ProposalStatus>;
  author?: InputMaybe<Scalars['ID']['input']>;
  voted?: InputMaybe<Scalars['Boolean']['input']>;
  orderBy?: InputMaybe<ProposalOrder>;
  search?: InputMaybe<Scalars['String']['input']>;
};
export type QueryProposalArgs = {
  id: Scalars['ID']['input'];
};
export type QueryGovernanceEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
};
export type Mutation = {
  createProposal?: Maybe<Proposal>;
  castVote?: Maybe<VoteResult>;
  cancelProposal?: Maybe<Proposal>;
};
export type MutationCreateProposalArgs = {
  input: CreateProposalInput;
};
export type MutationCastVoteArgs = {
  proposalId: Scalars['ID']['input'];
  input: CastVoteInput;
};
export type MutationCancelProposalArgs = {
  id: Scalars['ID']['input'];
};
export type Subscription = {
  proposal?: Maybe<Proposal>;
};
export type SubscriptionProposalArgs = {
  id: Scalars['ID']['input'];
  since?: InputMaybe<Scalars['String']['input']>;
};
export type Proposal = {
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  description: Scalars['String']['output'];
  status: ProposalStatus;
  yesVotes: Scalars['Int']['output'];
  noVotes: Scalars['Int']['output'];
  quorum: Scalars['Int']['output'];
  outcome?: Maybe<ProposalOutcome>;
  endTime: Scalars['DateTimeISO']['output'];
  createdAt: Scalars['DateTimeISO']['output'];
  proposer?: Maybe<Identity>;
  myVote?: Maybe<Vote>;
};
export type ProposalStatus =
  | 'active'
  | 'passed'
  | 'rejected'
  | 'cancelled';
export type ProposalOrder =
  | 'newest'
  | 'oldest'
  | 'title';
export type ProposalOutcome =
  | 'passed'
  | 'rejected';
export type ProposalConnection = {
  nodes: Array<Proposal>;
  edges: Array<ProposalEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type ProposalEdge = {
  cursor: Scalars['String']['output'];
  node: Proposal;
};
export type Vote = {
  id: Scalars['ID']['output'];
  vote: VoteChoice;
  votedAt: Scalars['DateTimeISO']['output'];
  proposal: Proposal;
};
export type VoteChoice =
  | 'yes'
  | 'no';
export type VoteConnection = {
  nodes: Array<Vote>;
  edges: Array<VoteEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type VoteEdge = {
  cursor: Scalars['String']['output'];
  node: Vote;
};
export type CreateProposalInput = {
  title: Scalars['String']['input'];
  description: Scalars['String']['input'];
  endTime?: InputMaybe<Scalars['DateTimeISO']['input']>;
};
export type CastVoteInput = {
  vote: VoteChoice;
};
export type VoteResult = {
  proposalId: Scalars['ID']['output'];
  vote: VoteChoice;
  yesVotes: Scalars['Int']['output'];
  noVotes: Scalars['Int']['output'];
  votedAt: Scalars['DateTimeISO']['output'];
  proposal: Proposal;
  voteEdge: VoteEdge;
  voter?: Maybe<Identity>;
};
export type Identity = {
  id: Scalars['ID']['output'];
  proposals?: Maybe<ProposalConnection>;
  votes?: Maybe<VoteConnection>;
};
export type IdentityProposalsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type IdentityVotesArgs = {
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
  Proposal: Proposal;
  Vote: Vote;
  Identity: Identity;
};
export type FederationReferenceTypes = {
  Proposal:
    ( { __typename: 'Proposal' }
    & GraphQLRecursivePick<FederationTypes['Proposal'], {"id":true}> );
  Vote:
    ( { __typename: 'Vote' }
    & GraphQLRecursivePick<FederationTypes['Vote'], {"id":true}> );
  Identity:
    ( { __typename: 'Identity' }
    & GraphQLRecursivePick<FederationTypes['Identity'], {"id":true}> );
};
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Proposal: ResolverTypeWrapper<ProposalParent>;
  ProposalStatus: ProposalStatus;
  ProposalOrder: ProposalOrder;
  ProposalOutcome: ProposalOutcome;
  ProposalConnection: ResolverTypeWrapper<Connection<ProposalParent>>;
  ProposalEdge: ResolverTypeWrapper<Omit<ProposalEdge, 'node'> & { node: ResolversTypes['Proposal'] }>;
  Vote: ResolverTypeWrapper<VoteParent>;
  VoteChoice: VoteChoice;
  VoteConnection: ResolverTypeWrapper<Connection<VoteParent>>;
  VoteEdge: ResolverTypeWrapper<Omit<VoteEdge, 'node'> & { node: ResolversTypes['Vote'] }>;
  CreateProposalInput: CreateProposalInput;
  CastVoteInput: CastVoteInput;
  VoteResult: ResolverTypeWrapper<VoteResultParent>;
  Identity: ResolverTypeWrapper<Omit<Identity, 'proposals' | 'votes'> & { proposals?: Maybe<ResolversTypes['ProposalConnection']>, votes?: Maybe<ResolversTypes['VoteConnection']> }>;
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
  Query: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  Boolean: Scalars['Boolean']['output'];
  Mutation: Record<PropertyKey, never>;
  Subscription: Record<PropertyKey, never>;
  Proposal: ProposalParent;
  ProposalConnection: Connection<ProposalParent>;
  ProposalEdge: Omit<ProposalEdge, 'node'> & { node: ResolversParentTypes['Proposal'] };
  Vote: VoteParent;
  VoteConnection: Connection<VoteParent>;
  VoteEdge: Omit<VoteEdge, 'node'> & { node: ResolversParentTypes['Vote'] };
  CreateProposalInput: CreateProposalInput;
  CastVoteInput: CastVoteInput;
  VoteResult: VoteResultParent;
  Identity: Omit<Identity, 'proposals' | 'votes'> & { proposals?: Maybe<ResolversParentTypes['ProposalConnection']>, votes?: Maybe<ResolversParentTypes['VoteConnection']> } | FederationReferenceTypes['Identity'];
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
export type QueryResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  proposals?: Resolver<Maybe<ResolversTypes['ProposalConnection']>, ParentType, ContextType, RequireFields<QueryProposalsArgs, 'offset'>>;
  proposal?: Resolver<Maybe<ResolversTypes['Proposal']>, ParentType, ContextType, RequireFields<QueryProposalArgs, 'id'>>;
  governanceEvents?: Resolver<Maybe<ResolversTypes['EventPage']>, ParentType, ContextType, Partial<QueryGovernanceEventsArgs>>;
};
export type MutationResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createProposal?: Resolver<Maybe<ResolversTypes['Proposal']>, ParentType, ContextType, RequireFields<MutationCreateProposalArgs, 'input'>>;
  castVote?: Resolver<Maybe<ResolversTypes['VoteResult']>, ParentType, ContextType, RequireFields<MutationCastVoteArgs, 'proposalId' | 'input'>>;
  cancelProposal?: Resolver<Maybe<ResolversTypes['Proposal']>, ParentType, ContextType, RequireFields<MutationCancelProposalArgs, 'id'>>;
};
export type SubscriptionResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  proposal?: SubscriptionResolver<Maybe<ResolversTypes['Proposal']>, "proposal", ParentType, ContextType, RequireFields<SubscriptionProposalArgs, 'id'>>;
};
export type ProposalResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['Proposal'] = ResolversParentTypes['Proposal'], FederationReferenceType extends FederationReferenceTypes['Proposal'] = FederationReferenceTypes['Proposal']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Proposal']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ProposalStatus'], ParentType, ContextType>;
  yesVotes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  noVotes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  quorum?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  outcome?: Resolver<Maybe<ResolversTypes['ProposalOutcome']>, ParentType, ContextType>;
  endTime?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  proposer?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  myVote?: Resolver<Maybe<ResolversTypes['Vote']>, ParentType, ContextType>;
};
export type ProposalConnectionResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['ProposalConnection'] = ResolversParentTypes['ProposalConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Proposal']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ProposalEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};
export type ProposalEdgeResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['ProposalEdge'] = ResolversParentTypes['ProposalEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Proposal'], ParentType, ContextType>;
};
export type VoteResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['Vote'] = ResolversParentTypes['Vote'], FederationReferenceType extends FederationReferenceTypes['Vote'] = FederationReferenceTypes['Vote']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Vote']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  vote?: Resolver<ResolversTypes['VoteChoice'], ParentType, ContextType>;
  votedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  proposal?: Resolver<ResolversTypes['Proposal'], ParentType, ContextType>;
};
export type VoteConnectionResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['VoteConnection'] = ResolversParentTypes['VoteConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Vote']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['VoteEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};
export type VoteEdgeResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['VoteEdge'] = ResolversParentTypes['VoteEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Vote'], ParentType, ContextType>;
};
export type VoteResultResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['VoteResult'] = ResolversParentTypes['VoteResult']> = {
  proposalId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  vote?: Resolver<ResolversTypes['VoteChoice'], ParentType, ContextType>;
  yesVotes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  noVotes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  votedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  proposal?: Resolver<ResolversTypes['Proposal'], ParentType, ContextType>;
  voteEdge?: Resolver<ResolversTypes['VoteEdge'], ParentType, ContextType>;
  voter?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
};
export type IdentityResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity'], FederationReferenceType extends FederationReferenceTypes['Identity'] = FederationReferenceTypes['Identity']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Identity']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  proposals?: Resolver<Maybe<ResolversTypes['ProposalConnection']>, ParentType, ContextType, RequireFields<IdentityProposalsArgs, 'offset'>>;
  votes?: Resolver<Maybe<ResolversTypes['VoteConnection']>, ParentType, ContextType, RequireFields<IdentityVotesArgs, 'offset'>>;
};
export interface DateTimeIsoScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTimeISO'], any> {
  name: 'DateTimeISO';
}
export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}
export type ModerationResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['Moderation'] = ResolversParentTypes['Moderation']> = {
  hiddenAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};
export type PageInfoResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};
export type EventResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['EventSubject'], ParentType, ContextType>;
  related?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};
export type EventSubjectResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['EventSubject'] = ResolversParentTypes['EventSubject']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};
export type EventPageResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['EventPage'] = ResolversParentTypes['EventPage']> = {
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  next?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isFollowed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<EventPageIsFollowedArgs, 'within'>>;
};
export type Resolvers<ContextType = GovernanceContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Proposal?: ProposalResolvers<ContextType>;
  ProposalConnection?: ProposalConnectionResolvers<ContextType>;
  ProposalEdge?: ProposalEdgeResolvers<ContextType>;
  Vote?: VoteResolvers<ContextType>;
  VoteConnection?: VoteConnectionResolvers<ContextType>;
  VoteEdge?: VoteEdgeResolvers<ContextType>;
  VoteResult?: VoteResultResolvers<ContextType>;
  Identity?: IdentityResolvers<ContextType>;
  DateTimeISO?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  Moderation?: ModerationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  EventSubject?: EventSubjectResolvers<ContextType>;
  EventPage?: EventPageResolvers<ContextType>;
};
