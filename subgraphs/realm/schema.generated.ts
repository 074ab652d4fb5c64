// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/pagination.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Realm as RealmParent, Place as PlaceParent, Presence as PresenceParent } from './tables.ts';
import type { Bounds as BoundsParent, Position as PositionParent } from './domain/space.ts';
import type { RealmContext } from './context.ts';
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
  /** All realms, newest first. */
  realms?: Maybe<RealmConnection>;
  /** One realm, retired or not, or NOT_FOUND. */
  realm?: Maybe<Realm>;
  /**
   * The places of a realm: newest first, or with `near` and `radius` nearest first. NOT_FOUND for an
   * unknown realm.
   */
  places?: Maybe<PlaceConnection>;
  /** One place, retired or not, or NOT_FOUND, also for a hidden one. */
  place?: Maybe<Place>;
  /** The people seen in a realm in the last five minutes, latest first. NOT_FOUND for an unknown realm. */
  presence?: Maybe<PresenceConnection>;
};


export type QueryRealmsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<RealmOrder>;
  search?: InputMaybe<Scalars['String']['input']>;
};


export type QueryRealmArgs = {
  id: Scalars['ID']['input'];
};


export type QueryPlacesArgs = {
  realmId: Scalars['ID']['input'];
  near?: InputMaybe<Scalars['String']['input']>;
  radius?: InputMaybe<Scalars['Float']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryPlaceArgs = {
  id: Scalars['ID']['input'];
};


export type QueryPresenceArgs = {
  realmId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

export type Mutation = {
  __typename?: 'Mutation';
  /** Sets the caller's one position in a realm, which is shown for five minutes. */
  updatePresence?: Maybe<Presence>;
  /**
   * Ends the caller's presence in a realm at once. Has no effect without one. NOT_FOUND for an unknown
   * realm.
   */
  leaveRealm?: Maybe<Realm>;
  /** Adds a realm. For administrators. */
  addRealm?: Maybe<Realm>;
  /** Changes a realm, retired or not. For administrators. NOT_FOUND for an unknown one. */
  updateRealm?: Maybe<Realm>;
  /**
   * Retires a realm with everything in it: it leaves all lists, and nobody can enter it. Repeating it
   * has no effect. For administrators. NOT_FOUND for an unknown one.
   */
  retireRealm?: Maybe<Realm>;
  /**
   * Brings a retired realm back to the lists, with the places that were not retired by themselves.
   * Repeating it has no effect. For administrators. NOT_FOUND for an unknown one.
   */
  restoreRealm?: Maybe<Realm>;
  /** Adds a place to a realm. For administrators. */
  addPlace?: Maybe<Place>;
  /** Changes a place, retired or not. For administrators. NOT_FOUND for an unknown one. */
  updatePlace?: Maybe<Place>;
  /**
   * Retires a place: it leaves all lists. Repeating it has no effect. For administrators. NOT_FOUND
   * for an unknown one.
   */
  retirePlace?: Maybe<Place>;
  /**
   * Brings a retired place back to the lists. Its position must lie within the bounds that the realm has
   * now: move it first otherwise. Repeating it has no effect. For administrators. NOT_FOUND for an
   * unknown one.
   */
  restorePlace?: Maybe<Place>;
  /**
   * Hides a place from everybody but administrators. Repeating it has no effect, the first reason stays.
   * For administrators. NOT_FOUND for an unknown one.
   */
  hidePlace?: Maybe<Place>;
  /** Shows a hidden place again. Repeating it has no effect. For administrators. */
  unhidePlace?: Maybe<Place>;
};


export type MutationUpdatePresenceArgs = {
  realmId: Scalars['ID']['input'];
  input: UpdatePresenceInput;
};


export type MutationLeaveRealmArgs = {
  realmId: Scalars['ID']['input'];
};


export type MutationAddRealmArgs = {
  input: AddRealmInput;
};


export type MutationUpdateRealmArgs = {
  input: UpdateRealmInput;
};


export type MutationRetireRealmArgs = {
  realmId: Scalars['ID']['input'];
};


export type MutationRestoreRealmArgs = {
  realmId: Scalars['ID']['input'];
};


export type MutationAddPlaceArgs = {
  input: AddPlaceInput;
};


export type MutationUpdatePlaceArgs = {
  input: UpdatePlaceInput;
};


export type MutationRetirePlaceArgs = {
  placeId: Scalars['ID']['input'];
};


export type MutationRestorePlaceArgs = {
  placeId: Scalars['ID']['input'];
};


export type MutationHidePlaceArgs = {
  input: HidePlaceInput;
};


export type MutationUnhidePlaceArgs = {
  placeId: Scalars['ID']['input'];
};

/** A position in a realm. */
export type UpdatePresenceInput = {
  /** A point within the bounds of the realm. */
  position: PositionInput;
};

/** A new realm. */
export type AddRealmInput = {
  /** The name. 1 to 100 characters, not only blanks. */
  name: Scalars['String']['input'];
  /** A description. 1 to 2,000 characters, not only blanks. */
  description: Scalars['String']['input'];
  /** Its bounds. */
  bounds: BoundsInput;
};

/** Changes of a realm. Absent and null fields stay unchanged. */
export type UpdateRealmInput = {
  /** The realm's id. */
  id: Scalars['ID']['input'];
  /** The name. 1 to 100 characters, not only blanks. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** A description. 1 to 2,000 characters, not only blanks. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Its bounds, which must hold every place that is not retired. */
  bounds?: InputMaybe<BoundsInput>;
};

/** The bounds of a realm. The corners must differ in each direction. */
export type BoundsInput = {
  /** The corner with the least coordinates. */
  min: PositionInput;
  /** The corner with the greatest coordinates. */
  max: PositionInput;
};

/** A new place. */
export type AddPlaceInput = {
  /** The id of the realm it lies in. */
  realmId: Scalars['ID']['input'];
  /** The name. 1 to 100 characters, not only blanks. */
  name: Scalars['String']['input'];
  /** Its kind. Begins with a-z and holds at most 32 of a-z, 0-9 and _. */
  kind: Scalars['String']['input'];
  /** A point within the bounds of the realm. */
  position: PositionInput;
  /** What it refers to, if anything. */
  ref?: InputMaybe<PlaceRefInput>;
};

/** Changes of a place. Absent fields stay unchanged. */
export type UpdatePlaceInput = {
  /** The place's id. */
  id: Scalars['ID']['input'];
  /** The name. 1 to 100 characters, not only blanks. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Its kind. Begins with a-z and holds at most 32 of a-z, 0-9 and _. */
  kind?: InputMaybe<Scalars['String']['input']>;
  /** A point within the bounds of the realm. */
  position?: InputMaybe<PositionInput>;
  /** What it refers to, or null. */
  ref?: InputMaybe<PlaceRefInput>;
};

/** A place to hide. */
export type HidePlaceInput = {
  /** The place's id. */
  id: Scalars['ID']['input'];
  /** The reason. 1 to 200 characters, not only blanks. */
  reason: Scalars['String']['input'];
};

/** The target of a place. It need not exist. */
export type PlaceRefInput = {
  /** The name of its type. */
  type: PlaceRefType;
  /** Its id. 1 to 100 characters, not only blanks. */
  id: Scalars['ID']['input'];
};

/** The types a place can refer to. */
export type PlaceRefType =
  /** A quest of the Path service. */
  | 'Quest'
  /** A scroll of the Scroll service. */
  | 'Scroll'
  /** An organization of the Guild service. */
  | 'Organization'
  /** A course of the Learn service. */
  | 'Course';

/** A point in space. */
export type PositionInput = {
  /** The first coordinate. -1,000,000 to 1,000,000. */
  x: Scalars['Float']['input'];
  /** The second coordinate. -1,000,000 to 1,000,000. */
  y: Scalars['Float']['input'];
  /** The third coordinate. -1,000,000 to 1,000,000. */
  z: Scalars['Float']['input'];
};

/** A world to explore. */
export type Realm = {
  __typename?: 'Realm';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The name. */
  name: Scalars['String']['output'];
  /** A description. */
  description: Scalars['String']['output'];
  /** Its bounds; everything in it lies within. */
  bounds: Bounds;
  /** When it was added. */
  createdAt: Scalars['DateTimeISO']['output'];
  /** When it was retired. Null if it is not. */
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** Its places: newest first, or with `near` and `radius` nearest first. Empty once it is retired. */
  places?: Maybe<PlaceConnection>;
  /** The people seen in it in the last five minutes, latest first. Empty once it is retired. */
  presence?: Maybe<PresenceConnection>;
};


/** A world to explore. */
export type RealmPlacesArgs = {
  near?: InputMaybe<Scalars['String']['input']>;
  radius?: InputMaybe<Scalars['Float']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A world to explore. */
export type RealmPresenceArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** A box in space, given by two of its corners. */
export type Bounds = {
  __typename?: 'Bounds';
  /** The corner with the least coordinates. */
  min: Position;
  /** The corner with the greatest coordinates. */
  max: Position;
};

/** A point in space. */
export type Position = {
  __typename?: 'Position';
  /** The first coordinate. */
  x: Scalars['Float']['output'];
  /** The second coordinate. */
  y: Scalars['Float']['output'];
  /** The third coordinate. */
  z: Scalars['Float']['output'];
};

/** The order of realms. */
export type RealmOrder =
  /** The newest first. */
  | 'newest'
  /** The oldest first. */
  | 'oldest'
  /** By name, in the order of their characters. */
  | 'name';

/** A page of realms. */
export type RealmConnection = {
  __typename?: 'RealmConnection';
  /** The realms of this page. */
  nodes: Array<Realm>;
  /** The same realms, each with its cursor. */
  edges: Array<RealmEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A realm and its position in the list. */
export type RealmEdge = {
  __typename?: 'RealmEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The realm. */
  node: Realm;
};

/** A place to go to. */
export type Place = {
  __typename?: 'Place';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The id of the realm it lies in. */
  realmId: Scalars['ID']['output'];
  /** The realm it lies in. */
  realm: Realm;
  /** The name. */
  name: Scalars['String']['output'];
  /** Its kind, e.g. `library`. */
  kind: Scalars['String']['output'];
  /** Its position. */
  position: Position;
  /**
   * What it points at, if anything. If that does not exist or is invisible to the caller, only
   * `__typename` and `id` are available; selecting any other field makes it null.
   */
  ref?: Maybe<PlaceRef>;
  /** When it, or its realm, was retired. Null if neither is. */
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** Why it is hidden. Null if it is not. Only administrators see it then. */
  moderation?: Maybe<Moderation>;
};

/** The possible targets of a place. */
export type PlaceRef = Quest | Scroll | Organization | Course;

/** Something to do, for xp and gold. */
export type Quest = {
  __typename?: 'Quest';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A piece of the chronicle. */
export type Scroll = {
  __typename?: 'Scroll';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** People who work on something together. */
export type Organization = {
  __typename?: 'Organization';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** Something to learn, lesson by lesson, for skill points. */
export type Course = {
  __typename?: 'Course';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A page of places. */
export type PlaceConnection = {
  __typename?: 'PlaceConnection';
  /** The places of this page. */
  nodes: Array<Place>;
  /** The same places, each with its cursor. */
  edges: Array<PlaceEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A place of a realm and its position in the list. */
export type PlaceEdge = {
  __typename?: 'PlaceEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The place. */
  node: Place;
};

/** A person's last position in a realm, within five minutes. */
export type Presence = {
  __typename?: 'Presence';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The id of the person. */
  identityId: Scalars['ID']['output'];
  /** The person. */
  identity?: Maybe<Identity>;
  /** The id of the realm. */
  realmId: Scalars['ID']['output'];
  /** The realm. */
  realm: Realm;
  /** The position in the realm. */
  position: Position;
  /** When the person was seen there. */
  updatedAt: Scalars['DateTimeISO']['output'];
};

/** A page of presences. */
export type PresenceConnection = {
  __typename?: 'PresenceConnection';
  /** The presences of this page. */
  nodes: Array<Presence>;
  /** The same presences, each with its cursor. */
  edges: Array<PresenceEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A presence and its position in the list. */
export type PresenceEdge = {
  __typename?: 'PresenceEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The presence. */
  node: Presence;
};

/** A person of the ecosystem, with where they are. */
export type Identity = {
  __typename?: 'Identity';
  /** Opaque identifier; REST calls it `identityId`. */
  id: Scalars['ID']['output'];
  /** The person's last position in any realm that is not retired. Null after five minutes. */
  presence?: Maybe<Presence>;
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
  Realm: Realm;
  Place: Place;
  Presence: Presence;
  Identity: Identity;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
  Realm:
    ( { __typename: 'Realm' }
    & GraphQLRecursivePick<FederationTypes['Realm'], {"id":true}> );
  Place:
    ( { __typename: 'Place' }
    & GraphQLRecursivePick<FederationTypes['Place'], {"id":true}> );
  Presence:
    ( { __typename: 'Presence' }
    & GraphQLRecursivePick<FederationTypes['Presence'], {"id":true}> );
  Identity:
    ( { __typename: 'Identity' }
    & GraphQLRecursivePick<FederationTypes['Identity'], {"id":true}> );
};

/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  PlaceRef:
    | ( Quest )
    | ( Scroll )
    | ( Organization )
    | ( Course )
  ;
};


/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  UpdatePresenceInput: UpdatePresenceInput;
  AddRealmInput: AddRealmInput;
  UpdateRealmInput: UpdateRealmInput;
  BoundsInput: BoundsInput;
  AddPlaceInput: AddPlaceInput;
  UpdatePlaceInput: UpdatePlaceInput;
  HidePlaceInput: HidePlaceInput;
  PlaceRefInput: PlaceRefInput;
  PlaceRefType: PlaceRefType;
  PositionInput: PositionInput;
  Realm: ResolverTypeWrapper<RealmParent>;
  Bounds: ResolverTypeWrapper<BoundsParent>;
  Position: ResolverTypeWrapper<PositionParent>;
  RealmOrder: RealmOrder;
  RealmConnection: ResolverTypeWrapper<Connection<RealmParent>>;
  RealmEdge: ResolverTypeWrapper<Omit<RealmEdge, 'node'> & { node: ResolversTypes['Realm'] }>;
  Place: ResolverTypeWrapper<PlaceParent>;
  PlaceRef: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['PlaceRef']>;
  Quest: ResolverTypeWrapper<Quest>;
  Scroll: ResolverTypeWrapper<Scroll>;
  Organization: ResolverTypeWrapper<Organization>;
  Course: ResolverTypeWrapper<Course>;
  PlaceConnection: ResolverTypeWrapper<Connection<PlaceParent>>;
  PlaceEdge: ResolverTypeWrapper<Omit<PlaceEdge, 'node'> & { node: ResolversTypes['Place'] }>;
  Presence: ResolverTypeWrapper<PresenceParent>;
  PresenceConnection: ResolverTypeWrapper<Connection<PresenceParent>>;
  PresenceEdge: ResolverTypeWrapper<Omit<PresenceEdge, 'node'> & { node: ResolversTypes['Presence'] }>;
  Identity: ResolverTypeWrapper<Omit<Identity, 'presence'> & { presence?: Maybe<ResolversTypes['Presence']> }>;
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
  UpdatePresenceInput: UpdatePresenceInput;
  AddRealmInput: AddRealmInput;
  UpdateRealmInput: UpdateRealmInput;
  BoundsInput: BoundsInput;
  AddPlaceInput: AddPlaceInput;
  UpdatePlaceInput: UpdatePlaceInput;
  HidePlaceInput: HidePlaceInput;
  PlaceRefInput: PlaceRefInput;
  PositionInput: PositionInput;
  Realm: RealmParent;
  Bounds: BoundsParent;
  Position: PositionParent;
  RealmConnection: Connection<RealmParent>;
  RealmEdge: Omit<RealmEdge, 'node'> & { node: ResolversParentTypes['Realm'] };
  Place: PlaceParent;
  PlaceRef: ResolversUnionTypes<ResolversParentTypes>['PlaceRef'];
  Quest: Quest;
  Scroll: Scroll;
  Organization: Organization;
  Course: Course;
  PlaceConnection: Connection<PlaceParent>;
  PlaceEdge: Omit<PlaceEdge, 'node'> & { node: ResolversParentTypes['Place'] };
  Presence: PresenceParent;
  PresenceConnection: Connection<PresenceParent>;
  PresenceEdge: Omit<PresenceEdge, 'node'> & { node: ResolversParentTypes['Presence'] };
  Identity: Omit<Identity, 'presence'> & { presence?: Maybe<ResolversParentTypes['Presence']> } | FederationReferenceTypes['Identity'];
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

export type ConstraintDirectiveResolver<Result, Parent, ContextType = RealmContext, Args = ConstraintDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type PrivateDirectiveArgs = {
  owner: Scalars['String']['input'];
};

export type PrivateDirectiveResolver<Result, Parent, ContextType = RealmContext, Args = PrivateDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type QueryResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  realms?: Resolver<Maybe<ResolversTypes['RealmConnection']>, ParentType, ContextType, RequireFields<QueryRealmsArgs, 'offset'>>;
  realm?: Resolver<Maybe<ResolversTypes['Realm']>, ParentType, ContextType, RequireFields<QueryRealmArgs, 'id'>>;
  places?: Resolver<Maybe<ResolversTypes['PlaceConnection']>, ParentType, ContextType, RequireFields<QueryPlacesArgs, 'realmId' | 'offset'>>;
  place?: Resolver<Maybe<ResolversTypes['Place']>, ParentType, ContextType, RequireFields<QueryPlaceArgs, 'id'>>;
  presence?: Resolver<Maybe<ResolversTypes['PresenceConnection']>, ParentType, ContextType, RequireFields<QueryPresenceArgs, 'realmId' | 'offset'>>;
};

export type MutationResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  updatePresence?: Resolver<Maybe<ResolversTypes['Presence']>, ParentType, ContextType, RequireFields<MutationUpdatePresenceArgs, 'realmId' | 'input'>>;
  leaveRealm?: Resolver<Maybe<ResolversTypes['Realm']>, ParentType, ContextType, RequireFields<MutationLeaveRealmArgs, 'realmId'>>;
  addRealm?: Resolver<Maybe<ResolversTypes['Realm']>, ParentType, ContextType, RequireFields<MutationAddRealmArgs, 'input'>>;
  updateRealm?: Resolver<Maybe<ResolversTypes['Realm']>, ParentType, ContextType, RequireFields<MutationUpdateRealmArgs, 'input'>>;
  retireRealm?: Resolver<Maybe<ResolversTypes['Realm']>, ParentType, ContextType, RequireFields<MutationRetireRealmArgs, 'realmId'>>;
  restoreRealm?: Resolver<Maybe<ResolversTypes['Realm']>, ParentType, ContextType, RequireFields<MutationRestoreRealmArgs, 'realmId'>>;
  addPlace?: Resolver<Maybe<ResolversTypes['Place']>, ParentType, ContextType, RequireFields<MutationAddPlaceArgs, 'input'>>;
  updatePlace?: Resolver<Maybe<ResolversTypes['Place']>, ParentType, ContextType, RequireFields<MutationUpdatePlaceArgs, 'input'>>;
  retirePlace?: Resolver<Maybe<ResolversTypes['Place']>, ParentType, ContextType, RequireFields<MutationRetirePlaceArgs, 'placeId'>>;
  restorePlace?: Resolver<Maybe<ResolversTypes['Place']>, ParentType, ContextType, RequireFields<MutationRestorePlaceArgs, 'placeId'>>;
  hidePlace?: Resolver<Maybe<ResolversTypes['Place']>, ParentType, ContextType, RequireFields<MutationHidePlaceArgs, 'input'>>;
  unhidePlace?: Resolver<Maybe<ResolversTypes['Place']>, ParentType, ContextType, RequireFields<MutationUnhidePlaceArgs, 'placeId'>>;
};

export type RealmResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Realm'] = ResolversParentTypes['Realm'], FederationReferenceType extends FederationReferenceTypes['Realm'] = FederationReferenceTypes['Realm']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Realm']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bounds?: Resolver<ResolversTypes['Bounds'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  retiredAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  places?: Resolver<Maybe<ResolversTypes['PlaceConnection']>, ParentType, ContextType, RequireFields<RealmPlacesArgs, 'offset'>>;
  presence?: Resolver<Maybe<ResolversTypes['PresenceConnection']>, ParentType, ContextType, RequireFields<RealmPresenceArgs, 'offset'>>;
};

export type BoundsResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Bounds'] = ResolversParentTypes['Bounds']> = {
  min?: Resolver<ResolversTypes['Position'], ParentType, ContextType>;
  max?: Resolver<ResolversTypes['Position'], ParentType, ContextType>;
};

export type PositionResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Position'] = ResolversParentTypes['Position']> = {
  x?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  y?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  z?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type RealmConnectionResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['RealmConnection'] = ResolversParentTypes['RealmConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Realm']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['RealmEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RealmEdgeResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['RealmEdge'] = ResolversParentTypes['RealmEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Realm'], ParentType, ContextType>;
};

export type PlaceResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Place'] = ResolversParentTypes['Place'], FederationReferenceType extends FederationReferenceTypes['Place'] = FederationReferenceTypes['Place']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Place']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  realmId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  realm?: Resolver<ResolversTypes['Realm'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Position'], ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['PlaceRef']>, ParentType, ContextType>;
  retiredAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  moderation?: Resolver<Maybe<ResolversTypes['Moderation']>, ParentType, ContextType>;
};

export type PlaceRefResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['PlaceRef'] = ResolversParentTypes['PlaceRef']> = {
  __resolveType: TypeResolveFn<'Quest' | 'Scroll' | 'Organization' | 'Course', ParentType, ContextType>;
};

export type QuestResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Quest'] = ResolversParentTypes['Quest']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ScrollResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Scroll'] = ResolversParentTypes['Scroll']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OrganizationResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CourseResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Course'] = ResolversParentTypes['Course']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PlaceConnectionResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['PlaceConnection'] = ResolversParentTypes['PlaceConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Place']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['PlaceEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PlaceEdgeResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['PlaceEdge'] = ResolversParentTypes['PlaceEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Place'], ParentType, ContextType>;
};

export type PresenceResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Presence'] = ResolversParentTypes['Presence'], FederationReferenceType extends FederationReferenceTypes['Presence'] = FederationReferenceTypes['Presence']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Presence']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identityId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  realmId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  realm?: Resolver<ResolversTypes['Realm'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Position'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
};

export type PresenceConnectionResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['PresenceConnection'] = ResolversParentTypes['PresenceConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Presence']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['PresenceEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PresenceEdgeResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['PresenceEdge'] = ResolversParentTypes['PresenceEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Presence'], ParentType, ContextType>;
};

export type IdentityResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity'], FederationReferenceType extends FederationReferenceTypes['Identity'] = FederationReferenceTypes['Identity']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Identity']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  presence?: Resolver<Maybe<ResolversTypes['Presence']>, ParentType, ContextType>;
};

export interface DateTimeIsoScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTimeISO'], any> {
  name: 'DateTimeISO';
}

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export type ModerationResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Moderation'] = ResolversParentTypes['Moderation']> = {
  hiddenAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = RealmContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Realm?: RealmResolvers<ContextType>;
  Bounds?: BoundsResolvers<ContextType>;
  Position?: PositionResolvers<ContextType>;
  RealmConnection?: RealmConnectionResolvers<ContextType>;
  RealmEdge?: RealmEdgeResolvers<ContextType>;
  Place?: PlaceResolvers<ContextType>;
  PlaceRef?: PlaceRefResolvers<ContextType>;
  Quest?: QuestResolvers<ContextType>;
  Scroll?: ScrollResolvers<ContextType>;
  Organization?: OrganizationResolvers<ContextType>;
  Course?: CourseResolvers<ContextType>;
  PlaceConnection?: PlaceConnectionResolvers<ContextType>;
  PlaceEdge?: PlaceEdgeResolvers<ContextType>;
  Presence?: PresenceResolvers<ContextType>;
  PresenceConnection?: PresenceConnectionResolvers<ContextType>;
  PresenceEdge?: PresenceEdgeResolvers<ContextType>;
  Identity?: IdentityResolvers<ContextType>;
  DateTimeISO?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  Moderation?: ModerationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = RealmContext> = {
  constraint?: ConstraintDirectiveResolver<any, any, ContextType>;
  private?: PrivateDirectiveResolver<any, any, ContextType>;
};
