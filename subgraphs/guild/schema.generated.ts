// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/pagination.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Organization as OrganizationParent, Membership as MembershipParent, Role as RoleParent, Application as ApplicationParent } from './tables.ts';
import type { JoinResult as JoinResultParent } from './domain/membership.ts';
import type { ApplyResult as ApplyResultParent } from './domain/application.ts';
import type { GuildContext } from './context.ts';
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
  /** All organizations, newest first. */
  organizations?: Maybe<OrganizationConnection>;
  /** One organization, retired or not, or NOT_FOUND. */
  organization?: Maybe<Organization>;
  /** The roles that have openings, or with `open: false` the others, newest first. */
  roles?: Maybe<RoleConnection>;
  /** One role, with or without openings, retired or not, or NOT_FOUND. */
  role?: Maybe<Role>;
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

export type Mutation = {
  __typename?: 'Mutation';
  /**
   * Requests membership for the caller. It is `active` at once in an open organization, otherwise
   * `pending` until a steward decides. Returns an existing membership; after a rejection, creates a
   * new request.
   */
  joinOrganization?: Maybe<JoinResult>;
  /**
   * Applies for a role on behalf of the caller. INSUFFICIENT_PERMISSIONS below `minLevel`, ROLE_CLOSED
   * without openings. Returns an existing application; after a rejection, creates a new one.
   */
  applyForRole?: Maybe<ApplyResult>;
  /** Founds an organization of the caller's house, with the caller as first member and steward. */
  foundOrganization?: Maybe<Organization>;
  /**
   * Accepts or rejects a request to join; for stewards of the organization. Repeating a decision has
   * no effect; ALREADY_COMPLETED for a different one.
   */
  decideMembership?: Maybe<Membership>;
  /** Makes an active member a steward; for stewards of the organization. */
  appointSteward?: Maybe<Membership>;
  /** Posts a role of an organization; for its stewards. */
  postRole?: Maybe<Role>;
  /**
   * Removes a role's remaining openings; for stewards of its organization. Pending applications stay
   * and can be rejected.
   */
  closeRole?: Maybe<Role>;
  /**
   * Accepts or rejects an application; for stewards of the organization. Accepting takes an opening:
   * ROLE_CLOSED if none is left. Repeating a decision has no effect; ALREADY_COMPLETED for a different
   * one.
   */
  decideApplication?: Maybe<Application>;
  /**
   * Ends the caller's membership, or withdraws the request for one. Their roles in the organization end,
   * too, and their applications are withdrawn. They may join again. LAST_STEWARD for its last steward;
   * NOT_FOUND for somebody who never asked. Repeating it has no effect.
   */
  leaveOrganization?: Maybe<Membership>;
  /**
   * Ends a member's membership as if they had left; for stewards of the organization. The person may
   * ask again, and then waits for a steward. STEWARD for a steward, who has to be dismissed first.
   * Repeating it has no effect.
   */
  removeMember?: Maybe<Membership>;
  /**
   * The caller stays a member of the organization, but is no steward any more. LAST_STEWARD for its last
   * one. Repeating it has no effect.
   */
  resignSteward?: Maybe<Membership>;
  /**
   * A steward stays a member, but is no steward any more; for stewards of the organization. LAST_STEWARD
   * for its last one. Repeating it has no effect.
   */
  dismissSteward?: Maybe<Membership>;
  /**
   * Withdraws the caller's application. If it was accepted, they give up the role, and its opening comes
   * back unless the role was closed. They may apply again. NOT_FOUND for somebody who has no application,
   * or a rejected one. Repeating it has no effect.
   */
  withdrawApplication?: Maybe<Application>;
  /**
   * Ends an accepted application, so that the person loses the role, whether or not they are a member; for
   * stewards of the organization. The opening comes back unless the role was closed. The person may apply
   * again. Repeating it has no effect.
   */
  dismissFromRole?: Maybe<Application>;
  /** Changes an organization that is not retired; for its stewards. */
  editOrganization?: Maybe<Organization>;
  /** Changes a role that is not retired; for stewards of its organization. */
  editRole?: Maybe<Role>;
  /**
   * Gives a closed or full role openings again; for stewards of its organization. ROLE_OPEN if it has
   * some.
   */
  reopenRole?: Maybe<Role>;
  /** Changes an organization, retired or not. For administrators. NOT_FOUND for an unknown one. */
  updateOrganization?: Maybe<Organization>;
  /**
   * Retires an organization and its roles: they leave all lists, and nobody can join or apply.
   * Existing memberships and applications stay. Repeating it has no effect. For administrators.
   * NOT_FOUND for an unknown one.
   */
  retireOrganization?: Maybe<Organization>;
  /** Adds a role to an organization. For administrators; stewards use `postRole`. */
  addRole?: Maybe<Role>;
  /** Changes a role, retired or not. For administrators. NOT_FOUND for an unknown one. */
  updateRole?: Maybe<Role>;
  /**
   * Retires a role: it leaves all lists, and nobody can apply for it or get it. Applications stay.
   * Repeating it has no effect. For administrators. NOT_FOUND for an unknown one.
   */
  retireRole?: Maybe<Role>;
  /**
   * Hides an organization with its roles, memberships and applications from everybody but its stewards
   * and administrators. Nobody can join or apply; members can still leave. Repeating it has no effect,
   * and the first reason stays. For administrators. NOT_FOUND for an unknown one.
   */
  hideOrganization?: Maybe<Organization>;
  /** Shows a hidden organization again. Repeating it has no effect. For administrators. */
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

/** People who work on something together. */
export type Organization = {
  __typename?: 'Organization';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The name. */
  name: Scalars['String']['output'];
  /** Its purpose. */
  description: Scalars['String']['output'];
  /** Its house: the founder's at that time, unless an administrator changed it. */
  house: Scalars['String']['output'];
  /** The number of active members. */
  memberCount: Scalars['Int']['output'];
  /** True if joining needs no approval. */
  openToJoin: Scalars['Boolean']['output'];
  /** When it was founded. */
  createdAt: Scalars['DateTimeISO']['output'];
  /** When it was retired. Null if it is not. */
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** Why it is hidden. Null if it is not. Only its stewards and administrators see it then. */
  moderation?: Maybe<Moderation>;
  /** Its active members, the latest to ask first. */
  members: MembershipConnection;
  /** Its roles, with or without openings but not retired, newest first. */
  roles: RoleConnection;
  /** The pending requests to join it, newest first. Null for anybody but its stewards. */
  requests?: Maybe<MembershipConnection>;
  /**
   * The caller's membership or pending request, or else their latest rejected one. Null if there is
   * none.
   */
  myMembership?: Maybe<Membership>;
};


/** People who work on something together. */
export type OrganizationMembersArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** People who work on something together. */
export type OrganizationRolesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** People who work on something together. */
export type OrganizationRequestsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** The order of organizations. */
export type OrganizationOrder =
  /** The newest first. */
  | 'newest'
  /** The oldest first. */
  | 'oldest'
  /** By name, in the order of their characters. */
  | 'name';

/** A page of organizations. */
export type OrganizationConnection = {
  __typename?: 'OrganizationConnection';
  /** The organizations of this page. */
  nodes: Array<Organization>;
  /** The same organizations, each with its cursor. */
  edges: Array<OrganizationEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** An organization and its position in the list. */
export type OrganizationEdge = {
  __typename?: 'OrganizationEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The organization. */
  node: Organization;
};

/** A person's membership in an organization, or request for it. */
export type Membership = {
  __typename?: 'Membership';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The organization's id. */
  organizationId: Scalars['ID']['output'];
  /** The organization. */
  organization: Organization;
  /** The person. */
  member?: Maybe<Identity>;
  /** The status of the request. */
  status: MembershipStatus;
  /** True if the person acts for the organization: posts its roles and decides its requests. */
  steward: Scalars['Boolean']['output'];
  /** When the person asked to join. */
  requestedAt: Scalars['DateTimeISO']['output'];
  /** When the person left, withdrew the request or was removed. It is in no list then. */
  leftAt?: Maybe<Scalars['DateTimeISO']['output']>;
};

/** The status of a request to join. */
export type MembershipStatus =
  /** A steward has to decide. */
  | 'pending'
  /** The person is a member. */
  | 'active'
  /** A steward rejected it. The person may ask again. */
  | 'rejected';

/** A page of memberships. */
export type MembershipConnection = {
  __typename?: 'MembershipConnection';
  /** The memberships of this page. */
  nodes: Array<Membership>;
  /** The same memberships, each with its cursor. */
  edges: Array<MembershipEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A membership and its position in the list. */
export type MembershipEdge = {
  __typename?: 'MembershipEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The membership. */
  node: Membership;
};

/** The result of asking to join. */
export type JoinResult = {
  __typename?: 'JoinResult';
  /** False if the caller had asked before. */
  created: Scalars['Boolean']['output'];
  /** The caller's membership. */
  membership: Membership;
  /** The membership in the caller's `memberships`. */
  membershipEdge: MembershipEdge;
};

/** Work that an organization offers. */
export type Role = {
  __typename?: 'Role';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The id of the organization. */
  organizationId: Scalars['ID']['output'];
  /** The organization. */
  organization: Organization;
  /** The title. */
  title: Scalars['String']['output'];
  /** The work to do. */
  description: Scalars['String']['output'];
  /** The level required to apply. */
  minLevel: Scalars['Int']['output'];
  /** The number of openings left. At 0 it is closed. */
  openings: Scalars['Int']['output'];
  /** When it was posted. */
  createdAt: Scalars['DateTimeISO']['output'];
  /** When it was retired, by itself or with its organization. Null if not retired. */
  retiredAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** Everybody who applied for it, newest first. Null for anybody but the stewards of its organization. */
  applications?: Maybe<ApplicationConnection>;
  /**
   * The caller's pending or accepted application, or else their latest rejected one. Null if there is
   * none.
   */
  myApplication?: Maybe<Application>;
};


/** Work that an organization offers. */
export type RoleApplicationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** The order of roles. */
export type RoleOrder =
  /** The newest first. */
  | 'newest'
  /** The oldest first. */
  | 'oldest'
  /** By title, in the order of their characters. */
  | 'title';

/** A page of roles. */
export type RoleConnection = {
  __typename?: 'RoleConnection';
  /** The roles of this page. */
  nodes: Array<Role>;
  /** The same roles, each with its cursor. */
  edges: Array<RoleEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A role and its position in the list. */
export type RoleEdge = {
  __typename?: 'RoleEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The role. */
  node: Role;
};

/** A person's application for a role. */
export type Application = {
  __typename?: 'Application';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The role's id. */
  roleId: Scalars['ID']['output'];
  /** The role. */
  role: Role;
  /** The person. */
  applicant?: Maybe<Identity>;
  /** Its status. */
  status: ApplicationStatus;
  /** The person's message, if any. */
  message?: Maybe<Scalars['String']['output']>;
  /** When the person applied. */
  appliedAt: Scalars['DateTimeISO']['output'];
  /** When it was withdrawn, by itself or with the membership. It is in no list then. */
  withdrawnAt?: Maybe<Scalars['DateTimeISO']['output']>;
};

/** The status of an application. */
export type ApplicationStatus =
  /** A steward has to decide. */
  | 'pending'
  /** The person has the role. */
  | 'accepted'
  /** A steward rejected it. The person may apply again. */
  | 'rejected';

/** A page of applications. */
export type ApplicationConnection = {
  __typename?: 'ApplicationConnection';
  /** The applications of this page. */
  nodes: Array<Application>;
  /** The same applications, each with its cursor. */
  edges: Array<ApplicationEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** An application and its position in the list. */
export type ApplicationEdge = {
  __typename?: 'ApplicationEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The application. */
  node: Application;
};

/** The result of applying. */
export type ApplyResult = {
  __typename?: 'ApplyResult';
  /** False if the caller had applied before. */
  created: Scalars['Boolean']['output'];
  /** The caller's application. */
  application: Application;
  /** The application in the caller's `applications`. */
  applicationEdge: ApplicationEdge;
};

/** A person of the ecosystem, with their memberships and applications. */
export type Identity = {
  __typename?: 'Identity';
  /** Opaque identifier; REST calls it `identityId`. */
  id: Scalars['ID']['output'];
  /**
   * The person's memberships, the latest request first. Only the person sees pending and rejected
   * ones.
   */
  memberships?: Maybe<MembershipConnection>;
  /** The person's applications, newest first. Null for anybody but the caller. */
  applications?: Maybe<ApplicationConnection>;
};


/** A person of the ecosystem, with their memberships and applications. */
export type IdentityMembershipsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


/** A person of the ecosystem, with their memberships and applications. */
export type IdentityApplicationsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** An applicant's message. */
export type ApplyForRoleInput = {
  /** For the stewards of the organization. 1 to 2,000 characters. */
  message?: InputMaybe<Scalars['String']['input']>;
};

/** An organization to found. */
export type FoundOrganizationInput = {
  /** The name. 1 to 100 characters, not only blanks. */
  name: Scalars['String']['input'];
  /** Its purpose. 1 to 2,000 characters. */
  description: Scalars['String']['input'];
  /** True if joining needs no approval. */
  openToJoin: Scalars['Boolean']['input'];
};

/** A decision about a request to join. */
export type DecideMembershipInput = {
  /** The requested membership. */
  membershipId: Scalars['ID']['input'];
  /** True makes it `active`, false `rejected`. */
  accept: Scalars['Boolean']['input'];
};

/** A role to post. */
export type PostRoleInput = {
  /** The id of the organization. */
  organizationId: Scalars['ID']['input'];
  /** The title. 1 to 100 characters, not only blanks. */
  title: Scalars['String']['input'];
  /** The work to do. 1 to 2,000 characters. */
  description: Scalars['String']['input'];
  /** The level required to apply. 1 to 1,000. */
  minLevel: Scalars['Int']['input'];
  /** The number of openings. 1 to 1,000. */
  openings: Scalars['Int']['input'];
};

/** Changes of an organization. Absent and null fields stay unchanged. */
export type UpdateOrganizationInput = {
  /** The organization's id. */
  id: Scalars['ID']['input'];
  /** The name. 1 to 100 characters, not only blanks. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Its purpose. 1 to 2,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Its house. 1 to 100 characters, not only blanks. */
  house?: InputMaybe<Scalars['String']['input']>;
  /** True if joining needs no approval. Pending requests still wait for a steward. */
  openToJoin?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A role to add. */
export type AddRoleInput = {
  /** The id of the organization. */
  organizationId: Scalars['ID']['input'];
  /** The title. 1 to 100 characters, not only blanks. */
  title: Scalars['String']['input'];
  /** The work to do. 1 to 2,000 characters. */
  description: Scalars['String']['input'];
  /** The level required to apply. 1 to 1,000. */
  minLevel: Scalars['Int']['input'];
  /** The number of openings. 1 to 1,000. */
  openings: Scalars['Int']['input'];
};

/** Changes of a role. Absent and null fields stay unchanged. */
export type UpdateRoleInput = {
  /** The role's id. */
  id: Scalars['ID']['input'];
  /** The title. 1 to 100 characters, not only blanks. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** The work to do. 1 to 2,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The level required to apply. 1 to 1,000. */
  minLevel?: InputMaybe<Scalars['Int']['input']>;
  /** The number of openings left. At 0 it is closed. 0 to 1,000. */
  openings?: InputMaybe<Scalars['Int']['input']>;
};

/** Changes of an organization by its stewards. Absent and null fields stay unchanged. */
export type EditOrganizationInput = {
  /** The organization's id. */
  id: Scalars['ID']['input'];
  /** The name. 1 to 100 characters, not only blanks. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Its purpose. 1 to 2,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** True if joining needs no approval. Pending requests still wait for a steward. */
  openToJoin?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Changes of a role by a steward. Absent and null fields stay unchanged. */
export type EditRoleInput = {
  /** The role's id. */
  id: Scalars['ID']['input'];
  /** The title. 1 to 100 characters, not only blanks. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** The work to do. 1 to 2,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The level required to apply. 1 to 1,000. */
  minLevel?: InputMaybe<Scalars['Int']['input']>;
};

/** A role to reopen. */
export type ReopenRoleInput = {
  /** The role's id. */
  roleId: Scalars['ID']['input'];
  /** The number of openings. 1 to 1,000. */
  openings: Scalars['Int']['input'];
};

/** An organization to hide. */
export type HideOrganizationInput = {
  /** The organization's id. */
  id: Scalars['ID']['input'];
  /** The reason, which its stewards can read. 1 to 200 characters, not only blanks. */
  reason: Scalars['String']['input'];
};

/** A decision about an application. */
export type DecideApplicationInput = {
  /** The application. */
  applicationId: Scalars['ID']['input'];
  /** True makes it `accepted`, false `rejected`. */
  accept: Scalars['Boolean']['input'];
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
  Organization: Organization;
  Membership: Membership;
  Role: Role;
  Application: Application;
  Identity: Identity;
};

/** Mapping of federation reference types */
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



/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
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
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  Boolean: Scalars['Boolean']['output'];
  ID: Scalars['ID']['output'];
  Mutation: Record<PropertyKey, never>;
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

export type ConstraintDirectiveResolver<Result, Parent, ContextType = GuildContext, Args = ConstraintDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type PrivateDirectiveArgs = {
  owner: Scalars['String']['input'];
};

export type PrivateDirectiveResolver<Result, Parent, ContextType = GuildContext, Args = PrivateDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type QueryResolvers<ContextType = GuildContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  organizations?: Resolver<Maybe<ResolversTypes['OrganizationConnection']>, ParentType, ContextType, RequireFields<QueryOrganizationsArgs, 'offset'>>;
  organization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType, RequireFields<QueryOrganizationArgs, 'id'>>;
  roles?: Resolver<Maybe<ResolversTypes['RoleConnection']>, ParentType, ContextType, RequireFields<QueryRolesArgs, 'offset'>>;
  role?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType, RequireFields<QueryRoleArgs, 'id'>>;
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

export type Resolvers<ContextType = GuildContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
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
};

export type DirectiveResolvers<ContextType = GuildContext> = {
  constraint?: ConstraintDirectiveResolver<any, any, ContextType>;
  private?: PrivateDirectiveResolver<any, any, ContextType>;
};
