// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/lists/pagination.ts'
import type { GraphQLRecursivePick, InputMaybe, IsTypeOfResolverFn, Maybe, ReferenceResolver, RequireFields, Resolver, ResolverTypeWrapper, SubscriptionResolver, TypeResolveFn } from '#foundation/graphql/resolver-types.ts'
import type { GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Realm as RealmParent, Place as PlaceParent, Presence as PresenceParent } from './tables.ts';
import type { Bounds as BoundsParent, Position as PositionParent } from './domain/space.ts';
import type { RealmContext } from './context.ts';
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
  realms?: Maybe<RealmConnection>;
  realm?: Maybe<Realm>;
  places?: Maybe<PlaceConnection>;
  place?: Maybe<Place>;
  presence?: Maybe<PresenceConnection>;
  realmEvents?: Maybe<EventPage>;
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
export type QueryRealmEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
};
export type Mutation = {
  updatePresence?: Maybe<Presence>;
  leaveRealm?: Maybe<Realm>;
  addRealm?: Maybe<Realm>;
  updateRealm?: Maybe<Realm>;
  retireRealm?: Maybe<Realm>;
  restoreRealm?: Maybe<Realm>;
  addPlace?: Maybe<Place>;
  updatePlace?: Maybe<Place>;
  retirePlace?: Maybe<Place>;
  restorePlace?: Maybe<Place>;
  hidePlace?: Maybe<Place>;
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
export type Subscription = {
  realm?: Maybe<Realm>;
};
export type SubscriptionRealmArgs = {
  id: Scalars['ID']['input'];
  near?: InputMaybe<Scalars['String']['input']>;
  radius?: InputMaybe<Scalars['Float']['input']>;
  since?: InputMaybe<Scalars['String']['input']>;
};
export type UpdatePresenceInput = {
  position: PositionInput;
};
export type AddRealmInput = {
  name: Scalars['String']['input'];
  description: Scalars['String']['input'];
  bounds: BoundsInput;
};
export type UpdateRealmInput = {
  id: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  bounds?: InputMaybe<BoundsInput>;
};
export type BoundsInput = {
  min: PositionInput;
  max: PositionInput;
};
export type AddPlaceInput = {
  realmId: Scalars['ID']['input'];
  name: Scalars['String']['input'];
  kind: Scalars['String']['input'];
  position: PositionInput;
  ref?: InputMaybe<PlaceRefInput>;
};
export type UpdatePlaceInput = {
  id: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  kind?: InputMaybe<Scalars['String']['input']>;
  position?: InputMaybe<PositionInput>;
  ref?: InputMaybe<PlaceRefInput>;
};
export type HidePlaceInput = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};
export type PlaceRefInput = {
  type: PlaceRefType;
  id: Scalars['ID']['input'];
};
export type PlaceRefType =
  | 'Quest'
  | 'Scroll'
  | 'Organization'
  | 'Course';
export type PositionInput = {
  x: Scalars['Float']['input'];
  y: Scalars['Float']['input'];
  z: Scalars['Float']['input'];
};
export type Realm = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  description: Scalars['String']['output'];
  bounds: Bounds;
  createdAt: Scalars['DateTimeISO']['output'];
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
  places?: Maybe<PlaceConnection>;
  presence?: Maybe<PresenceConnection>;
};
export type RealmPlacesArgs = {
  near?: InputMaybe<Scalars['String']['input']>;
  radius?: InputMaybe<Scalars['Float']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type RealmPresenceArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type Bounds = {
  min: Position;
  max: Position;
};
export type Position = {
  x: Scalars['Float']['output'];
  y: Scalars['Float']['output'];
  z: Scalars['Float']['output'];
};
export type RealmOrder =
  | 'newest'
  | 'oldest'
  | 'name';
export type RealmConnection = {
  nodes: Array<Realm>;
  edges: Array<RealmEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type RealmEdge = {
  cursor: Scalars['String']['output'];
  node: Realm;
};
export type Place = {
  id: Scalars['ID']['output'];
  realmId: Scalars['ID']['output'];
  realm: Realm;
  name: Scalars['String']['output'];
  kind: Scalars['String']['output'];
  position: Position;
  ref?: Maybe<PlaceRef>;
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
  moderation?: Maybe<Moderation>;
};
export type PlaceRef = Quest | Scroll | Organization | Course;
export type Quest = {
  id: Scalars['ID']['output'];
};
export type Scroll = {
  id: Scalars['ID']['output'];
};
export type Organization = {
  id: Scalars['ID']['output'];
};
export type Course = {
  id: Scalars['ID']['output'];
};
export type PlaceConnection = {
  nodes: Array<Place>;
  edges: Array<PlaceEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type PlaceEdge = {
  cursor: Scalars['String']['output'];
  node: Place;
};
export type Presence = {
  id: Scalars['ID']['output'];
  identityId: Scalars['ID']['output'];
  identity?: Maybe<Identity>;
  realmId: Scalars['ID']['output'];
  realm: Realm;
  position: Position;
  updatedAt: Scalars['DateTimeISO']['output'];
};
export type PresenceConnection = {
  nodes: Array<Presence>;
  edges: Array<PresenceEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type PresenceEdge = {
  cursor: Scalars['String']['output'];
  node: Presence;
};
export type Identity = {
  id: Scalars['ID']['output'];
  presence?: Maybe<Presence>;
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
  Realm: Realm;
  Place: Place;
  Presence: Presence;
  Identity: Identity;
};
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
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  PlaceRef:
    | ( Quest )
    | ( Scroll )
    | ( Organization )
    | ( Course )
  ;
};
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
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
  Event: Event;
  EventSubject: EventSubject;
  EventPage: EventPage;
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Float: Scalars['Float']['output'];
};
export type QueryResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  realms?: Resolver<Maybe<ResolversTypes['RealmConnection']>, ParentType, ContextType, RequireFields<QueryRealmsArgs, 'offset'>>;
  realm?: Resolver<Maybe<ResolversTypes['Realm']>, ParentType, ContextType, RequireFields<QueryRealmArgs, 'id'>>;
  places?: Resolver<Maybe<ResolversTypes['PlaceConnection']>, ParentType, ContextType, RequireFields<QueryPlacesArgs, 'realmId' | 'offset'>>;
  place?: Resolver<Maybe<ResolversTypes['Place']>, ParentType, ContextType, RequireFields<QueryPlaceArgs, 'id'>>;
  presence?: Resolver<Maybe<ResolversTypes['PresenceConnection']>, ParentType, ContextType, RequireFields<QueryPresenceArgs, 'realmId' | 'offset'>>;
  realmEvents?: Resolver<Maybe<ResolversTypes['EventPage']>, ParentType, ContextType, Partial<QueryRealmEventsArgs>>;
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
export type SubscriptionResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  realm?: SubscriptionResolver<Maybe<ResolversTypes['Realm']>, "realm", ParentType, ContextType, RequireFields<SubscriptionRealmArgs, 'id'>>;
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
export type EventResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['EventSubject'], ParentType, ContextType>;
  related?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};
export type EventSubjectResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['EventSubject'] = ResolversParentTypes['EventSubject']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};
export type EventPageResolvers<ContextType = RealmContext, ParentType extends ResolversParentTypes['EventPage'] = ResolversParentTypes['EventPage']> = {
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  next?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isFollowed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<EventPageIsFollowedArgs, 'within'>>;
};
export type Resolvers<ContextType = RealmContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
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
  Event?: EventResolvers<ContextType>;
  EventSubject?: EventSubjectResolvers<ContextType>;
  EventPage?: EventPageResolvers<ContextType>;
};
