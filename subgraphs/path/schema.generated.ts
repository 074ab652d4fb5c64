// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/pagination.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Quest as QuestParent } from './tables.ts';
import type { QuestProgress as QuestProgressParent } from './domain/quest-state.ts';
import type { QuestCompletionResult as QuestCompletionResultParent } from './domain/completion.ts';
import type { PathContext } from './context.ts';
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
  /** All quests that are not retired, newest first. */
  quests?: Maybe<QuestConnection>;
  /** One quest, retired or not, or NOT_FOUND. */
  quest?: Maybe<Quest>;
};


export type QueryQuestsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  type?: InputMaybe<QuestType>;
  difficulty?: InputMaybe<QuestDifficulty>;
  state?: InputMaybe<QuestStatus>;
  orderBy?: InputMaybe<QuestOrder>;
  search?: InputMaybe<Scalars['String']['input']>;
};


export type QueryQuestArgs = {
  id: Scalars['ID']['input'];
};

export type Mutation = {
  __typename?: 'Mutation';
  /**
   * Completes a quest for the caller: once each UTC day, once each ISO week, or once, by the quest's
   * `type`. Grants its xp and gold, and its credential at the first completion. Repeat the request to
   * resume a completion that an outage interrupted. NOT_FOUND for a retired quest.
   */
  completeQuest?: Maybe<QuestCompletionResult>;
  /** Adds a quest. For administrators. */
  addQuest?: Maybe<Quest>;
  /** Changes a quest, for later completions. For administrators. */
  updateQuest?: Maybe<Quest>;
  /**
   * Retires a quest: it leaves all lists, and nobody can complete it. Repeating it has no effect. For
   * administrators.
   */
  retireQuest?: Maybe<Quest>;
  /**
   * Brings a retired quest back to the lists. What people have completed stays completed. Repeating it has
   * no effect. For administrators.
   */
  restoreQuest?: Maybe<Quest>;
};


export type MutationCompleteQuestArgs = {
  questId: Scalars['ID']['input'];
};


export type MutationAddQuestArgs = {
  input: AddQuestInput;
};


export type MutationUpdateQuestArgs = {
  input: UpdateQuestInput;
};


export type MutationRetireQuestArgs = {
  questId: Scalars['ID']['input'];
};


export type MutationRestoreQuestArgs = {
  questId: Scalars['ID']['input'];
};

/** Something to do, for xp and gold. */
export type Quest = {
  __typename?: 'Quest';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The title. */
  title: Scalars['String']['output'];
  /** The work to do. */
  description: Scalars['String']['output'];
  /** The xp that completing it grants. */
  xpReward: Scalars['Int']['output'];
  /** The gold that completing it grants. */
  goldReward: Scalars['Int']['output'];
  /** How often it can be completed. */
  type: QuestType;
  /** The difficulty. */
  difficulty: QuestDifficulty;
  /** The type of the credential issued at a person's first completion. Null if none. */
  credentialType?: Maybe<Scalars['String']['output']>;
  /** When it was retired. Null if it is not. */
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /**
   * What the caller can do with it. Null for a machine client, and for a retired quest that the caller
   * has not completed in its last period.
   */
  myState?: Maybe<QuestProgress>;
};

/** What the caller can do with a quest now. */
export type QuestProgress = {
  __typename?: 'QuestProgress';
  /** Whether the caller can complete it. */
  status: QuestStatus;
  /**
   * When the caller completed it: on this UTC day, in this ISO week, or ever. Null while it is
   * available.
   */
  completedAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** When the caller can complete it again. Null while it is available, and if that is never. */
  opensAt?: Maybe<Scalars['DateTimeISO']['output']>;
};

/** Whether the caller can complete a quest now. */
export type QuestStatus =
  /** The caller can complete it. */
  | 'available'
  /** The caller has completed it; a daily or weekly one opens again in its next period. */
  | 'done';

/** A quest to add. */
export type AddQuestInput = {
  /** The title. 1 to 200 characters, not only blanks. */
  title: Scalars['String']['input'];
  /** The work to do. 1 to 5,000 characters, not only blanks. */
  description: Scalars['String']['input'];
  /** The xp that completing it grants. 0 to 1,000,000. */
  xpReward: Scalars['Int']['input'];
  /** The gold that completing it grants. 0 to 1,000,000. */
  goldReward: Scalars['Int']['input'];
  /** How often it can be completed. */
  type: QuestType;
  /** The difficulty. */
  difficulty: QuestDifficulty;
  /** The type of the credential issued at a person's first completion. Begins with a-z and holds at most 64 of a-z, 0-9 and _. */
  credentialType?: InputMaybe<Scalars['String']['input']>;
};

/** Changes of a quest. Absent and null fields stay unchanged, except that null clears credentialType. */
export type UpdateQuestInput = {
  /** The quest's id. */
  id: Scalars['ID']['input'];
  /** The title. 1 to 200 characters, not only blanks. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** The work to do. 1 to 5,000 characters, not only blanks. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The xp that completing it grants. 0 to 1,000,000. */
  xpReward?: InputMaybe<Scalars['Int']['input']>;
  /** The gold that completing it grants. 0 to 1,000,000. */
  goldReward?: InputMaybe<Scalars['Int']['input']>;
  /** How often it can be completed. */
  type?: InputMaybe<QuestType>;
  /** The difficulty. */
  difficulty?: InputMaybe<QuestDifficulty>;
  /** The type of the credential issued at a person's first completion. Null for none. Begins with a-z and holds at most 64 of a-z, 0-9 and _. */
  credentialType?: InputMaybe<Scalars['String']['input']>;
};

/** How often one person can complete a quest. */
export type QuestType =
  /** Once each UTC day. */
  | 'daily'
  /** Once each ISO week, which begins on Monday, UTC. */
  | 'weekly'
  /** Once. */
  | 'story';

/** The difficulty of a quest. */
export type QuestDifficulty =
  /** For everybody. */
  | 'beginner'
  /** For people who have done a few. */
  | 'intermediate'
  /** For people who have done many. */
  | 'advanced';

/** The order of quests. */
export type QuestOrder =
  /** The newest first. */
  | 'newest'
  /** The oldest first. */
  | 'oldest'
  /** By title, in the order of their characters. */
  | 'title';

/** A page of quests. */
export type QuestConnection = {
  __typename?: 'QuestConnection';
  /** The quests of this page. */
  nodes: Array<Quest>;
  /** The same quests, each with its cursor. */
  edges: Array<QuestEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A quest and its position in the list. */
export type QuestEdge = {
  __typename?: 'QuestEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The quest. */
  node: Quest;
};

/** The result of completing a quest. */
export type QuestCompletionResult = {
  __typename?: 'QuestCompletionResult';
  /** Always true; failures are errors. */
  success: Scalars['Boolean']['output'];
  /** The xp granted. */
  xpEarned: Scalars['Int']['output'];
  /** The gold granted. */
  goldEarned: Scalars['Int']['output'];
  /** The credential that this completion issued, if any. */
  credentialIssued?: Maybe<IssuedCredential>;
  /** The person's level after the grant. */
  newLevel: Scalars['Int']['output'];
  /** The person's xp after the grant. */
  newXP: Scalars['Int']['output'];
  /** The quest, with its new state. */
  quest: Quest;
  /**
   * The quest in the person's `completedQuests`. Null if it was there before, because the list has each
   * quest once.
   */
  completedQuestEdge?: Maybe<QuestEdge>;
  /** The person as they are now. Their gold follows later while the Market service is unavailable. */
  identity?: Maybe<Identity>;
};

/** A credential issued by a completion. */
export type IssuedCredential = {
  __typename?: 'IssuedCredential';
  /** The credential's id. */
  id: Scalars['ID']['output'];
  /** The credential's type. */
  type: Scalars['String']['output'];
};

/** A person of the ecosystem, with the quests they completed. */
export type Identity = {
  __typename?: 'Identity';
  /** Opaque identifier; REST calls it `identityId`. */
  id: Scalars['ID']['output'];
  /** The quests the person has completed, each once, by the first completion, newest first. */
  completedQuests?: Maybe<QuestConnection>;
};


/** A person of the ecosystem, with the quests they completed. */
export type IdentityCompletedQuestsArgs = {
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
  Quest: Quest;
  Identity: Identity;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Quest:
    ( { __typename: 'Quest' }
    & GraphQLRecursivePick<FederationTypes['Quest'], {"id":true}> );
  Identity:
    ( { __typename: 'Identity' }
    & GraphQLRecursivePick<FederationTypes['Identity'], {"id":true}> );
};



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Quest: ResolverTypeWrapper<QuestParent>;
  QuestProgress: ResolverTypeWrapper<QuestProgressParent>;
  QuestStatus: QuestStatus;
  AddQuestInput: AddQuestInput;
  UpdateQuestInput: UpdateQuestInput;
  QuestType: QuestType;
  QuestDifficulty: QuestDifficulty;
  QuestOrder: QuestOrder;
  QuestConnection: ResolverTypeWrapper<Connection<QuestParent>>;
  QuestEdge: ResolverTypeWrapper<Omit<QuestEdge, 'node'> & { node: ResolversTypes['Quest'] }>;
  QuestCompletionResult: ResolverTypeWrapper<QuestCompletionResultParent>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  IssuedCredential: ResolverTypeWrapper<IssuedCredential>;
  Identity: ResolverTypeWrapper<Omit<Identity, 'completedQuests'> & { completedQuests?: Maybe<ResolversTypes['QuestConnection']> }>;
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
  Mutation: Record<PropertyKey, never>;
  Quest: QuestParent;
  QuestProgress: QuestProgressParent;
  AddQuestInput: AddQuestInput;
  UpdateQuestInput: UpdateQuestInput;
  QuestConnection: Connection<QuestParent>;
  QuestEdge: Omit<QuestEdge, 'node'> & { node: ResolversParentTypes['Quest'] };
  QuestCompletionResult: QuestCompletionResultParent;
  Boolean: Scalars['Boolean']['output'];
  IssuedCredential: IssuedCredential;
  Identity: Omit<Identity, 'completedQuests'> & { completedQuests?: Maybe<ResolversParentTypes['QuestConnection']> } | FederationReferenceTypes['Identity'];
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

export type ConstraintDirectiveResolver<Result, Parent, ContextType = PathContext, Args = ConstraintDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type PrivateDirectiveArgs = {
  owner: Scalars['String']['input'];
};

export type PrivateDirectiveResolver<Result, Parent, ContextType = PathContext, Args = PrivateDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type QueryResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  quests?: Resolver<Maybe<ResolversTypes['QuestConnection']>, ParentType, ContextType, RequireFields<QueryQuestsArgs, 'offset'>>;
  quest?: Resolver<Maybe<ResolversTypes['Quest']>, ParentType, ContextType, RequireFields<QueryQuestArgs, 'id'>>;
};

export type MutationResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  completeQuest?: Resolver<Maybe<ResolversTypes['QuestCompletionResult']>, ParentType, ContextType, RequireFields<MutationCompleteQuestArgs, 'questId'>>;
  addQuest?: Resolver<Maybe<ResolversTypes['Quest']>, ParentType, ContextType, RequireFields<MutationAddQuestArgs, 'input'>>;
  updateQuest?: Resolver<Maybe<ResolversTypes['Quest']>, ParentType, ContextType, RequireFields<MutationUpdateQuestArgs, 'input'>>;
  retireQuest?: Resolver<Maybe<ResolversTypes['Quest']>, ParentType, ContextType, RequireFields<MutationRetireQuestArgs, 'questId'>>;
  restoreQuest?: Resolver<Maybe<ResolversTypes['Quest']>, ParentType, ContextType, RequireFields<MutationRestoreQuestArgs, 'questId'>>;
};

export type QuestResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['Quest'] = ResolversParentTypes['Quest'], FederationReferenceType extends FederationReferenceTypes['Quest'] = FederationReferenceTypes['Quest']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Quest']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  xpReward?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  goldReward?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['QuestType'], ParentType, ContextType>;
  difficulty?: Resolver<ResolversTypes['QuestDifficulty'], ParentType, ContextType>;
  credentialType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  retiredAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  myState?: Resolver<Maybe<ResolversTypes['QuestProgress']>, ParentType, ContextType>;
};

export type QuestProgressResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['QuestProgress'] = ResolversParentTypes['QuestProgress']> = {
  status?: Resolver<ResolversTypes['QuestStatus'], ParentType, ContextType>;
  completedAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  opensAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
};

export type QuestConnectionResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['QuestConnection'] = ResolversParentTypes['QuestConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Quest']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['QuestEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type QuestEdgeResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['QuestEdge'] = ResolversParentTypes['QuestEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Quest'], ParentType, ContextType>;
};

export type QuestCompletionResultResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['QuestCompletionResult'] = ResolversParentTypes['QuestCompletionResult']> = {
  success?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  xpEarned?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  goldEarned?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  credentialIssued?: Resolver<Maybe<ResolversTypes['IssuedCredential']>, ParentType, ContextType>;
  newLevel?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  newXP?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  quest?: Resolver<ResolversTypes['Quest'], ParentType, ContextType>;
  completedQuestEdge?: Resolver<Maybe<ResolversTypes['QuestEdge']>, ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
};

export type IssuedCredentialResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['IssuedCredential'] = ResolversParentTypes['IssuedCredential']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type IdentityResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity'], FederationReferenceType extends FederationReferenceTypes['Identity'] = FederationReferenceTypes['Identity']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Identity']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  completedQuests?: Resolver<Maybe<ResolversTypes['QuestConnection']>, ParentType, ContextType, RequireFields<IdentityCompletedQuestsArgs, 'offset'>>;
};

export interface DateTimeIsoScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTimeISO'], any> {
  name: 'DateTimeISO';
}

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export type ModerationResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['Moderation'] = ResolversParentTypes['Moderation']> = {
  hiddenAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = PathContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Quest?: QuestResolvers<ContextType>;
  QuestProgress?: QuestProgressResolvers<ContextType>;
  QuestConnection?: QuestConnectionResolvers<ContextType>;
  QuestEdge?: QuestEdgeResolvers<ContextType>;
  QuestCompletionResult?: QuestCompletionResultResolvers<ContextType>;
  IssuedCredential?: IssuedCredentialResolvers<ContextType>;
  Identity?: IdentityResolvers<ContextType>;
  DateTimeISO?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  Moderation?: ModerationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = PathContext> = {
  constraint?: ConstraintDirectiveResolver<any, any, ContextType>;
  private?: PrivateDirectiveResolver<any, any, ContextType>;
};
