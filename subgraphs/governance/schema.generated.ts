// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/pagination.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Proposal as ProposalParent, Vote as VoteParent } from './tables.ts';
import type { VoteResult as VoteResultParent } from './domain/vote.ts';
import type { GovernanceContext } from './context.ts';
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
  /** A point in time, UTC, as ISO 8601 with milliseconds: `2026-11-20T09:30:00.000Z`. */
  DateTimeISO: { input: Date; output: Date; }
  /** A free-form JSON object. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  _FieldSet: { input: unknown; output: unknown; }
};

export type Query = {
  __typename?: 'Query';
  /** All proposals, newest first. */
  proposals?: Maybe<ProposalConnection>;
  /** One proposal, or NOT_FOUND. */
  proposal?: Maybe<Proposal>;
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

export type Mutation = {
  __typename?: 'Mutation';
  /**
   * Puts a proposal to the vote. Requires level 50 at that moment: INSUFFICIENT_PERMISSIONS with
   * `requiredLevel` and `level` below it.
   */
  createProposal?: Maybe<Proposal>;
  /**
   * Casts the caller's final vote. VOTING_CLOSED if the proposal is not active, ALREADY_VOTED if the
   * caller has voted.
   */
  castVote?: Maybe<VoteResult>;
  /**
   * Withdraws the caller's own proposal before anybody has voted: ALREADY_VOTED if somebody has,
   * VOTING_CLOSED if it is not active.
   */
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

/** Something that people vote on until `endTime`. */
export type Proposal = {
  __typename?: 'Proposal';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The title. */
  title: Scalars['String']['output'];
  /** The text of the proposal. */
  description: Scalars['String']['output'];
  /** Its current status. */
  status: ProposalStatus;
  /** The number of yes votes. */
  yesVotes: Scalars['Int']['output'];
  /** The number of no votes. */
  noVotes: Scalars['Int']['output'];
  /** The number of votes without which it is rejected, as of its creation. */
  quorum: Scalars['Int']['output'];
  /**
   * The result of the vote; while voting is open, the result if it ended now. Null for a cancelled
   * proposal.
   */
  outcome?: Maybe<ProposalOutcome>;
  /** When voting ends. */
  endTime: Scalars['DateTimeISO']['output'];
  /** When it was put to the vote. */
  createdAt: Scalars['DateTimeISO']['output'];
  /** The author. */
  proposer?: Maybe<Identity>;
  /** The caller's vote. Null if there is none. */
  myVote?: Maybe<Vote>;
};

/** The status of a proposal. */
export type ProposalStatus =
  /** Voting is open. */
  | 'active'
  /** Voting ended with more yes than no votes, and with the quorum. */
  | 'passed'
  /** Voting ended without the proposal passing. */
  | 'rejected'
  /** The author withdrew it before anybody voted. */
  | 'cancelled';

/** The order of proposals. */
export type ProposalOrder =
  /** The newest first. */
  | 'newest'
  /** The oldest first. */
  | 'oldest'
  /** By title, in the order of their characters. */
  | 'title';

/** The result of a vote. */
export type ProposalOutcome =
  /** More yes than no votes, and the quorum. */
  | 'passed'
  /** Anything else. */
  | 'rejected';

/** A page of proposals. */
export type ProposalConnection = {
  __typename?: 'ProposalConnection';
  /** The proposals of this page. */
  nodes: Array<Proposal>;
  /** The same proposals, each with its cursor. */
  edges: Array<ProposalEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A proposal and its position in the list. */
export type ProposalEdge = {
  __typename?: 'ProposalEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The proposal. */
  node: Proposal;
};

/** One person's vote on one proposal, visible only to that person. */
export type Vote = {
  __typename?: 'Vote';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The person's choice. */
  vote: VoteChoice;
  /** When the person voted. */
  votedAt: Scalars['DateTimeISO']['output'];
  /** The proposal. */
  proposal: Proposal;
};

/** The choices. */
export type VoteChoice =
  /** For the proposal. */
  | 'yes'
  /** Against the proposal. */
  | 'no';

/** A page of votes. */
export type VoteConnection = {
  __typename?: 'VoteConnection';
  /** The votes of this page. */
  nodes: Array<Vote>;
  /** The same votes, each with its cursor. */
  edges: Array<VoteEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A vote and its position in the list. */
export type VoteEdge = {
  __typename?: 'VoteEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The vote. */
  node: Vote;
};

/** A proposal to put to the vote. */
export type CreateProposalInput = {
  /** The title. 1 to 200 characters, not only blanks. */
  title: Scalars['String']['input'];
  /** The proposal. 1 to 10,000 characters, not only blanks. */
  description: Scalars['String']['input'];
  /** When voting ends: one hour to 90 days ahead, by default in 7 days. */
  endTime?: InputMaybe<Scalars['DateTimeISO']['input']>;
};

/** A vote to cast. */
export type CastVoteInput = {
  /** For or against the proposal. */
  vote: VoteChoice;
};

/** The caller's vote, and the proposal's new counts. */
export type VoteResult = {
  __typename?: 'VoteResult';
  /** The proposal's id. */
  proposalId: Scalars['ID']['output'];
  /** The caller's vote. */
  vote: VoteChoice;
  /** The number of yes votes, including this one. */
  yesVotes: Scalars['Int']['output'];
  /** The number of no votes, including this one. */
  noVotes: Scalars['Int']['output'];
  /** When the vote was cast. */
  votedAt: Scalars['DateTimeISO']['output'];
  /** The proposal as it is now. */
  proposal: Proposal;
  /** The vote in the caller's `votes`. */
  voteEdge: VoteEdge;
  /** The caller, whose credential changes with their first vote. */
  voter?: Maybe<Identity>;
};

/** A person of the ecosystem, with their proposals and votes. */
export type Identity = {
  __typename?: 'Identity';
  /** Opaque identifier; REST calls it `identityId`. */
  id: Scalars['ID']['output'];
  /** The proposals of this person, newest first. */
  proposals?: Maybe<ProposalConnection>;
  /** The votes of this person, newest first. Null for anybody but the caller. */
  votes?: Maybe<VoteConnection>;
};


/** A person of the ecosystem, with their proposals and votes. */
export type IdentityProposalsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A person of the ecosystem, with their proposals and votes. */
export type IdentityVotesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
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
  Proposal: Proposal;
  Vote: Vote;
  Identity: Identity;
};

/** Mapping of federation reference types */
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



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
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
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  Boolean: Scalars['Boolean']['output'];
  Mutation: Record<PropertyKey, never>;
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

export type ConstraintDirectiveResolver<Result, Parent, ContextType = GovernanceContext, Args = ConstraintDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type PrivateDirectiveArgs = {
  owner: Scalars['String']['input'];
};

export type PrivateDirectiveResolver<Result, Parent, ContextType = GovernanceContext, Args = PrivateDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type QueryResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  proposals?: Resolver<Maybe<ResolversTypes['ProposalConnection']>, ParentType, ContextType, RequireFields<QueryProposalsArgs, 'offset'>>;
  proposal?: Resolver<Maybe<ResolversTypes['Proposal']>, ParentType, ContextType, RequireFields<QueryProposalArgs, 'id'>>;
};

export type MutationResolvers<ContextType = GovernanceContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createProposal?: Resolver<Maybe<ResolversTypes['Proposal']>, ParentType, ContextType, RequireFields<MutationCreateProposalArgs, 'input'>>;
  castVote?: Resolver<Maybe<ResolversTypes['VoteResult']>, ParentType, ContextType, RequireFields<MutationCastVoteArgs, 'proposalId' | 'input'>>;
  cancelProposal?: Resolver<Maybe<ResolversTypes['Proposal']>, ParentType, ContextType, RequireFields<MutationCancelProposalArgs, 'id'>>;
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

export type Resolvers<ContextType = GovernanceContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
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
};

export type DirectiveResolvers<ContextType = GovernanceContext> = {
  constraint?: ConstraintDirectiveResolver<any, any, ContextType>;
  private?: PrivateDirectiveResolver<any, any, ContextType>;
};
