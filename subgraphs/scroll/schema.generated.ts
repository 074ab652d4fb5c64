// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/pagination.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Scroll as ScrollParent, ScrollRevision as ScrollRevisionParent } from './tables.ts';
import type { ScrollContext } from './context.ts';
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
  /**
   * All scrolls that the caller may see and that are not withdrawn, newest first. While the ID service is unavailable, those for
   * the caller's house are missing.
   */
  scrolls?: Maybe<ScrollConnection>;
  /** One scroll, or NOT_FOUND if it does not exist or the caller may not see it. */
  scroll?: Maybe<Scroll>;
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

export type Mutation = {
  __typename?: 'Mutation';
  /** Publishes a scroll with the caller's current name, house and level. */
  publishScroll?: Maybe<Scroll>;
  /**
   * Changes a scroll and keeps what it was; for its author. Name, house and weight stay those of its
   * publication. SCROLL_WITHDRAWN for a withdrawn one.
   */
  editScroll?: Maybe<Scroll>;
  /**
   * Withdraws a scroll for good: it leaves all lists, and only its author still finds it by its id. For
   * its author. Repeating it has no effect.
   */
  withdrawScroll?: Maybe<Scroll>;
  /**
   * Hides a scroll from everybody but its author and administrators. Repeating it has no effect, the
   * first reason stays. For administrators. NOT_FOUND for an unknown, private or withdrawn one.
   */
  hideScroll?: Maybe<Scroll>;
  /** Shows a hidden scroll again. Repeating it has no effect. For administrators. */
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

/** A piece of the chronicle. */
export type Scroll = {
  __typename?: 'Scroll';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The title. */
  title: Scalars['String']['output'];
  /** Its content. */
  content: Scalars['String']['output'];
  /**
   * The author's display name when it was published. A neutral name while an administrator has hidden that
   * one.
   */
  author: Scalars['String']['output'];
  /** The author as they are now. */
  authorIdentity?: Maybe<Identity>;
  /** The author's house when it was published. */
  house: Scalars['String']['output'];
  /** Who may see it. */
  visibility: ScrollVisibility;
  /** Its weight: 1 + ⌊level / 10⌋, by the author's level when it was published. */
  settlementWeight: Scalars['Int']['output'];
  /** When it was published. */
  createdAt: Scalars['DateTimeISO']['output'];
  /** When its author changed it last. Null if they have not. */
  editedAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** When its author withdrew it. Null if they have not. Nobody else finds it then. */
  withdrawnAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** Why it is hidden. Null if it is not. Only its author and administrators see it then. */
  moderation?: Maybe<Moderation>;
  /** What it was before each edit, the latest first. Null for anybody but its author. */
  revisions?: Maybe<ScrollRevisionConnection>;
};


/** A piece of the chronicle. */
export type ScrollRevisionsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** An earlier version of a scroll. */
export type ScrollRevision = {
  __typename?: 'ScrollRevision';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The title it had. */
  title: Scalars['String']['output'];
  /** The content it had. */
  content: Scalars['String']['output'];
  /** Who could see it. */
  visibility: ScrollVisibility;
  /** When this version was published, or written by an edit. */
  writtenAt: Scalars['DateTimeISO']['output'];
};

/** A page of revisions. */
export type ScrollRevisionConnection = {
  __typename?: 'ScrollRevisionConnection';
  /** The revisions of this page. */
  nodes: Array<ScrollRevision>;
  /** The same revisions, each with its cursor. */
  edges: Array<ScrollRevisionEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A revision and its position in the list. */
export type ScrollRevisionEdge = {
  __typename?: 'ScrollRevisionEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The revision. */
  node: ScrollRevision;
};

/** Who may see a scroll. Its author always may. */
export type ScrollVisibility =
  /** Everybody. */
  | 'public'
  /** People of the scroll's house. */
  | 'house'
  /** Only the author. */
  | 'private';

/** The order of scrolls. */
export type ScrollOrder =
  /** The newest first. */
  | 'newest'
  /** The oldest first. */
  | 'oldest'
  /** By title, in the order of their characters. */
  | 'title';

/** A page of scrolls. */
export type ScrollConnection = {
  __typename?: 'ScrollConnection';
  /** The scrolls of this page. */
  nodes: Array<Scroll>;
  /** The same scrolls, each with its cursor. */
  edges: Array<ScrollEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A scroll and its position in the list. */
export type ScrollEdge = {
  __typename?: 'ScrollEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The scroll. */
  node: Scroll;
};

/** A scroll to publish. */
export type PublishScrollInput = {
  /** The title. 1 to 200 characters, not only blanks. */
  title: Scalars['String']['input'];
  /** The content. 1 to 50,000 characters. */
  content: Scalars['String']['input'];
  /** Who may see it. */
  visibility?: InputMaybe<ScrollVisibility>;
};

/** Changes of a scroll. Absent and null fields stay unchanged. */
export type EditScrollInput = {
  /** The title. 1 to 200 characters, not only blanks. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** The content. 1 to 50,000 characters. */
  content?: InputMaybe<Scalars['String']['input']>;
  /** Who may see it. `house` means the house that it was published in. */
  visibility?: InputMaybe<ScrollVisibility>;
};

/** A scroll to hide. */
export type HideScrollInput = {
  /** The scroll's id. */
  id: Scalars['ID']['input'];
  /** The reason, which its author can read. 1 to 200 characters, not only blanks. */
  reason: Scalars['String']['input'];
};

/** A person of the ecosystem, with their scrolls. */
export type Identity = {
  __typename?: 'Identity';
  /** Opaque identifier; REST calls it `identityId`. */
  id: Scalars['ID']['output'];
  /** The scrolls of this person that the caller may see, newest first. */
  scrolls?: Maybe<ScrollConnection>;
};


/** A person of the ecosystem, with their scrolls. */
export type IdentityScrollsArgs = {
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
  Scroll: Scroll;
  ScrollRevision: ScrollRevision;
  Identity: Identity;
};

/** Mapping of federation reference types */
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



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
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
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  Mutation: Record<PropertyKey, never>;
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

export type ConstraintDirectiveResolver<Result, Parent, ContextType = ScrollContext, Args = ConstraintDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type PrivateDirectiveArgs = {
  owner: Scalars['String']['input'];
};

export type PrivateDirectiveResolver<Result, Parent, ContextType = ScrollContext, Args = PrivateDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type QueryResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  scrolls?: Resolver<Maybe<ResolversTypes['ScrollConnection']>, ParentType, ContextType, RequireFields<QueryScrollsArgs, 'offset'>>;
  scroll?: Resolver<Maybe<ResolversTypes['Scroll']>, ParentType, ContextType, RequireFields<QueryScrollArgs, 'id'>>;
};

export type MutationResolvers<ContextType = ScrollContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  publishScroll?: Resolver<Maybe<ResolversTypes['Scroll']>, ParentType, ContextType, RequireFields<MutationPublishScrollArgs, 'input'>>;
  editScroll?: Resolver<Maybe<ResolversTypes['Scroll']>, ParentType, ContextType, RequireFields<MutationEditScrollArgs, 'scrollId' | 'input'>>;
  withdrawScroll?: Resolver<Maybe<ResolversTypes['Scroll']>, ParentType, ContextType, RequireFields<MutationWithdrawScrollArgs, 'scrollId'>>;
  hideScroll?: Resolver<Maybe<ResolversTypes['Scroll']>, ParentType, ContextType, RequireFields<MutationHideScrollArgs, 'input'>>;
  unhideScroll?: Resolver<Maybe<ResolversTypes['Scroll']>, ParentType, ContextType, RequireFields<MutationUnhideScrollArgs, 'scrollId'>>;
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

export type Resolvers<ContextType = ScrollContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
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
};

export type DirectiveResolvers<ContextType = ScrollContext> = {
  constraint?: ConstraintDirectiveResolver<any, any, ContextType>;
  private?: PrivateDirectiveResolver<any, any, ContextType>;
};
