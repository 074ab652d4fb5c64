// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/lists/pagination.ts'
import type { GraphQLRecursivePick, InputMaybe, Maybe, ReferenceResolver, RequireFields, Resolver, ResolverTypeWrapper, SubscriptionResolver } from '#foundation/graphql/resolver-types.ts'
import type { GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Quest as QuestParent } from './tables.ts';
import type { QuestProgress as QuestProgressParent } from './domain/quest-state.ts';
import type { QuestCompletionResult as QuestCompletionResultParent } from './domain/completion.ts';
import type { PathContext } from './context.ts';
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
  quests?: Maybe<QuestConnection>;
  quest?: Maybe<Quest>;
  pathEvents?: Maybe<EventPage>;
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
export type QueryPathEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
};
export type Mutation = {
  completeQuest?: Maybe<QuestCompletionResult>;
  addQuest?: Maybe<Quest>;
  updateQuest?: Maybe<Quest>;
  retireQuest?: Maybe<Quest>;
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
export type Subscription = {
  quest?: Maybe<Quest>;
};
export type SubscriptionQuestArgs = {
  id: Scalars['ID']['input'];
  since?: InputMaybe<Scalars['String']['input']>;
};
export type Quest = {
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  description: Scalars['String']['output'];
  xpReward: Scalars['Int']['output'];
  goldReward: Scalars['Int']['output'];
  type: QuestType;
  difficulty: QuestDifficulty;
  credentialType?: Maybe<Scalars['String']['output']>;
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
  myState?: Maybe<QuestProgress>;
};
export type QuestProgress = {
  status: QuestStatus;
  completedAt?: Maybe<Scalars['DateTimeISO']['output']>;
  opensAt?: Maybe<Scalars['DateTimeISO']['output']>;
};
export type QuestStatus =
  | 'available'
  | 'done';
export type AddQuestInput = {
  title: Scalars['String']['input'];
  description: Scalars['String']['input'];
  xpReward: Scalars['Int']['input'];
  goldReward: Scalars['Int']['input'];
  type: QuestType;
  difficulty: QuestDifficulty;
  credentialType?: InputMaybe<Scalars['String']['input']>;
};
export type UpdateQuestInput = {
  id: Scalars['ID']['input'];
  title?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  xpReward?: InputMaybe<Scalars['Int']['input']>;
  goldReward?: InputMaybe<Scalars['Int']['input']>;
  type?: InputMaybe<QuestType>;
  difficulty?: InputMaybe<QuestDifficulty>;
  credentialType?: InputMaybe<Scalars['String']['input']>;
};
export type QuestType =
  | 'daily'
  | 'weekly'
  | 'story';
export type QuestDifficulty =
  | 'beginner'
  | 'intermediate'
  | 'advanced';
export type QuestOrder =
  | 'newest'
  | 'oldest'
  | 'title';
export type QuestConnection = {
  nodes: Array<Quest>;
  edges: Array<QuestEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type QuestEdge = {
  cursor: Scalars['String']['output'];
  node: Quest;
};
export type QuestCompletionResult = {
  success: Scalars['Boolean']['output'];
  xpEarned: Scalars['Int']['output'];
  goldEarned: Scalars['Int']['output'];
  credentialIssued?: Maybe<IssuedCredential>;
  newLevel: Scalars['Int']['output'];
  newXP: Scalars['Int']['output'];
  quest: Quest;
  completedQuestEdge?: Maybe<QuestEdge>;
  identity?: Maybe<Identity>;
};
export type IssuedCredential = {
  id: Scalars['ID']['output'];
  type: Scalars['String']['output'];
};
export type Identity = {
  id: Scalars['ID']['output'];
  completedQuests?: Maybe<QuestConnection>;
};
export type IdentityCompletedQuestsArgs = {
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
  Quest: Quest;
  Identity: Identity;
};
export type FederationReferenceTypes = {
  Quest:
    ( { __typename: 'Quest' }
    & GraphQLRecursivePick<FederationTypes['Quest'], {"id":true}> );
  Identity:
    ( { __typename: 'Identity' }
    & GraphQLRecursivePick<FederationTypes['Identity'], {"id":true}> );
};
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
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
  Event: Event;
  EventSubject: EventSubject;
  EventPage: EventPage;
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Float: Scalars['Float']['output'];
};
export type QueryResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  quests?: Resolver<Maybe<ResolversTypes['QuestConnection']>, ParentType, ContextType, RequireFields<QueryQuestsArgs, 'offset'>>;
  quest?: Resolver<Maybe<ResolversTypes['Quest']>, ParentType, ContextType, RequireFields<QueryQuestArgs, 'id'>>;
  pathEvents?: Resolver<Maybe<ResolversTypes['EventPage']>, ParentType, ContextType, Partial<QueryPathEventsArgs>>;
};
export type MutationResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  completeQuest?: Resolver<Maybe<ResolversTypes['QuestCompletionResult']>, ParentType, ContextType, RequireFields<MutationCompleteQuestArgs, 'questId'>>;
  addQuest?: Resolver<Maybe<ResolversTypes['Quest']>, ParentType, ContextType, RequireFields<MutationAddQuestArgs, 'input'>>;
  updateQuest?: Resolver<Maybe<ResolversTypes['Quest']>, ParentType, ContextType, RequireFields<MutationUpdateQuestArgs, 'input'>>;
  retireQuest?: Resolver<Maybe<ResolversTypes['Quest']>, ParentType, ContextType, RequireFields<MutationRetireQuestArgs, 'questId'>>;
  restoreQuest?: Resolver<Maybe<ResolversTypes['Quest']>, ParentType, ContextType, RequireFields<MutationRestoreQuestArgs, 'questId'>>;
};
export type SubscriptionResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  quest?: SubscriptionResolver<Maybe<ResolversTypes['Quest']>, "quest", ParentType, ContextType, RequireFields<SubscriptionQuestArgs, 'id'>>;
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
export type EventResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['EventSubject'], ParentType, ContextType>;
  related?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};
export type EventSubjectResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['EventSubject'] = ResolversParentTypes['EventSubject']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};
export type EventPageResolvers<ContextType = PathContext, ParentType extends ResolversParentTypes['EventPage'] = ResolversParentTypes['EventPage']> = {
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  next?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isFollowed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<EventPageIsFollowedArgs, 'within'>>;
};
export type Resolvers<ContextType = PathContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
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
  Event?: EventResolvers<ContextType>;
  EventSubject?: EventSubjectResolvers<ContextType>;
  EventPage?: EventPageResolvers<ContextType>;
};
