// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/lists/pagination.ts'
import type { GraphQLRecursivePick, InputMaybe, Maybe, ReferenceResolver, RequireFields, Resolver, ResolverTypeWrapper, SubscriptionResolver } from '#foundation/graphql/resolver-types.ts'
import type { GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Organization as OrganizationParent, Membership as MembershipParent, Role as RoleParent, Application as ApplicationParent } from './tables.ts';
import type { JoinResult as JoinResultParent } from './domain/membership.ts';
import type { ApplyResult as ApplyResultParent } from './domain/application.ts';
import type { GuildContext } from './context.ts';
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
  organizations?: Maybe<OrganizationConnection>;
  organization?: Maybe<Organization>;
  roles?: Maybe<RoleConnection>;
  role?: Maybe<Role>;
  guildEvents?: Maybe<EventPage>;
};
export type QueryOrganizationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  house?: InputMaybe<Scalars['String']['input']>;
  member?: InputMaybe<Scalars['Boolean']['input']>;
  orderBy?: InputMaybe<OrganizationOrder>;
  search?: InputMaybe<Scalars['String']['input']>;
};
export type QueryOrganizationArgs = {
  id: Scalars['ID']['input'];
};
export type QueryRolesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  open?: InputMaybe<Scalars['Boolean']['input']>;
  organization?: InputMaybe<Scalars['ID']['input']>;
  orderBy?: InputMaybe<RoleOrder>;
  search?: InputMaybe<Scalars['String']['input']>;
};
export type QueryRoleArgs = {
  id: Scalars['ID']['input'];
};
export type QueryGuildEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
};
export type Mutation = {
  joinOrganization?: Maybe<JoinResult>;
  applyForRole?: Maybe<ApplyResult>;
  foundOrganization?: Maybe<Organization>;
  decideMembership?: Maybe<Membership>;
  appointSteward?: Maybe<Membership>;
  postRole?: Maybe<Role>;
  closeRole?: Maybe<Role>;
  decideApplication?: Maybe<Application>;
  leaveOrganization?: Maybe<Membership>;
  removeMember?: Maybe<Membership>;
  resignSteward?: Maybe<Membership>;
  dismissSteward?: Maybe<Membership>;
  withdrawApplication?: Maybe<Application>;
  dismissFromRole?: Maybe<Application>;
  editOrganization?: Maybe<Organization>;
  editRole?: Maybe<Role>;
  reopenRole?: Maybe<Role>;
  updateOrganization?: Maybe<Organization>;
  retireOrganization?: Maybe<Organization>;
  addRole?: Maybe<Role>;
  updateRole?: Maybe<Role>;
  retireRole?: Maybe<Role>;
  hideOrganization?: Maybe<Organization>;
  unhideOrganization?: Maybe<Organization>;
};
export type MutationJoinOrganizationArgs = {
  organizationId: Scalars['ID']['input'];
};
export type MutationApplyForRoleArgs = {
  roleId: Scalars['ID']['input'];
  input?: InputMaybe<ApplyForRoleInput>;
};
export type MutationFoundOrganizationArgs = {
  input: FoundOrganizationInput;
};
export type MutationDecideMembershipArgs = {
  input: DecideMembershipInput;
};
export type MutationAppointStewardArgs = {
  membershipId: Scalars['ID']['input'];
};
export type MutationPostRoleArgs = {
  input: PostRoleInput;
};
export type MutationCloseRoleArgs = {
  roleId: Scalars['ID']['input'];
};
export type MutationDecideApplicationArgs = {
  input: DecideApplicationInput;
};
export type MutationLeaveOrganizationArgs = {
  organizationId: Scalars['ID']['input'];
};
export type MutationRemoveMemberArgs = {
  membershipId: Scalars['ID']['input'];
};
export type MutationResignStewardArgs = {
  organizationId: Scalars['ID']['input'];
};
export type MutationDismissStewardArgs = {
  membershipId: Scalars['ID']['input'];
};
export type MutationWithdrawApplicationArgs = {
  roleId: Scalars['ID']['input'];
};
export type MutationDismissFromRoleArgs = {
  applicationId: Scalars['ID']['input'];
};
export type MutationEditOrganizationArgs = {
  input: EditOrganizationInput;
};
export type MutationEditRoleArgs = {
  input: EditRoleInput;
};
export type MutationReopenRoleArgs = {
  input: ReopenRoleInput;
};
export type MutationUpdateOrganizationArgs = {
  input: UpdateOrganizationInput;
};
export type MutationRetireOrganizationArgs = {
  organizationId: Scalars['ID']['input'];
};
export type MutationAddRoleArgs = {
  input: AddRoleInput;
};
export type MutationUpdateRoleArgs = {
  input: UpdateRoleInput;
};
export type MutationRetireRoleArgs = {
  roleId: Scalars['ID']['input'];
};
export type MutationHideOrganizationArgs = {
  input: HideOrganizationInput;
};
export type MutationUnhideOrganizationArgs = {
  organizationId: Scalars['ID']['input'];
};
export type Subscription = {
  organization?: Maybe<Organization>;
  role?: Maybe<Role>;
};
export type SubscriptionOrganizationArgs = {
  id: Scalars['ID']['input'];
  since?: InputMaybe<Scalars['String']['input']>;
};
export type SubscriptionRoleArgs = {
  id: Scalars['ID']['input'];
  since?: InputMaybe<Scalars['String']['input']>;
};
export type Organization = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  description: Scalars['String']['output'];
  house: Scalars['String']['output'];
  memberCount: Scalars['Int']['output'];
  openToJoin: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTimeISO']['output'];
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
  moderation?: Maybe<Moderation>;
  members: MembershipConnection;
  roles: RoleConnection;
  requests?: Maybe<MembershipConnection>;
  myMembership?: Maybe<Membership>;
};
export type OrganizationMembersArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type OrganizationRolesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type OrganizationRequestsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type OrganizationOrder =
  | 'newest'
  | 'oldest'
  | 'name';
export type OrganizationConnection = {
  nodes: Array<Organization>;
  edges: Array<OrganizationEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type OrganizationEdge = {
  cursor: Scalars['String']['output'];
  node: Organization;
};
export type Membership = {
  id: Scalars['ID']['output'];
  organizationId: Scalars['ID']['output'];
  organization: Organization;
  member?: Maybe<Identity>;
  status: MembershipStatus;
  steward: Scalars['Boolean']['output'];
  requestedAt: Scalars['DateTimeISO']['output'];
  leftAt?: Maybe<Scalars['DateTimeISO']['output']>;
};
export type MembershipStatus =
  | 'pending'
  | 'active'
  | 'rejected';
export type MembershipConnection = {
  nodes: Array<Membership>;
  edges: Array<MembershipEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type MembershipEdge = {
  cursor: Scalars['String']['output'];
  node: Membership;
};
export type JoinResult = {
  created: Scalars['Boolean']['output'];
  membership: Membership;
  membershipEdge: MembershipEdge;
};
export type Role = {
  id: Scalars['ID']['output'];
  organizationId: Scalars['ID']['output'];
  organization: Organization;
  title: Scalars['String']['output'];
  description: Scalars['String']['output'];
  minLevel: Scalars['Int']['output'];
  openings: Scalars['Int']['output'];
  createdAt: Scalars['DateTimeISO']['output'];
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
  applications?: Maybe<ApplicationConnection>;
  myApplication?: Maybe<Application>;
};
export type RoleApplicationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<ApplicationStatus>;
};
export type RoleOrder =
  | 'newest'
  | 'oldest'
  | 'title';
export type RoleConnection = {
  nodes: Array<Role>;
  edges: Array<RoleEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type RoleEdge = {
  cursor: Scalars['String']['output'];
  node: Role;
};
export type Application = {
  id: Scalars['ID']['output'];
  roleId: Scalars['ID']['output'];
  role: Role;
  applicant?: Maybe<Identity>;
  status: ApplicationStatus;
  message?: Maybe<Scalars['String']['output']>;
  appliedAt: Scalars['DateTimeISO']['output'];
  withdrawnAt?: Maybe<Scalars['DateTimeISO']['output']>;
};
export type ApplicationStatus =
  | 'pending'
  | 'accepted'
  | 'rejected';
export type ApplicationConnection = {
  nodes: Array<Application>;
  edges: Array<ApplicationEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type ApplicationEdge = {
  cursor: Scalars['String']['output'];
  node: Application;
};
export type ApplyResult = {
  created: Scalars['Boolean']['output'];
  application: Application;
  applicationEdge: ApplicationEdge;
};
export type Identity = {
  id: Scalars['ID']['output'];
  memberships?: Maybe<MembershipConnection>;
  applications?: Maybe<ApplicationConnection>;
};
export type IdentityMembershipsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type IdentityApplicationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type ApplyForRoleInput = {
  message?: InputMaybe<Scalars['String']['input']>;
};
export type FoundOrganizationInput = {
  name: Scalars['String']['input'];
  description: Scalars['String']['input'];
  openToJoin: Scalars['Boolean']['input'];
};
export type DecideMembershipInput = {
  membershipId: Scalars['ID']['input'];
  accept: Scalars['Boolean']['input'];
};
export type PostRoleInput = {
  organizationId: Scalars['ID']['input'];
  title: Scalars['String']['input'];
  description: Scalars['String']['input'];
  minLevel: Scalars['Int']['input'];
  openings: Scalars['Int']['input'];
};
export type UpdateOrganizationInput = {
  id: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  house?: InputMaybe<Scalars['String']['input']>;
  openToJoin?: InputMaybe<Scalars['Boolean']['input']>;
};
export type AddRoleInput = {
  organizationId: Scalars['ID']['input'];
  title: Scalars['String']['input'];
  description: Scalars['String']['input'];
  minLevel: Scalars['Int']['input'];
  openings: Scalars['Int']['input'];
};
export type UpdateRoleInput = {
  id: Scalars['ID']['input'];
  title?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  minLevel?: InputMaybe<Scalars['Int']['input']>;
  openings?: InputMaybe<Scalars['Int']['input']>;
};
export type EditOrganizationInput = {
  id: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  openToJoin?: InputMaybe<Scalars['Boolean']['input']>;
};
export type EditRoleInput = {
  id: Scalars['ID']['input'];
  title?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  minLevel?: InputMaybe<Scalars['Int']['input']>;
};
export type ReopenRoleInput = {
  roleId: Scalars['ID']['input'];
  openings: Scalars['Int']['input'];
};
export type HideOrganizationInput = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};
export type DecideApplicationInput = {
  applicationId: Scalars['ID']['input'];
  accept: Scalars['Boolean']['input'];
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
  Organization: Organization;
  Membership: Membership;
  Role: Role;
  Application: Application;
  Identity: Identity;
};
export type FederationReferenceTypes = {
  Organization:
    ( { __typename: 'Organization' }
    & GraphQLRecursivePick<FederationTypes['Organization'], {"id":true}> );
  Membership:
    ( { __typename: 'Membership' }
    & GraphQLRecursivePick<FederationTypes['Membership'], {"id":true}> );
  Role:
    ( { __typename: 'Role' }
    & GraphQLRecursivePick<FederationTypes['Role'], {"id":true}> );
  Application:
    ( { __typename: 'Application' }
    & GraphQLRecursivePick<FederationTypes['Application'], {"id":true}> );
  Identity:
    ( { __typename: 'Identity' }
    & GraphQLRecursivePick<FederationTypes['Identity'], {"id":true}> );
};
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Organization: ResolverTypeWrapper<OrganizationParent>;
  OrganizationOrder: OrganizationOrder;
  OrganizationConnection: ResolverTypeWrapper<Connection<OrganizationParent>>;
  OrganizationEdge: ResolverTypeWrapper<Omit<OrganizationEdge, 'node'> & { node: ResolversTypes['Organization'] }>;
  Membership: ResolverTypeWrapper<MembershipParent>;
  MembershipStatus: MembershipStatus;
  MembershipConnection: ResolverTypeWrapper<Connection<MembershipParent>>;
  MembershipEdge: ResolverTypeWrapper<Omit<MembershipEdge, 'node'> & { node: ResolversTypes['Membership'] }>;
  JoinResult: ResolverTypeWrapper<JoinResultParent>;
  Role: ResolverTypeWrapper<RoleParent>;
  RoleOrder: RoleOrder;
  RoleConnection: ResolverTypeWrapper<Connection<RoleParent>>;
  RoleEdge: ResolverTypeWrapper<Omit<RoleEdge, 'node'> & { node: ResolversTypes['Role'] }>;
  Application: ResolverTypeWrapper<ApplicationParent>;
  ApplicationStatus: ApplicationStatus;
  ApplicationConnection: ResolverTypeWrapper<Connection<ApplicationParent>>;
  ApplicationEdge: ResolverTypeWrapper<Omit<ApplicationEdge, 'node'> & { node: ResolversTypes['Application'] }>;
  ApplyResult: ResolverTypeWrapper<ApplyResultParent>;
  Identity: ResolverTypeWrapper<Omit<Identity, 'memberships' | 'applications'> & { memberships?: Maybe<ResolversTypes['MembershipConnection']>, applications?: Maybe<ResolversTypes['ApplicationConnection']> }>;
  ApplyForRoleInput: ApplyForRoleInput;
  FoundOrganizationInput: FoundOrganizationInput;
  DecideMembershipInput: DecideMembershipInput;
  PostRoleInput: PostRoleInput;
  UpdateOrganizationInput: UpdateOrganizationInput;
  AddRoleInput: AddRoleInput;
  UpdateRoleInput: UpdateRoleInput;
  EditOrganizationInput: EditOrganizationInput;
  EditRoleInput: EditRoleInput;
  ReopenRoleInput: ReopenRoleInput;
  HideOrganizationInput: HideOrganizationInput;
  DecideApplicationInput: DecideApplicationInput;
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
  Boolean: Scalars['Boolean']['output'];
  ID: Scalars['ID']['output'];
  Mutation: Record<PropertyKey, never>;
  Subscription: Record<PropertyKey, never>;
  Organization: OrganizationParent;
  OrganizationConnection: Connection<OrganizationParent>;
  OrganizationEdge: Omit<OrganizationEdge, 'node'> & { node: ResolversParentTypes['Organization'] };
  Membership: MembershipParent;
  MembershipConnection: Connection<MembershipParent>;
  MembershipEdge: Omit<MembershipEdge, 'node'> & { node: ResolversParentTypes['Membership'] };
  JoinResult: JoinResultParent;
  Role: RoleParent;
  RoleConnection: Connection<RoleParent>;
  RoleEdge: Omit<RoleEdge, 'node'> & { node: ResolversParentTypes['Role'] };
  Application: ApplicationParent;
  ApplicationConnection: Connection<ApplicationParent>;
  ApplicationEdge: Omit<ApplicationEdge, 'node'> & { node: ResolversParentTypes['Application'] };
  ApplyResult: ApplyResultParent;
  Identity: Omit<Identity, 'memberships' | 'applications'> & { memberships?: Maybe<ResolversParentTypes['MembershipConnection']>, applications?: Maybe<ResolversParentTypes['ApplicationConnection']> } | FederationReferenceTypes['Identity'];
  ApplyForRoleInput: ApplyForRoleInput;
  FoundOrganizationInput: FoundOrganizationInput;
  DecideMembershipInput: DecideMembershipInput;
  PostRoleInput: PostRoleInput;
  UpdateOrganizationInput: UpdateOrganizationInput;
  AddRoleInput: AddRoleInput;
  UpdateRoleInput: UpdateRoleInput;
  EditOrganizationInput: EditOrganizationInput;
  EditRoleInput: EditRoleInput;
  ReopenRoleInput: ReopenRoleInput;
  HideOrganizationInput: HideOrganizationInput;
  DecideApplicationInput: DecideApplicationInput;
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
export type QueryResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  organizations?: Resolver<Maybe<ResolversTypes['OrganizationConnection']>, ParentType, ContextType, RequireFields<QueryOrganizationsArgs, 'offset'>>;
  organization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType, RequireFields<QueryOrganizationArgs, 'id'>>;
  roles?: Resolver<Maybe<ResolversTypes['RoleConnection']>, ParentType, ContextType, RequireFields<QueryRolesArgs, 'offset'>>;
  role?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType, RequireFields<QueryRoleArgs, 'id'>>;
  guildEvents?: Resolver<Maybe<ResolversTypes['EventPage']>, ParentType, ContextType, Partial<QueryGuildEventsArgs>>;
};
export type MutationResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  joinOrganization?: Resolver<Maybe<ResolversTypes['JoinResult']>, ParentType, ContextType, RequireFields<MutationJoinOrganizationArgs, 'organizationId'>>;
  applyForRole?: Resolver<Maybe<ResolversTypes['ApplyResult']>, ParentType, ContextType, RequireFields<MutationApplyForRoleArgs, 'roleId'>>;
  foundOrganization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType, RequireFields<MutationFoundOrganizationArgs, 'input'>>;
  decideMembership?: Resolver<Maybe<ResolversTypes['Membership']>, ParentType, ContextType, RequireFields<MutationDecideMembershipArgs, 'input'>>;
  appointSteward?: Resolver<Maybe<ResolversTypes['Membership']>, ParentType, ContextType, RequireFields<MutationAppointStewardArgs, 'membershipId'>>;
  postRole?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType, RequireFields<MutationPostRoleArgs, 'input'>>;
  closeRole?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType, RequireFields<MutationCloseRoleArgs, 'roleId'>>;
  decideApplication?: Resolver<Maybe<ResolversTypes['Application']>, ParentType, ContextType, RequireFields<MutationDecideApplicationArgs, 'input'>>;
  leaveOrganization?: Resolver<Maybe<ResolversTypes['Membership']>, ParentType, ContextType, RequireFields<MutationLeaveOrganizationArgs, 'organizationId'>>;
  removeMember?: Resolver<Maybe<ResolversTypes['Membership']>, ParentType, ContextType, RequireFields<MutationRemoveMemberArgs, 'membershipId'>>;
  resignSteward?: Resolver<Maybe<ResolversTypes['Membership']>, ParentType, ContextType, RequireFields<MutationResignStewardArgs, 'organizationId'>>;
  dismissSteward?: Resolver<Maybe<ResolversTypes['Membership']>, ParentType, ContextType, RequireFields<MutationDismissStewardArgs, 'membershipId'>>;
  withdrawApplication?: Resolver<Maybe<ResolversTypes['Application']>, ParentType, ContextType, RequireFields<MutationWithdrawApplicationArgs, 'roleId'>>;
  dismissFromRole?: Resolver<Maybe<ResolversTypes['Application']>, ParentType, ContextType, RequireFields<MutationDismissFromRoleArgs, 'applicationId'>>;
  editOrganization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType, RequireFields<MutationEditOrganizationArgs, 'input'>>;
  editRole?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType, RequireFields<MutationEditRoleArgs, 'input'>>;
  reopenRole?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType, RequireFields<MutationReopenRoleArgs, 'input'>>;
  updateOrganization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType, RequireFields<MutationUpdateOrganizationArgs, 'input'>>;
  retireOrganization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType, RequireFields<MutationRetireOrganizationArgs, 'organizationId'>>;
  addRole?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType, RequireFields<MutationAddRoleArgs, 'input'>>;
  updateRole?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType, RequireFields<MutationUpdateRoleArgs, 'input'>>;
  retireRole?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType, RequireFields<MutationRetireRoleArgs, 'roleId'>>;
  hideOrganization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType, RequireFields<MutationHideOrganizationArgs, 'input'>>;
  unhideOrganization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType, RequireFields<MutationUnhideOrganizationArgs, 'organizationId'>>;
};
export type SubscriptionResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  organization?: SubscriptionResolver<Maybe<ResolversTypes['Organization']>, "organization", ParentType, ContextType, RequireFields<SubscriptionOrganizationArgs, 'id'>>;
  role?: SubscriptionResolver<Maybe<ResolversTypes['Role']>, "role", ParentType, ContextType, RequireFields<SubscriptionRoleArgs, 'id'>>;
};
export type OrganizationResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization'], FederationReferenceType extends FederationReferenceTypes['Organization'] = FederationReferenceTypes['Organization']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Organization']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  house?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  memberCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  openToJoin?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  retiredAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  moderation?: Resolver<Maybe<ResolversTypes['Moderation']>, ParentType, ContextType>;
  members?: Resolver<ResolversTypes['MembershipConnection'], ParentType, ContextType, RequireFields<OrganizationMembersArgs, 'offset'>>;
  roles?: Resolver<ResolversTypes['RoleConnection'], ParentType, ContextType, RequireFields<OrganizationRolesArgs, 'offset'>>;
  requests?: Resolver<Maybe<ResolversTypes['MembershipConnection']>, ParentType, ContextType, RequireFields<OrganizationRequestsArgs, 'offset'>>;
  myMembership?: Resolver<Maybe<ResolversTypes['Membership']>, ParentType, ContextType>;
};
export type OrganizationConnectionResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['OrganizationConnection'] = ResolversParentTypes['OrganizationConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Organization']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['OrganizationEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};
export type OrganizationEdgeResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['OrganizationEdge'] = ResolversParentTypes['OrganizationEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
};
export type MembershipResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['Membership'] = ResolversParentTypes['Membership'], FederationReferenceType extends FederationReferenceTypes['Membership'] = FederationReferenceTypes['Membership']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Membership']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  organizationId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  member?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['MembershipStatus'], ParentType, ContextType>;
  steward?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  leftAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
};
export type MembershipConnectionResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['MembershipConnection'] = ResolversParentTypes['MembershipConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Membership']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['MembershipEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};
export type MembershipEdgeResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['MembershipEdge'] = ResolversParentTypes['MembershipEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Membership'], ParentType, ContextType>;
};
export type JoinResultResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['JoinResult'] = ResolversParentTypes['JoinResult']> = {
  created?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  membership?: Resolver<ResolversTypes['Membership'], ParentType, ContextType>;
  membershipEdge?: Resolver<ResolversTypes['MembershipEdge'], ParentType, ContextType>;
};
export type RoleResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['Role'] = ResolversParentTypes['Role'], FederationReferenceType extends FederationReferenceTypes['Role'] = FederationReferenceTypes['Role']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Role']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  organizationId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  organization?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  minLevel?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  openings?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  retiredAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  applications?: Resolver<Maybe<ResolversTypes['ApplicationConnection']>, ParentType, ContextType, RequireFields<RoleApplicationsArgs, 'offset'>>;
  myApplication?: Resolver<Maybe<ResolversTypes['Application']>, ParentType, ContextType>;
};
export type RoleConnectionResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['RoleConnection'] = ResolversParentTypes['RoleConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Role']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['RoleEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};
export type RoleEdgeResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['RoleEdge'] = ResolversParentTypes['RoleEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
};
export type ApplicationResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['Application'] = ResolversParentTypes['Application'], FederationReferenceType extends FederationReferenceTypes['Application'] = FederationReferenceTypes['Application']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Application']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  roleId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  applicant?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ApplicationStatus'], ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  appliedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  withdrawnAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
};
export type ApplicationConnectionResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['ApplicationConnection'] = ResolversParentTypes['ApplicationConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Application']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ApplicationEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};
export type ApplicationEdgeResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['ApplicationEdge'] = ResolversParentTypes['ApplicationEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Application'], ParentType, ContextType>;
};
export type ApplyResultResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['ApplyResult'] = ResolversParentTypes['ApplyResult']> = {
  created?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  application?: Resolver<ResolversTypes['Application'], ParentType, ContextType>;
  applicationEdge?: Resolver<ResolversTypes['ApplicationEdge'], ParentType, ContextType>;
};
export type IdentityResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity'], FederationReferenceType extends FederationReferenceTypes['Identity'] = FederationReferenceTypes['Identity']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Identity']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  memberships?: Resolver<Maybe<ResolversTypes['MembershipConnection']>, ParentType, ContextType, RequireFields<IdentityMembershipsArgs, 'offset'>>;
  applications?: Resolver<Maybe<ResolversTypes['ApplicationConnection']>, ParentType, ContextType, RequireFields<IdentityApplicationsArgs, 'offset'>>;
};
export interface DateTimeIsoScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTimeISO'], any> {
  name: 'DateTimeISO';
}
export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}
export type ModerationResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['Moderation'] = ResolversParentTypes['Moderation']> = {
  hiddenAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};
export type PageInfoResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};
export type EventResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['EventSubject'], ParentType, ContextType>;
  related?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};
export type EventSubjectResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['EventSubject'] = ResolversParentTypes['EventSubject']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};
export type EventPageResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['EventPage'] = ResolversParentTypes['EventPage']> = {
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  next?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isFollowed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<EventPageIsFollowedArgs, 'within'>>;
};
export type Resolvers<ContextType = GuildContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Organization?: OrganizationResolvers<ContextType>;
  OrganizationConnection?: OrganizationConnectionResolvers<ContextType>;
  OrganizationEdge?: OrganizationEdgeResolvers<ContextType>;
  Membership?: MembershipResolvers<ContextType>;
  MembershipConnection?: MembershipConnectionResolvers<ContextType>;
  MembershipEdge?: MembershipEdgeResolvers<ContextType>;
  JoinResult?: JoinResultResolvers<ContextType>;
  Role?: RoleResolvers<ContextType>;
  RoleConnection?: RoleConnectionResolvers<ContextType>;
  RoleEdge?: RoleEdgeResolvers<ContextType>;
  Application?: ApplicationResolvers<ContextType>;
  ApplicationConnection?: ApplicationConnectionResolvers<ContextType>;
  ApplicationEdge?: ApplicationEdgeResolvers<ContextType>;
  ApplyResult?: ApplyResultResolvers<ContextType>;
  Identity?: IdentityResolvers<ContextType>;
  DateTimeISO?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  Moderation?: ModerationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  EventSubject?: EventSubjectResolvers<ContextType>;
  EventPage?: EventPageResolvers<ContextType>;
};
