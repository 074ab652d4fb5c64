// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/pagination.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Node as NodeParent } from './domain/node.ts';
import type { Identity as IdentityParent, Credential as CredentialParent, Wallet as WalletParent, Client as ClientParent, AdminKey as AdminKeyParent, AuditEvent as AuditEventParent } from './tables.ts';
import type { XpChange as XpChangeParent } from './domain/xp-history.ts';
import type { XpGrant as XpGrantParent, XpAdjustment as XpAdjustmentParent } from './domain/xp.ts';
import type { EndedGrantPage as EndedGrantPageParent } from './domain/revoked-grant.ts';
import type { HiddenNamePage as HiddenNamePageParent } from './domain/hidden-name-changes.ts';
import type { ClientOriginList as ClientOriginListParent } from './domain/client-origin.ts';
import type { WalletChallenge as WalletChallengeParent } from './domain/wallet-challenge.ts';
import type { WalletLinkResult as WalletLinkResultParent } from './domain/wallet-link.ts';
import type { RegisteredClient as RegisteredClientParent } from './domain/client.ts';
import type { CreatedAdminKey as CreatedAdminKeyParent } from './domain/admin-key.ts';
import type { IssuedRecoveryCode as IssuedRecoveryCodeParent } from './domain/recovery-code.ts';
import type { Account as AccountParent } from './domain/account.ts';
import type { AccountSession as AccountSessionParent, AccountGrant as AccountGrantParent } from './domain/account-lists.ts';
import type { IdentityContext } from './context.ts';
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
  /** The caller. Null for a machine client. */
  me?: Maybe<Identity>;
  /** One person, or NOT_FOUND. */
  identity?: Maybe<Identity>;
  /**
   * Any object by its id, whatever its type. Null if it does not exist or the caller may not see it.
   * Some objects need a scope besides `identity`, as their lists do.
   */
  node?: Maybe<Node>;
  /**
   * Objects by their ids, in the same order, each as `node` has it. Items of a service that is
   * unavailable are null, with an error.
   */
  nodes?: Maybe<Array<Maybe<Node>>>;
  /**
   * The people whose username or display name has these words, or is nearly like them, best first. At
   * most 1,000 are found, and counted. Disabled people are not among them.
   */
  identities?: Maybe<IdentityConnection>;
  /** The caller's credentials in full, newest first. */
  credentials?: Maybe<CredentialConnection>;
  /** The caller's wallets, newest first. */
  wallets?: Maybe<WalletConnection>;
  /** All clients, newest first, including disabled ones. For administrators. */
  clients?: Maybe<ClientConnection>;
  /** All admin API keys, newest first, including revoked ones. For administrators. */
  adminKeys?: Maybe<AdminKeyConnection>;
  /**
   * The audit trail of the last 180 days, newest first: for everybody, one person, one client, or one
   * person at one client. For administrators.
   */
  auditEvents?: Maybe<AuditEventConnection>;
  /**
   * People as administrators see them: all of them, newest first, or those whose username or display
   * name has the words of the search, or is nearly like them, best first. With several arguments, only
   * people who match all of them. Includes disabled people. For administrators.
   */
  accounts?: Maybe<AccountConnection>;
  /**
   * Grants revoked in the last hour, the lifetime of access tokens, oldest first, at most 1,000 at
   * once. For services of this system only.
   */
  endedGrants?: Maybe<EndedGrantPage>;
  /**
   * People whose names administrators have hidden, or shown again, in the order of these changes, at most 500
   * at once. For services of this system only.
   */
  hiddenNames?: Maybe<HiddenNamePage>;
  /** The origins of public clients, whose scripts may call every service. For services of this system only. */
  clientOrigins?: Maybe<ClientOriginList>;
  /** Whether someone is an administrator now. For services of this system only. */
  administrator?: Maybe<Scalars['Boolean']['output']>;
};


export type QueryIdentityArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


export type QueryIdentitiesArgs = {
  search: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryCredentialsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryWalletsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryClientsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryAdminKeysArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryAuditEventsArgs = {
  identityId?: InputMaybe<Scalars['ID']['input']>;
  clientId?: InputMaybe<Scalars['ID']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryAccountsArgs = {
  search?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  wallet?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryEndedGrantsArgs = {
  since?: InputMaybe<Scalars['DateTimeISO']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryHiddenNamesArgs = {
  since?: InputMaybe<Scalars['DateTimeISO']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryClientOriginsArgs = {
  known: Scalars['String']['input'];
};


export type QueryAdministratorArgs = {
  identityId: Scalars['ID']['input'];
  clientId: Scalars['ID']['input'];
};

export type Mutation = {
  __typename?: 'Mutation';
  /**
   * Changes the caller's username, at most once in 30 days; the current name has no effect. The old
   * name signs the person in for another 90 days, and nobody else can take it.
   * USERNAME_CHANGED_RECENTLY with `availableAt` within 30 days, USERNAME_TAKEN if the name is in use
   * or reserved.
   */
  updateUsername?: Maybe<Identity>;
  /**
   * Changes the caller's display name, archetype and bio. The display name must not be one that stands
   * for the system, such as `Support`.
   */
  updateProfile?: Maybe<Identity>;
  /** Issues a credential to a person. ALREADY_ISSUED if the person has one of that type. */
  issueCredential?: Maybe<CredentialIssueResult>;
  /** Grants xp, once per key. For services of this system only. */
  grantXp?: Maybe<XpGrant>;
  /**
   * Corrects a person's xp, and so their level, once per key. NOT_FOUND for an unknown person,
   * INSUFFICIENT_XP with `xp` if the person has less than is taken, SYSTEM_IDENTITY for the system
   * itself. For administrators.
   */
  adjustXp?: Maybe<XpAdjustment>;
  /**
   * Records an administrator's change at another service in the audit trail, once per id. For services
   * of this system only.
   */
  recordAuditEvent?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Leases the calling service its next task about a person's data; null if there is none. For services
   * of this system only.
   */
  takePersonalDataTask?: Maybe<PersonalDataTask>;
  /** Adds to the calling service's part of an export; false if a later attempt has the task, or it is over. For services of this system only. */
  addExportPart?: Maybe<Scalars['Boolean']['output']>;
  /** Ends a task of the calling service; false if a later attempt has the task, or it is over. For services of this system only. */
  finishPersonalDataTask?: Maybe<Scalars['Boolean']['output']>;
  /** Adds counts of what callers asked for. For services of this system only. */
  recordUsage?: Maybe<Scalars['Boolean']['output']>;
  /**
   * Grants a credential, once per person and type; with a `version`, also updates an existing one. For
   * services of this system only.
   */
  grantCredential?: Maybe<CredentialGrant>;
  /**
   * Creates the text that a wallet signs to be linked to the caller. It works once, within ten
   * minutes; a person has at most five open at a time. It names the page that calls (the header
   * Origin) if the client of the token has a redirect URI there, and otherwise the ID service.
   */
  createWalletChallenge?: Maybe<WalletChallenge>;
  /**
   * Links the wallet that signed the caller's challenge. Returns the caller's own wallet unchanged,
   * even for a repeated request. CHALLENGE_EXPIRED for a text that is not an open challenge of the
   * caller, SIGNATURE_MISMATCH if another key signed it, WALLET_TAKEN if it belongs to somebody else,
   * WALLET_LIMIT if the caller has 20.
   */
  linkWallet?: Maybe<WalletLinkResult>;
  /**
   * Unlinks one of the caller's wallets. NOT_FOUND if the caller has no such wallet,
   * INSUFFICIENT_PERMISSIONS (`signs_in`) for one that signs the caller in, which can be unlinked only
   * on the account page.
   */
  unlinkWallet?: Maybe<Wallet>;
  /** Registers a client. Its secret is shown only in this response. For administrators. */
  registerClient?: Maybe<RegisteredClient>;
  /**
   * Gives a confidential client a new secret, shown only in this response; the old one stops working.
   * NOT_FOUND for an unknown client, PUBLIC_CLIENT or CLIENT_HAS_KEYS for one without a secret,
   * CLIENT_DISABLED for a disabled one. For administrators.
   */
  rotateClientSecret?: Maybe<RegisteredClient>;
  /**
   * Disables a client for good and revokes its grants, access tokens included. Has no effect on a
   * disabled client. NOT_FOUND for an unknown one. For administrators.
   */
  disableClient?: Maybe<Client>;
  /** Creates an admin API key, shown only in this response. For administrators. */
  createAdminKey?: Maybe<CreatedAdminKey>;
  /**
   * Revokes an admin API key for good. Has no effect on a revoked key. NOT_FOUND for an unknown one.
   * For administrators.
   */
  revokeAdminKey?: Maybe<AdminKey>;
  /**
   * Disables a person: they cannot sign in, their sessions end and their grants are revoked, access
   * tokens included. NOT_FOUND for an unknown person. For administrators.
   */
  disableIdentity?: Maybe<Identity>;
  /**
   * Disables a person as `disableIdentity` does, with a reason. LAST_ADMINISTRATOR for the last
   * administrator, NOT_FOUND for an unknown person, SYSTEM_IDENTITY for the system itself. For
   * administrators.
   */
  disableAccount?: Maybe<Account>;
  /**
   * Lets a disabled person sign in again. Has no effect on anybody else. NOT_FOUND for an unknown person,
   * SYSTEM_IDENTITY for the system itself. For administrators.
   */
  enableAccount?: Maybe<Account>;
  /**
   * Signs a person out everywhere: their sessions end and their grants are revoked, access tokens
   * included. NOT_FOUND for an unknown person, SYSTEM_IDENTITY for the system itself. For administrators.
   */
  signOutAccount?: Maybe<Account>;
  /**
   * Removes a person's authenticator app, recovery codes and choice to be asked for a passkey, and tells
   * them by mail if they have an address. Passkeys stay. NOT_FOUND for an unknown person,
   * SYSTEM_IDENTITY for the system itself. For administrators.
   */
  resetAccountFactors?: Maybe<Account>;
  /**
   * Gives a person another username, and tells them by mail if they have an address. The old name signs
   * them in for another 90 days. The name they already have changes nothing. USERNAME_TAKEN if the name
   * is in use or reserved, NOT_FOUND for an unknown person, SYSTEM_IDENTITY for the system itself. For
   * administrators.
   */
  renameAccount?: Maybe<Account>;
  /**
   * Issues a code with which a person who has lost everything else sets a new password, on the page
   * `/recover/code` of the ID service. It is shown only in this response, works once, within 24 hours,
   * and replaces an earlier one. The person gets a mail if they have an address. NOT_FOUND for an
   * unknown person, SYSTEM_IDENTITY for the system itself. For administrators.
   */
  issueRecoveryCode?: Maybe<IssuedRecoveryCode>;
  /**
   * Moves a person to another house. The same house has no effect. NOT_FOUND for an unknown person,
   * SYSTEM_IDENTITY for the system itself. For administrators.
   */
  changeHouse?: Maybe<Identity>;
  /**
   * Hides a person's username, display name and bio: others see a neutral name made from the id, and no
   * bio. Each stays hidden until the person changes it, which the username allows at once. Repeating it
   * has no effect, the first reason stays. NOT_FOUND for an unknown person, SYSTEM_IDENTITY for the
   * system itself. For administrators.
   */
  hideUsername?: Maybe<Identity>;
  /** Shows a person's hidden names again. Repeating it has no effect. For administrators. */
  unhideUsername?: Maybe<Identity>;
};


export type MutationUpdateUsernameArgs = {
  input: UpdateUsernameInput;
};


export type MutationUpdateProfileArgs = {
  input: UpdateProfileInput;
};


export type MutationIssueCredentialArgs = {
  input: IssueCredentialInput;
};


export type MutationGrantXpArgs = {
  input: GrantXpInput;
};


export type MutationAdjustXpArgs = {
  input: AdjustXpInput;
};


export type MutationRecordAuditEventArgs = {
  event: AuditEventInput;
};


export type MutationAddExportPartArgs = {
  input: ExportPartInput;
};


export type MutationFinishPersonalDataTaskArgs = {
  input: FinishedPersonalDataTaskInput;
};


export type MutationRecordUsageArgs = {
  input: RecordUsageInput;
};


export type MutationGrantCredentialArgs = {
  input: GrantCredentialInput;
};


export type MutationCreateWalletChallengeArgs = {
  input: CreateWalletChallengeInput;
};


export type MutationLinkWalletArgs = {
  input: LinkWalletInput;
};


export type MutationUnlinkWalletArgs = {
  input: UnlinkWalletInput;
};


export type MutationRegisterClientArgs = {
  input: RegisterClientInput;
};


export type MutationRotateClientSecretArgs = {
  input: RotateClientSecretInput;
};


export type MutationDisableClientArgs = {
  input: DisableClientInput;
};


export type MutationCreateAdminKeyArgs = {
  input: CreateAdminKeyInput;
};


export type MutationRevokeAdminKeyArgs = {
  input: RevokeAdminKeyInput;
};


export type MutationDisableIdentityArgs = {
  input: DisableIdentityInput;
};


export type MutationDisableAccountArgs = {
  input: ChangeAccountInput;
};


export type MutationEnableAccountArgs = {
  input: ChangeAccountInput;
};


export type MutationSignOutAccountArgs = {
  input: ChangeAccountInput;
};


export type MutationResetAccountFactorsArgs = {
  input: ChangeAccountInput;
};


export type MutationRenameAccountArgs = {
  input: RenameAccountInput;
};


export type MutationIssueRecoveryCodeArgs = {
  input: IssueRecoveryCodeInput;
};


export type MutationChangeHouseArgs = {
  input: ChangeHouseInput;
};


export type MutationHideUsernameArgs = {
  input: HideUsernameInput;
};


export type MutationUnhideUsernameArgs = {
  identityId: Scalars['ID']['input'];
};

/**
 * An object with an identifier that no other object has (Global Object Identification). `node` reads it
 * again.
 */
export type Node = {
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A person of the ecosystem. Every service adds its own fields. */
export type Identity = Node & {
  __typename?: 'Identity';
  /** Opaque identifier; REST calls it `identityId`. */
  id: Scalars['ID']['output'];
  /** The unique name to sign in with: 3 to 30 of a-z, 0-9 and _. A neutral name if it is hidden. */
  username: Scalars['String']['output'];
  /** The name others see. A neutral name if it is hidden. */
  displayName: Scalars['String']['output'];
  /** What the person says about themselves. Null if nothing, or if it is hidden. */
  bio?: Maybe<Scalars['String']['output']>;
  /** The address of a picture drawn from the id, as in the claim `picture` of OpenID Connect. */
  picture: Scalars['String']['output'];
  /** The house the person belongs to. */
  house: Scalars['String']['output'];
  /** The role the person plays. */
  archetype: Scalars['String']['output'];
  /** Computed from xp: level n begins at 50·n·(n−1) xp. */
  level: Scalars['Int']['output'];
  /** Experience earned so far. */
  xp: Scalars['Int']['output'];
  /** Experience needed for the next level. */
  xpToNextLevel: Scalars['Int']['output'];
  /** The person's credentials as in their claims, newest first. Null for anybody but the caller. */
  credentials?: Maybe<Array<CredentialClaim>>;
  /** The changes of the person's xp, latest first. Their amounts sum to the xp. Null for anybody but the caller. */
  xpHistory?: Maybe<XpChangeConnection>;
  /**
   * Why names of the person are hidden. Null if none is. Only the person and administrators see it, and
   * the names as they are.
   */
  moderation?: Maybe<Moderation>;
  /**
   * The e-mail address that the person has verified. Null if there is none, and without the scope
   * `email`. Null for anybody but the caller.
   */
  email?: Maybe<Scalars['String']['output']>;
  /** When the person joined. */
  createdAt: Scalars['DateTimeISO']['output'];
};


/** A person of the ecosystem. Every service adds its own fields. */
export type IdentityXpHistoryArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** What changed a person's xp. */
export type XpChangeKind =
  /** A service granted it, for a completed quest for example. */
  | 'grant'
  /** An administrator added or took it. */
  | 'adjustment'
  /** The person had it before changes were kept. */
  | 'opening';

/** A change of a person's xp. */
export type XpChange = {
  __typename?: 'XpChange';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** What changed it. */
  kind: XpChangeKind;
  /** The xp added, negative if it was taken. */
  amount: Scalars['Int']['output'];
  /** Why. Null where that was not kept. */
  reason?: Maybe<Scalars['String']['output']>;
  /**
   * The object that the reason names: the quest that was completed. Null if it names none, as with
   * adjustments.
   */
  about?: Maybe<Node>;
  /** The person's xp after it. */
  xpAfter: Scalars['Int']['output'];
  /** The person's level after it. */
  levelAfter: Scalars['Int']['output'];
  /** When it was changed. */
  changedAt: Scalars['DateTimeISO']['output'];
};

/** A page of changes of xp. */
export type XpChangeConnection = {
  __typename?: 'XpChangeConnection';
  /** The changes of this page. */
  nodes: Array<XpChange>;
  /** The same changes, each with its cursor. */
  edges: Array<XpChangeEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A change of xp and its position in the list. */
export type XpChangeEdge = {
  __typename?: 'XpChangeEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The change. */
  node: XpChange;
};

/** A page of people. */
export type IdentityConnection = {
  __typename?: 'IdentityConnection';
  /** The people of this page. */
  nodes: Array<Identity>;
  /** The same people, each with their cursor. */
  edges: Array<IdentityEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A person and their position in the list. */
export type IdentityEdge = {
  __typename?: 'IdentityEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The person. */
  node: Identity;
};

/** A credential as in its holder's claims. */
export type CredentialClaim = {
  __typename?: 'CredentialClaim';
  /** The credential's type. */
  type: Scalars['String']['output'];
  /** When it was issued. */
  issuedAt: Scalars['DateTimeISO']['output'];
};

/** Something the ecosystem attests about a person, at most once per type. */
export type Credential = Node & {
  __typename?: 'Credential';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** The type, e.g. `path_initiate`. */
  type: Scalars['String']['output'];
  /** The claims, depending on the type. */
  claims: Scalars['JSONObject']['output'];
  /** When it was issued. */
  issuedAt: Scalars['DateTimeISO']['output'];
};

/** A page of credentials. */
export type CredentialConnection = {
  __typename?: 'CredentialConnection';
  /** The credentials of this page. */
  nodes: Array<Credential>;
  /** The same credentials, each with its cursor. */
  edges: Array<CredentialEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A credential and its position in the list. */
export type CredentialEdge = {
  __typename?: 'CredentialEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The credential. */
  node: Credential;
};

/** A new username for the caller. */
export type UpdateUsernameInput = {
  /** The username. 3 to 30 of a-z, 0-9 and _. */
  username: Scalars['String']['input'];
};

/** Changes of the caller. Absent fields stay unchanged. */
export type UpdateProfileInput = {
  /** The name others see. 1 to 80 characters. */
  displayName?: InputMaybe<Scalars['String']['input']>;
  /** One of `Architect`, `Navigator`, `Cipher`, `Pathfinder` and `Keeper`. */
  archetype?: InputMaybe<Scalars['String']['input']>;
  /** What the caller says about themselves, without line breaks. Null clears it. 1 to 300 characters. */
  bio?: InputMaybe<Scalars['String']['input']>;
};

/** A credential to issue. */
export type IssueCredentialInput = {
  /** The person who gets it. */
  identityId: Scalars['ID']['input'];
  /** The type. Begins with a-z and holds at most 64 of a-z, 0-9 and _. */
  type: Scalars['String']['input'];
  /** The claims: at most 8 KiB of JSON and 8 levels. */
  claims?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** The result of issuing a credential. */
export type CredentialIssueResult = {
  __typename?: 'CredentialIssueResult';
  /** Always true; failures are errors. */
  success: Scalars['Boolean']['output'];
  /** The credential's id. */
  credentialId: Scalars['ID']['output'];
  /** When it was issued. */
  issuedAt: Scalars['DateTimeISO']['output'];
};

/** An xp grant of another service. */
export type GrantXpInput = {
  /** Identifies the grant: a repeated key returns the first result. */
  key: Scalars['String']['input'];
  /** The person who gets it. */
  identityId: Scalars['ID']['input'];
  /** The amount of xp. Nobody can have more than 2,147,483,647. 0 to 2,147,483,647. */
  amount: Scalars['Int']['input'];
  /** The reason, which the person can read. 1 to 200 characters. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

/** The result of an xp grant. */
export type XpGrant = {
  __typename?: 'XpGrant';
  /** The person's xp after this grant. */
  xp: Scalars['Int']['output'];
  /** The person's level after this grant. */
  level: Scalars['Int']['output'];
};

/** A correction of somebody's xp. */
export type AdjustXpInput = {
  /** Identifies the correction: a repeated key returns the first result. 1 to 200 characters. */
  key: Scalars['String']['input'];
  /** The person. 1 to 200 characters. */
  identityId: Scalars['ID']['input'];
  /** The amount to add, or to subtract if negative; not 0. Nobody can have more than 2,147,483,647 xp. -2,147,483,647 to 2,147,483,647. */
  amount: Scalars['Int']['input'];
  /** The reason, for the audit trail, which the person can read, too. 1 to 200 characters, not only blanks. */
  reason: Scalars['String']['input'];
};

/** The result of a correction of xp. */
export type XpAdjustment = {
  __typename?: 'XpAdjustment';
  /** The person's xp after this correction. */
  xp: Scalars['Int']['output'];
  /** The person's level after this correction. */
  level: Scalars['Int']['output'];
  /** The person as they are now. */
  identity: Identity;
};

/** A credential grant of another service. */
export type GrantCredentialInput = {
  /** Identifies the grant: a repeated key returns the first result. */
  key: Scalars['String']['input'];
  /** The person who gets it. */
  identityId: Scalars['ID']['input'];
  /** The type. */
  type: Scalars['String']['input'];
  /** Its content. */
  claims?: InputMaybe<Scalars['JSONObject']['input']>;
  /**
   * The version of these claims, from 1 upwards: they replace those of a lower version and are ignored
   * if they arrive late. Without it, an existing credential stays unchanged.
   */
  version?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of revoked grants. */
export type EndedGrantPage = {
  __typename?: 'EndedGrantPage';
  /** When this was read; grants committed later may have been revoked shortly before. */
  asOf: Scalars['DateTimeISO']['output'];
  /** The grants of this page. */
  grants: Array<EndedGrant>;
  /** Pass it as `after` for the next page. Null after the last one. */
  next?: Maybe<Scalars['String']['output']>;
};

/** A revoked grant: access tokens issued from it are no longer valid. */
export type EndedGrant = {
  __typename?: 'EndedGrant';
  /** The `grant_id` of its access tokens. */
  grantId: Scalars['ID']['output'];
  /** When it was revoked. */
  endedAt: Scalars['DateTimeISO']['output'];
};

/** A page of hidden names. */
export type HiddenNamePage = {
  __typename?: 'HiddenNamePage';
  /** When this was read; changes committed later may carry times shortly before. */
  asOf: Scalars['DateTimeISO']['output'];
  /** The names of this page. */
  names: Array<HiddenName>;
  /** Pass it as `after` for the next page. Null after the last one. */
  next?: Maybe<Scalars['String']['output']>;
};

/** A person whose names an administrator has hidden, or shown again. */
export type HiddenName = {
  __typename?: 'HiddenName';
  /** Whose names they are. */
  identityId: Scalars['ID']['output'];
  /** Whatever display name was copied until then is hidden. Null once they are shown again. */
  hiddenAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** Display names that are hidden in later copies, too. */
  displayNames: Array<Scalars['String']['output']>;
  /** What is shown in its place. */
  neutralName: Scalars['String']['output'];
};

/** The origins of public clients. */
export type ClientOriginList = {
  __typename?: 'ClientOriginList';
  /** Changes whenever the origins do. */
  version: Scalars['String']['output'];
  /** Null if the caller knows this version. */
  origins?: Maybe<Array<Scalars['String']['output']>>;
};

/** The result of a credential grant. */
export type CredentialGrant = {
  __typename?: 'CredentialGrant';
  /** False when the person had a credential of that type already. */
  granted: Scalars['Boolean']['output'];
  /** The person's credential of that type. */
  credential: Credential;
};

/** An Ethereum account that a person has proved to control. It belongs to one person only. */
export type Wallet = Node & {
  __typename?: 'Wallet';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** Its address, with the EIP-55 checksum. */
  address: Scalars['String']['output'];
  /** The chain it was linked for (EIP-155), a whole number: 1 is the Ethereum Mainnet. */
  chainId: Scalars['Float']['output'];
  /** When it was linked. */
  linkedAt: Scalars['DateTimeISO']['output'];
};

/** A page of wallets. */
export type WalletConnection = {
  __typename?: 'WalletConnection';
  /** The wallets of this page. */
  nodes: Array<Wallet>;
  /** The same wallets, each with its cursor. */
  edges: Array<WalletEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A wallet and its position in the list. */
export type WalletEdge = {
  __typename?: 'WalletEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The wallet. */
  node: Wallet;
};

/** The wallet to create a challenge for. */
export type CreateWalletChallengeInput = {
  /** The address; mixed case must match the EIP-55 checksum. `0x` and 40 hexadecimal digits. */
  address: Scalars['String']['input'];
  /** The chain (EIP-155), a whole number. 1 to 9,007,199,254,740,991. */
  chainId?: InputMaybe<Scalars['Float']['input']>;
};

/** A text for a wallet to sign. */
export type WalletChallenge = {
  __typename?: 'WalletChallenge';
  /** The text (EIP-4361). Sign it unchanged with `personal_sign`. */
  message: Scalars['String']['output'];
  /** When it expires. */
  expiresAt: Scalars['DateTimeISO']['output'];
};

/** A signed challenge. */
export type LinkWalletInput = {
  /** The challenge's text, unchanged. 1 to 4,000 characters. */
  message: Scalars['String']['input'];
  /** The wallet's signature of it. Contract wallets are not supported. `0x` and 130 hexadecimal digits. */
  signature: Scalars['String']['input'];
};

/** The result of linking a wallet. */
export type WalletLinkResult = {
  __typename?: 'WalletLinkResult';
  /** False if the caller had already linked it. */
  created: Scalars['Boolean']['output'];
  /** The wallet. */
  wallet: Wallet;
  /** The wallet in the caller's `wallets`. */
  walletEdge: WalletEdge;
};

/** The wallet to unlink. */
export type UnlinkWalletInput = {
  /** The wallet's id. */
  id: Scalars['ID']['input'];
};

/** Whether a client can keep a secret. */
export type ClientKind =
  /** No: it runs in a browser or on a device, and has no secret. */
  | 'public'
  /** Yes: it authenticates with its secret. */
  | 'confidential';

/** The rate limits for calls with a client's tokens. */
export type ClientTier =
  /** Those of each person. */
  | 'authenticated'
  /** Those of a partner, for all calls of the client. */
  | 'partner';

/** An application that may request access (RFC 6749). */
export type Client = Node & {
  __typename?: 'Client';
  /** Its `client_id`. */
  id: Scalars['ID']['output'];
  /** The name shown on the consent page. */
  name: Scalars['String']['output'];
  /** Whether it has a secret. */
  kind: ClientKind;
  /** The URIs that people may be redirected to. */
  redirectUris: Array<Scalars['String']['output']>;
  /** The scopes it may request. */
  scopes: Array<Scalars['String']['output']>;
  /** Its rate limits. */
  tier: ClientTier;
  /** When it was registered. */
  createdAt: Scalars['DateTimeISO']['output'];
  /** When it was disabled. Null if it is not. */
  disabledAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** What signs its ID tokens: `RS256` or `ES256`. */
  idTokenSignedResponseAlg: Scalars['String']['output'];
  /** Whether it may start the device flow (RFC 8628). */
  deviceFlow: Scalars['Boolean']['output'];
  /** The scopes it may have for itself. Null: its `scopes`, if `admin` is one of them, and none otherwise. */
  machineScopes?: Maybe<Array<Scalars['String']['output']>>;
  /** The public keys it authenticates with (RFC 7517). Null if it has a secret, or is public. */
  jwks?: Maybe<Scalars['JSONObject']['output']>;
  /** Where the ID service posts a logout token when a person has signed out. */
  backchannelLogoutUri?: Maybe<Scalars['String']['output']>;
};

/** A page of clients. */
export type ClientConnection = {
  __typename?: 'ClientConnection';
  /** The clients of this page. */
  nodes: Array<Client>;
  /** The same clients, each with its cursor. */
  edges: Array<ClientEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** A client and its position in the list. */
export type ClientEdge = {
  __typename?: 'ClientEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The client. */
  node: Client;
};

/** A client to register. */
export type RegisterClientInput = {
  /** The name shown on the consent page. 1 to 100 characters, not only blanks. */
  name: Scalars['String']['input'];
  /** Whether it gets a secret. */
  kind: ClientKind;
  /**
   * At least one for a public client: `https`, or `http` on loopback, without wildcard, fragment, user
   * name or password. A public client may have a scheme of its own that contains a dot, such as
   * `com.example.app:/callback` (RFC 8252). At most 20.
   */
  redirectUris: Array<Scalars['String']['input']>;
  /** The scopes it may request: `identity`, `credentials`, `wallet`, `admin`, `openid`. */
  scopes: Array<Scalars['String']['input']>;
  /** Its rate limits. */
  tier: ClientTier;
  /** What signs its ID tokens: `RS256`, which every library verifies and is the default, or `ES256`. */
  idTokenSignedResponseAlg?: InputMaybe<Scalars['String']['input']>;
  /** Whether it may start the device flow; a public client that may needs no redirect URI. */
  deviceFlow?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * The scopes that a confidential client may have for itself, by `client_credentials`: `identity`,
   * `credentials`, `wallet`, `admin`. If left out, a client that may request `admin` may have all of its
   * `scopes`, and any other none.
   */
  machineScopes?: InputMaybe<Array<Scalars['String']['input']>>;
  /**
   * The public keys of a confidential client that authenticates by `private_key_jwt` (RFC 7523), as a JSON
   * Web Key Set. It then has no secret.
   */
  jwks?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Where the ID service posts a logout token: `https`, or `http` on loopback. */
  backchannelLogoutUri?: InputMaybe<Scalars['String']['input']>;
};

/** A client and its new secret. */
export type RegisteredClient = {
  __typename?: 'RegisteredClient';
  /** The client. */
  client: Client;
  /** Its `client_secret`, shown only here. Null for a client that is public or has keys. */
  secret?: Maybe<Scalars['String']['output']>;
  /** The client in `clients`. */
  clientEdge: ClientEdge;
};

/** The client that gets a new secret. */
export type RotateClientSecretInput = {
  /** The client's id. */
  id: Scalars['ID']['input'];
};

/** The client to disable. */
export type DisableClientInput = {
  /** The client's id. */
  id: Scalars['ID']['input'];
};

/** An admin API key, without the key itself. */
export type AdminKey = Node & {
  __typename?: 'AdminKey';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** Its purpose. */
  name: Scalars['String']['output'];
  /** When it was created. */
  createdAt: Scalars['DateTimeISO']['output'];
  /** When it was revoked. Null if it is not. */
  revokedAt?: Maybe<Scalars['DateTimeISO']['output']>;
};

/** A page of admin API keys. */
export type AdminKeyConnection = {
  __typename?: 'AdminKeyConnection';
  /** The admin API keys of this page. */
  nodes: Array<AdminKey>;
  /** The same admin API keys, each with its cursor. */
  edges: Array<AdminKeyEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** An admin API key and its position in the list. */
export type AdminKeyEdge = {
  __typename?: 'AdminKeyEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The admin API key. */
  node: AdminKey;
};

/** An admin API key to create. */
export type CreateAdminKeyInput = {
  /** Its purpose. 1 to 100 characters, not only blanks. */
  name: Scalars['String']['input'];
};

/** A new admin API key. */
export type CreatedAdminKey = {
  __typename?: 'CreatedAdminKey';
  /** The key as it is listed. */
  adminKey: AdminKey;
  /** The key itself, for the header `X-Admin-API-Key`, shown only here. */
  key: Scalars['String']['output'];
  /** The key as it is listed, in `adminKeys`. */
  adminKeyEdge: AdminKeyEdge;
};

/** The admin API key to revoke. */
export type RevokeAdminKeyInput = {
  /** The key's id. */
  id: Scalars['ID']['input'];
};

/** The person to disable. */
export type DisableIdentityInput = {
  /** The identity's id. */
  id: Scalars['ID']['input'];
};

/** The person who has lost their ways to sign in. */
export type IssueRecoveryCodeInput = {
  /** The identity's id. */
  id: Scalars['ID']['input'];
};

/** A code that stands for a lost password once. */
export type IssuedRecoveryCode = {
  __typename?: 'IssuedRecoveryCode';
  /** The code. Nobody sees it again. */
  code: Scalars['String']['output'];
  /** When it stops working. */
  expiresAt: Scalars['DateTimeISO']['output'];
  /** The person it was issued for. */
  identity: Identity;
};

/** A person, as only administrators see them. */
export type Account = {
  __typename?: 'Account';
  /** The person. */
  identity: Identity;
  /** Whether the person can sign in. */
  state: AccountState;
  /** When an administrator disabled the person. Null if they are not disabled. */
  disabledAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** When the person reported that somebody else was in the account. Null if it is not locked. */
  lockedAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** When the account will be deleted, because the person asked for it. Null if it stays. */
  deletionDueAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** Whether the person is an administrator. */
  isAdministrator: Scalars['Boolean']['output'];
  /** The e-mail address. Null if the person has verified none. */
  email?: Maybe<Scalars['String']['output']>;
  /** When the person verified it. Null if they have verified none. */
  emailVerifiedAt?: Maybe<Scalars['DateTimeISO']['output']>;
  /** What the person signs in with. */
  factors: AccountFactors;
  /** Where the person is signed in, latest sign-in first; at most 50. */
  sessions: Array<AccountSession>;
  /** What the person allows apps to do; at most 100 apps. */
  grants: Array<AccountGrant>;
  /** The audit trail of the person, newest first. */
  auditEvents: AuditEventConnection;
};


/** A person, as only administrators see them. */
export type AccountAuditEventsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};

/** Whether a person can sign in. */
export type AccountState =
  /** Yes. */
  | 'active'
  /** No: an administrator disabled them. */
  | 'disabled'
  /** Not until they set a new password: they reported that somebody else was in the account. */
  | 'locked'
  /** Yes: they asked to delete the account, and can still keep it. */
  | 'leaving';

/** What a person signs in with. */
export type AccountFactors = {
  __typename?: 'AccountFactors';
  /** Whether there is a password. */
  password: Scalars['Boolean']['output'];
  /** Whether an authenticator app is set up. */
  totp: Scalars['Boolean']['output'];
  /** How many passkeys there are. */
  passkeys: Scalars['Int']['output'];
  /** How many recovery codes are left. */
  recoveryCodes: Scalars['Int']['output'];
};

/** A browser in which a person is signed in. */
export type AccountSession = {
  __typename?: 'AccountSession';
  /** What the person signed in with first: `password`, `passkey` or `wallet`. */
  method: Scalars['String']['output'];
  /** What the browser calls itself. */
  userAgent: Scalars['String']['output'];
  /** The IP address it signed in from. */
  address: Scalars['String']['output'];
  /** When the person signed in. */
  signedInAt: Scalars['DateTimeISO']['output'];
  /** When the session was last used, to the minute. */
  lastSeenAt: Scalars['DateTimeISO']['output'];
};

/** What a person allows an app to do. */
export type AccountGrant = {
  __typename?: 'AccountGrant';
  /** The app's `client_id`. */
  clientId: Scalars['ID']['output'];
  /** The scopes that it may use. */
  scopes: Array<Scalars['String']['output']>;
  /** When the person allowed it. */
  createdAt: Scalars['DateTimeISO']['output'];
  /** When the grant expires. */
  expiresAt: Scalars['DateTimeISO']['output'];
};

/** A page of accounts. */
export type AccountConnection = {
  __typename?: 'AccountConnection';
  /** The accounts of this page. */
  nodes: Array<Account>;
  /** The same accounts, each with its cursor. */
  edges: Array<AccountEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** An account and its position in the list. */
export type AccountEdge = {
  __typename?: 'AccountEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The account. */
  node: Account;
};

/** A change to an account by an administrator. */
export type ChangeAccountInput = {
  /** The person's id. 1 to 200 characters. */
  identityId: Scalars['ID']['input'];
  /** The reason, for the audit trail. 1 to 200 characters, not only blanks. */
  reason: Scalars['String']['input'];
};

/** Another username for a person. */
export type RenameAccountInput = {
  /** The person's id. 1 to 200 characters. */
  identityId: Scalars['ID']['input'];
  /** The username. 3 to 30 of a-z, 0-9 and _. */
  username: Scalars['String']['input'];
  /** The reason, for the audit trail. 1 to 200 characters, not only blanks. */
  reason: Scalars['String']['input'];
};

/** Another house for a person. */
export type ChangeHouseInput = {
  /** The identity's id. */
  id: Scalars['ID']['input'];
  /** One of `Aether`, `Ember`, `Terra` and `Tide`. */
  house: Scalars['String']['input'];
};

/** The person whose names are to be hidden. */
export type HideUsernameInput = {
  /** The identity's id. */
  id: Scalars['ID']['input'];
  /** The reason, which the person can read. 1 to 200 characters, not only blanks. */
  reason: Scalars['String']['input'];
};

/** The kind of an entry in the audit trail. */
export type AuditKind =
  /** A person joined. */
  | 'sign_up'
  /** A person signed in, or confirmed who they are. */
  | 'sign_in'
  /** An attempt to sign in, or to confirm who one is, failed. */
  | 'sign_in_refused'
  /** A person signed out. */
  | 'sign_out'
  /** A person ended one or all of their sessions, or an administrator ended all of them. */
  | 'session_ended'
  /** A person changed their password. */
  | 'password_changed'
  /** A person changed their username, or an administrator changed it. */
  | 'username_changed'
  /** A person changed their display name, archetype or bio. */
  | 'profile_changed'
  /** A person added a passkey. */
  | 'passkey_added'
  /** A person removed a passkey. */
  | 'passkey_removed'
  /** A person linked a wallet. */
  | 'wallet_linked'
  /** A person unlinked a wallet. */
  | 'wallet_unlinked'
  /** A person gave a client their consent. */
  | 'consent_given'
  /** A person denied a client their consent. */
  | 'consent_denied'
  /** A person withdrew their consent to a client. */
  | 'app_disconnected'
  /** A credential was issued with an admin API key. */
  | 'credential_issued'
  /** A client got an access token. */
  | 'token_issued'
  /** A client was refused an access token. */
  | 'token_refused'
  /** A client revoked a token. */
  | 'token_revoked'
  /** A code or refresh token was replayed, and its grant revoked. */
  | 'replay_detected'
  /** A client failed to authenticate. */
  | 'client_refused'
  /** A client was registered. */
  | 'client_registered'
  /** A client got a new secret. */
  | 'client_secret_rotated'
  /** A client got another name or other redirect URIs. */
  | 'client_changed'
  /** A client was disabled. */
  | 'client_disabled'
  /** An administrator or a command rotated the signing keys. */
  | 'signing_keys_rotated'
  /** An admin API key was created. */
  | 'admin_key_added'
  /** An admin API key was revoked. */
  | 'admin_key_revoked'
  /** A person was disabled. */
  | 'identity_disabled'
  /** An administrator let a disabled person sign in again. */
  | 'identity_enabled'
  /** An administrator removed a person's authenticator app, recovery codes and choice to be asked for a passkey. */
  | 'factors_reset'
  /** An administrator changed a person's house. */
  | 'house_changed'
  /** An administrator hid a person's names. */
  | 'username_hidden'
  /** An administrator showed a person's names again. */
  | 'username_shown'
  /** A person became an administrator. */
  | 'administrator_added'
  /** A person is no longer an administrator. */
  | 'administrator_removed'
  /** An administrator corrected a person's xp. */
  | 'xp_adjusted'
  /** A person verified an e-mail address as theirs. */
  | 'email_verified'
  /** A person removed their e-mail address. */
  | 'email_removed'
  /** Somebody asked for a mail to reset a password. */
  | 'password_reset_requested'
  /** A person made new recovery codes. */
  | 'recovery_codes_replaced'
  /** An administrator issued a code to reset a person's password. */
  | 'recovery_code_issued'
  /** A code was used to reset a password. */
  | 'recovery_code_used'
  /** A code to reset a password was wrong, or what somebody proved about a claim to an account. */
  | 'recovery_refused'
  /** A person reported that somebody else was in their account, which locked it. */
  | 'account_locked'
  /** Somebody with an earlier address of the account said that it is theirs, which locked it. */
  | 'account_claimed'
  /** Somebody objected to a claim without a proof that is older, so an administrator decides. */
  | 'account_claim_disputed'
  /** Somebody who claimed an account may set its password, because of an older proof or because nobody objected. */
  | 'account_claim_opened'
  /** A claim to an account ended, because somebody proved something older, or set a password with a code. */
  | 'account_claim_ended'
  /** A person asked for a copy of their data. */
  | 'export_requested'
  /** A person asked to delete their account. */
  | 'deletion_requested'
  /** A person withdrew the request to delete their account. */
  | 'deletion_withdrawn'
  /** An account was deleted. The entry does not say whose. */
  | 'account_deleted'
  /** A person set up an authenticator app. */
  | 'totp_added'
  /** The authenticator app of a person was removed. */
  | 'totp_removed'
  /** A person chose to be asked for a passkey after a password or a wallet. */
  | 'two_step_enabled'
  /** A person chose to be no longer asked for a passkey. */
  | 'two_step_disabled'
  /** A person removed their password. */
  | 'password_removed'
  /** An administrator corrected a person's gold. */
  | 'gold_adjusted'
  /** An administrator added an item, such as a quest. */
  | 'content_added'
  /** An administrator changed an item. */
  | 'content_updated'
  /** An administrator retired an item. */
  | 'content_retired'
  /** An administrator brought a retired item back. */
  | 'content_restored'
  /** An administrator hid an item. */
  | 'content_hidden'
  /** An administrator showed a hidden item again. */
  | 'content_shown'
  /** An operator applied content files. */
  | 'content_applied';

/** An entry of the audit trail. It contains no secrets. */
export type AuditEvent = Node & {
  __typename?: 'AuditEvent';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
  /** When it happened. */
  at: Scalars['DateTimeISO']['output'];
  /** What happened. */
  kind: AuditKind;
  /** The person it concerns, if any. */
  identityId?: Maybe<Scalars['ID']['output']>;
  /** The client it concerns or was made through, if any; `account` for the pages of the ID service. */
  clientId?: Maybe<Scalars['ID']['output']>;
  /** The address it came from; `command` for an operator's command. */
  address: Scalars['String']['output'];
  /** The request id, as in the logs. */
  requestId: Scalars['String']['output'];
  /**
   * Details, depending on the kind. `by` is the `sub` of whoever made an administrative change;
   * `service` is where it was made, unless at the ID service.
   */
  details: Scalars['JSONObject']['output'];
};

/** What a service must do with a person's data: export it, or erase it. */
export type PersonalDataTask = {
  __typename?: 'PersonalDataTask';
  /** Identifies the task. */
  id: Scalars['ID']['output'];
  /** How often the task was leased; only the latest attempt may answer. */
  attempt: Scalars['Int']['output'];
  /** The person. */
  identityId: Scalars['ID']['output'];
  /** The id that replaces the person's. Null if the service must export the data. */
  tombstone?: Maybe<Scalars['ID']['output']>;
  /** What happens to the person's scrolls: `keep` or `erase`. Null if the service must export the data. */
  scrolls?: Maybe<Scalars['String']['output']>;
};

/** A piece of a service's part of an export. */
export type ExportPartInput = {
  /** The task. 1 to 200 characters. */
  taskId: Scalars['ID']['input'];
  /** The attempt. 1 to 2,147,483,647. */
  attempt: Scalars['Int']['input'];
  /** The position among the pieces of this service, from 0. A repeated position replaces the earlier piece and those after it. 0 to 100,000. */
  sequence: Scalars['Int']['input'];
  /** What the rows are; part of the file name. 1 to 50 characters. */
  name: Scalars['String']['input'];
  /** The rows: JSON values with commas between them. At most 4,194,304 characters. */
  rows: Scalars['String']['input'];
};

/** A task that is done. */
export type FinishedPersonalDataTaskInput = {
  /** The task. 1 to 200 characters. */
  taskId: Scalars['ID']['input'];
  /** The attempt. 1 to 2,147,483,647. */
  attempt: Scalars['Int']['input'];
};

/** An entry of the audit trail that another service writes. */
export type AuditEventInput = {
  /** Identifies the entry: a repeated id is recorded once. 1 to 200 characters. */
  id: Scalars['ID']['input'];
  /** When it happened. */
  at: Scalars['DateTimeISO']['input'];
  /** What happened: `gold_adjusted`, or a kind that begins with `content_`. */
  kind: AuditKind;
  /** The person it concerns, if any. 1 to 200 characters. */
  identityId?: InputMaybe<Scalars['ID']['input']>;
  /** The client it was made through, if any. 1 to 200 characters. */
  clientId?: InputMaybe<Scalars['ID']['input']>;
  /** The address it came from. 1 to 200 characters. */
  address: Scalars['String']['input'];
  /** The request id. 1 to 200 characters. */
  requestId: Scalars['String']['input'];
  /** Details, depending on the kind: at most 8 KiB of JSON and 8 levels. */
  details: Scalars['JSONObject']['input'];
};

/** Counts of what callers asked for. */
export type RecordUsageInput = {
  /** Those of the same day, client, name and coordinate add up. At most 1,000. */
  counts: Array<UsageCountInput>;
};

/** How often a client asked for one thing on one day. */
export type UsageCountInput = {
  /** A time of the day. Only the day is stored, in UTC. */
  at: Scalars['DateTimeISO']['input'];
  /** The `client_id` of the access token. 1 to 200 characters. */
  clientId: Scalars['ID']['input'];
  /** What the client calls itself; empty if it does not say. At most 100 characters. */
  clientName: Scalars['String']['input'];
  /** `Type`, `Type.field`, `Type.field.argument` or `Type.value`. 1 to 500 characters. */
  coordinate: Scalars['String']['input'];
  /** How often. 1 to 2,147,483,647. */
  count: Scalars['Int']['input'];
};

/** A page of audit events. */
export type AuditEventConnection = {
  __typename?: 'AuditEventConnection';
  /** The audit events of this page. */
  nodes: Array<AuditEvent>;
  /** The same audit events, each with its cursor. */
  edges: Array<AuditEventEdge>;
  /** The position of this page in the list. */
  pageInfo: PageInfo;
  /** The number of items in the whole list. */
  totalCount: Scalars['Int']['output'];
};

/** An audit event and its position in the list. */
export type AuditEventEdge = {
  __typename?: 'AuditEventEdge';
  /** The position: pass it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The audit event. */
  node: AuditEvent;
};

/** Something to do, for xp and gold. */
export type Quest = Node & {
  __typename?: 'Quest';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** Something to learn, lesson by lesson, for skill points. */
export type Course = Node & {
  __typename?: 'Course';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A part of a course. */
export type Lesson = Node & {
  __typename?: 'Lesson';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** One person's progress in one course. Only that person sees it. */
export type Enrollment = Node & {
  __typename?: 'Enrollment';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** People who work on something together. */
export type Organization = Node & {
  __typename?: 'Organization';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** Work that an organization offers. */
export type Role = Node & {
  __typename?: 'Role';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A person's membership in an organization, or request for it. */
export type Membership = Node & {
  __typename?: 'Membership';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A person's application for a role. */
export type Application = Node & {
  __typename?: 'Application';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** Something that people vote on until `endTime`. */
export type Proposal = Node & {
  __typename?: 'Proposal';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** One person's vote on one proposal, visible only to that person. */
export type Vote = Node & {
  __typename?: 'Vote';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** Something with an owner, which others can buy when it is listed. */
export type Asset = Node & {
  __typename?: 'Asset';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** An owner's offer to sell an asset for a price. */
export type Listing = Node & {
  __typename?: 'Listing';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A purchase, as shown to the buyer. */
export type Purchase = Node & {
  __typename?: 'Purchase';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A movement of gold: its postings sum to zero. */
export type Transaction = Node & {
  __typename?: 'Transaction';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** The effect of a movement of gold on one person's account, or on the treasury. */
export type Posting = Node & {
  __typename?: 'Posting';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A sale, as shown to the seller. */
export type Sale = Node & {
  __typename?: 'Sale';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A world to explore. */
export type Realm = Node & {
  __typename?: 'Realm';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A place to go to. */
export type Place = Node & {
  __typename?: 'Place';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A person's last position in a realm, within five minutes. */
export type Presence = Node & {
  __typename?: 'Presence';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** A piece of the chronicle. */
export type Scroll = Node & {
  __typename?: 'Scroll';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
};

/** An earlier version of a scroll. */
export type ScrollRevision = Node & {
  __typename?: 'ScrollRevision';
  /** Opaque identifier. */
  id: Scalars['ID']['output'];
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
  Identity: Identity;
};

/** Mapping of federation reference types */
export type FederationReferenceTypes = {
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
  Node: ResolverTypeWrapper<NodeParent>;
  Identity: ResolverTypeWrapper<IdentityParent>;
  XpChangeKind: XpChangeKind;
  XpChange: ResolverTypeWrapper<XpChangeParent>;
  XpChangeConnection: ResolverTypeWrapper<Connection<XpChangeParent>>;
  XpChangeEdge: ResolverTypeWrapper<Omit<XpChangeEdge, 'node'> & { node: ResolversTypes['XpChange'] }>;
  IdentityConnection: ResolverTypeWrapper<Connection<IdentityParent>>;
  IdentityEdge: ResolverTypeWrapper<Omit<IdentityEdge, 'node'> & { node: ResolversTypes['Identity'] }>;
  CredentialClaim: ResolverTypeWrapper<CredentialClaim>;
  Credential: ResolverTypeWrapper<CredentialParent>;
  CredentialConnection: ResolverTypeWrapper<Connection<CredentialParent>>;
  CredentialEdge: ResolverTypeWrapper<Omit<CredentialEdge, 'node'> & { node: ResolversTypes['Credential'] }>;
  UpdateUsernameInput: UpdateUsernameInput;
  UpdateProfileInput: UpdateProfileInput;
  IssueCredentialInput: IssueCredentialInput;
  CredentialIssueResult: ResolverTypeWrapper<CredentialIssueResult>;
  GrantXpInput: GrantXpInput;
  XpGrant: ResolverTypeWrapper<XpGrantParent>;
  AdjustXpInput: AdjustXpInput;
  XpAdjustment: ResolverTypeWrapper<XpAdjustmentParent>;
  GrantCredentialInput: GrantCredentialInput;
  EndedGrantPage: ResolverTypeWrapper<EndedGrantPageParent>;
  EndedGrant: ResolverTypeWrapper<EndedGrant>;
  HiddenNamePage: ResolverTypeWrapper<HiddenNamePageParent>;
  HiddenName: ResolverTypeWrapper<HiddenName>;
  ClientOriginList: ResolverTypeWrapper<ClientOriginListParent>;
  CredentialGrant: ResolverTypeWrapper<Omit<CredentialGrant, 'credential'> & { credential: ResolversTypes['Credential'] }>;
  Wallet: ResolverTypeWrapper<WalletParent>;
  WalletConnection: ResolverTypeWrapper<Connection<WalletParent>>;
  WalletEdge: ResolverTypeWrapper<Omit<WalletEdge, 'node'> & { node: ResolversTypes['Wallet'] }>;
  CreateWalletChallengeInput: CreateWalletChallengeInput;
  WalletChallenge: ResolverTypeWrapper<WalletChallengeParent>;
  LinkWalletInput: LinkWalletInput;
  WalletLinkResult: ResolverTypeWrapper<WalletLinkResultParent>;
  UnlinkWalletInput: UnlinkWalletInput;
  ClientKind: ClientKind;
  ClientTier: ClientTier;
  Client: ResolverTypeWrapper<ClientParent>;
  ClientConnection: ResolverTypeWrapper<Connection<ClientParent>>;
  ClientEdge: ResolverTypeWrapper<Omit<ClientEdge, 'node'> & { node: ResolversTypes['Client'] }>;
  RegisterClientInput: RegisterClientInput;
  RegisteredClient: ResolverTypeWrapper<RegisteredClientParent>;
  RotateClientSecretInput: RotateClientSecretInput;
  DisableClientInput: DisableClientInput;
  AdminKey: ResolverTypeWrapper<AdminKeyParent>;
  AdminKeyConnection: ResolverTypeWrapper<Connection<AdminKeyParent>>;
  AdminKeyEdge: ResolverTypeWrapper<Omit<AdminKeyEdge, 'node'> & { node: ResolversTypes['AdminKey'] }>;
  CreateAdminKeyInput: CreateAdminKeyInput;
  CreatedAdminKey: ResolverTypeWrapper<CreatedAdminKeyParent>;
  RevokeAdminKeyInput: RevokeAdminKeyInput;
  DisableIdentityInput: DisableIdentityInput;
  IssueRecoveryCodeInput: IssueRecoveryCodeInput;
  IssuedRecoveryCode: ResolverTypeWrapper<IssuedRecoveryCodeParent>;
  Account: ResolverTypeWrapper<AccountParent>;
  AccountState: AccountState;
  AccountFactors: ResolverTypeWrapper<AccountFactors>;
  AccountSession: ResolverTypeWrapper<AccountSessionParent>;
  AccountGrant: ResolverTypeWrapper<AccountGrantParent>;
  AccountConnection: ResolverTypeWrapper<Connection<AccountParent>>;
  AccountEdge: ResolverTypeWrapper<Omit<AccountEdge, 'node'> & { node: ResolversTypes['Account'] }>;
  ChangeAccountInput: ChangeAccountInput;
  RenameAccountInput: RenameAccountInput;
  ChangeHouseInput: ChangeHouseInput;
  HideUsernameInput: HideUsernameInput;
  AuditKind: AuditKind;
  AuditEvent: ResolverTypeWrapper<AuditEventParent>;
  PersonalDataTask: ResolverTypeWrapper<PersonalDataTask>;
  ExportPartInput: ExportPartInput;
  FinishedPersonalDataTaskInput: FinishedPersonalDataTaskInput;
  AuditEventInput: AuditEventInput;
  RecordUsageInput: RecordUsageInput;
  UsageCountInput: UsageCountInput;
  AuditEventConnection: ResolverTypeWrapper<Connection<AuditEventParent>>;
  AuditEventEdge: ResolverTypeWrapper<Omit<AuditEventEdge, 'node'> & { node: ResolversTypes['AuditEvent'] }>;
  Quest: ResolverTypeWrapper<Quest>;
  Course: ResolverTypeWrapper<Course>;
  Lesson: ResolverTypeWrapper<Lesson>;
  Enrollment: ResolverTypeWrapper<Enrollment>;
  Organization: ResolverTypeWrapper<Organization>;
  Role: ResolverTypeWrapper<Role>;
  Membership: ResolverTypeWrapper<Membership>;
  Application: ResolverTypeWrapper<Application>;
  Proposal: ResolverTypeWrapper<Proposal>;
  Vote: ResolverTypeWrapper<Vote>;
  Asset: ResolverTypeWrapper<Asset>;
  Listing: ResolverTypeWrapper<Listing>;
  Purchase: ResolverTypeWrapper<Purchase>;
  Transaction: ResolverTypeWrapper<Transaction>;
  Posting: ResolverTypeWrapper<Posting>;
  Sale: ResolverTypeWrapper<Sale>;
  Realm: ResolverTypeWrapper<Realm>;
  Place: ResolverTypeWrapper<Place>;
  Presence: ResolverTypeWrapper<Presence>;
  Scroll: ResolverTypeWrapper<Scroll>;
  ScrollRevision: ResolverTypeWrapper<ScrollRevision>;
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
  Node: NodeParent;
  Identity: IdentityParent;
  XpChange: XpChangeParent;
  XpChangeConnection: Connection<XpChangeParent>;
  XpChangeEdge: Omit<XpChangeEdge, 'node'> & { node: ResolversParentTypes['XpChange'] };
  IdentityConnection: Connection<IdentityParent>;
  IdentityEdge: Omit<IdentityEdge, 'node'> & { node: ResolversParentTypes['Identity'] };
  CredentialClaim: CredentialClaim;
  Credential: CredentialParent;
  CredentialConnection: Connection<CredentialParent>;
  CredentialEdge: Omit<CredentialEdge, 'node'> & { node: ResolversParentTypes['Credential'] };
  UpdateUsernameInput: UpdateUsernameInput;
  UpdateProfileInput: UpdateProfileInput;
  IssueCredentialInput: IssueCredentialInput;
  CredentialIssueResult: CredentialIssueResult;
  GrantXpInput: GrantXpInput;
  XpGrant: XpGrantParent;
  AdjustXpInput: AdjustXpInput;
  XpAdjustment: XpAdjustmentParent;
  GrantCredentialInput: GrantCredentialInput;
  EndedGrantPage: EndedGrantPageParent;
  EndedGrant: EndedGrant;
  HiddenNamePage: HiddenNamePageParent;
  HiddenName: HiddenName;
  ClientOriginList: ClientOriginListParent;
  CredentialGrant: Omit<CredentialGrant, 'credential'> & { credential: ResolversParentTypes['Credential'] };
  Wallet: WalletParent;
  WalletConnection: Connection<WalletParent>;
  WalletEdge: Omit<WalletEdge, 'node'> & { node: ResolversParentTypes['Wallet'] };
  CreateWalletChallengeInput: CreateWalletChallengeInput;
  WalletChallenge: WalletChallengeParent;
  LinkWalletInput: LinkWalletInput;
  WalletLinkResult: WalletLinkResultParent;
  UnlinkWalletInput: UnlinkWalletInput;
  Client: ClientParent;
  ClientConnection: Connection<ClientParent>;
  ClientEdge: Omit<ClientEdge, 'node'> & { node: ResolversParentTypes['Client'] };
  RegisterClientInput: RegisterClientInput;
  RegisteredClient: RegisteredClientParent;
  RotateClientSecretInput: RotateClientSecretInput;
  DisableClientInput: DisableClientInput;
  AdminKey: AdminKeyParent;
  AdminKeyConnection: Connection<AdminKeyParent>;
  AdminKeyEdge: Omit<AdminKeyEdge, 'node'> & { node: ResolversParentTypes['AdminKey'] };
  CreateAdminKeyInput: CreateAdminKeyInput;
  CreatedAdminKey: CreatedAdminKeyParent;
  RevokeAdminKeyInput: RevokeAdminKeyInput;
  DisableIdentityInput: DisableIdentityInput;
  IssueRecoveryCodeInput: IssueRecoveryCodeInput;
  IssuedRecoveryCode: IssuedRecoveryCodeParent;
  Account: AccountParent;
  AccountFactors: AccountFactors;
  AccountSession: AccountSessionParent;
  AccountGrant: AccountGrantParent;
  AccountConnection: Connection<AccountParent>;
  AccountEdge: Omit<AccountEdge, 'node'> & { node: ResolversParentTypes['Account'] };
  ChangeAccountInput: ChangeAccountInput;
  RenameAccountInput: RenameAccountInput;
  ChangeHouseInput: ChangeHouseInput;
  HideUsernameInput: HideUsernameInput;
  AuditEvent: AuditEventParent;
  PersonalDataTask: PersonalDataTask;
  ExportPartInput: ExportPartInput;
  FinishedPersonalDataTaskInput: FinishedPersonalDataTaskInput;
  AuditEventInput: AuditEventInput;
  RecordUsageInput: RecordUsageInput;
  UsageCountInput: UsageCountInput;
  AuditEventConnection: Connection<AuditEventParent>;
  AuditEventEdge: Omit<AuditEventEdge, 'node'> & { node: ResolversParentTypes['AuditEvent'] };
  Quest: Quest;
  Course: Course;
  Lesson: Lesson;
  Enrollment: Enrollment;
  Organization: Organization;
  Role: Role;
  Membership: Membership;
  Application: Application;
  Proposal: Proposal;
  Vote: Vote;
  Asset: Asset;
  Listing: Listing;
  Purchase: Purchase;
  Transaction: Transaction;
  Posting: Posting;
  Sale: Sale;
  Realm: Realm;
  Place: Place;
  Presence: Presence;
  Scroll: Scroll;
  ScrollRevision: ScrollRevision;
  DateTimeISO: Scalars['DateTimeISO']['output'];
  JSONObject: Scalars['JSONObject']['output'];
  Moderation: Moderation;
  PageInfo: PageInfo;
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Float: Scalars['Float']['output'];
};

export type RequiresAdminKeyDirectiveArgs = { };

export type RequiresAdminKeyDirectiveResolver<Result, Parent, ContextType = IdentityContext, Args = RequiresAdminKeyDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ConstraintDirectiveArgs = {
  minLength?: Maybe<Scalars['Int']['input']>;
  maxLength?: Maybe<Scalars['Int']['input']>;
  pattern?: Maybe<Scalars['String']['input']>;
  min?: Maybe<Scalars['Float']['input']>;
  max?: Maybe<Scalars['Float']['input']>;
  maxItems?: Maybe<Scalars['Int']['input']>;
};

export type ConstraintDirectiveResolver<Result, Parent, ContextType = IdentityContext, Args = ConstraintDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type PrivateDirectiveArgs = {
  owner: Scalars['String']['input'];
};

export type PrivateDirectiveResolver<Result, Parent, ContextType = IdentityContext, Args = PrivateDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type QueryResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  me?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType>;
  identity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, RequireFields<QueryIdentityArgs, 'id'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Maybe<Array<Maybe<ResolversTypes['Node']>>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  identities?: Resolver<Maybe<ResolversTypes['IdentityConnection']>, ParentType, ContextType, RequireFields<QueryIdentitiesArgs, 'search' | 'offset'>>;
  credentials?: Resolver<Maybe<ResolversTypes['CredentialConnection']>, ParentType, ContextType, RequireFields<QueryCredentialsArgs, 'offset'>>;
  wallets?: Resolver<Maybe<ResolversTypes['WalletConnection']>, ParentType, ContextType, RequireFields<QueryWalletsArgs, 'offset'>>;
  clients?: Resolver<Maybe<ResolversTypes['ClientConnection']>, ParentType, ContextType, RequireFields<QueryClientsArgs, 'offset'>>;
  adminKeys?: Resolver<Maybe<ResolversTypes['AdminKeyConnection']>, ParentType, ContextType, RequireFields<QueryAdminKeysArgs, 'offset'>>;
  auditEvents?: Resolver<Maybe<ResolversTypes['AuditEventConnection']>, ParentType, ContextType, RequireFields<QueryAuditEventsArgs, 'offset'>>;
  accounts?: Resolver<Maybe<ResolversTypes['AccountConnection']>, ParentType, ContextType, RequireFields<QueryAccountsArgs, 'offset'>>;
  endedGrants?: Resolver<Maybe<ResolversTypes['EndedGrantPage']>, ParentType, ContextType, Partial<QueryEndedGrantsArgs>>;
  hiddenNames?: Resolver<Maybe<ResolversTypes['HiddenNamePage']>, ParentType, ContextType, Partial<QueryHiddenNamesArgs>>;
  clientOrigins?: Resolver<Maybe<ResolversTypes['ClientOriginList']>, ParentType, ContextType, RequireFields<QueryClientOriginsArgs, 'known'>>;
  administrator?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<QueryAdministratorArgs, 'identityId' | 'clientId'>>;
};

export type MutationResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  updateUsername?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, RequireFields<MutationUpdateUsernameArgs, 'input'>>;
  updateProfile?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, RequireFields<MutationUpdateProfileArgs, 'input'>>;
  issueCredential?: Resolver<Maybe<ResolversTypes['CredentialIssueResult']>, ParentType, ContextType, RequireFields<MutationIssueCredentialArgs, 'input'>>;
  grantXp?: Resolver<Maybe<ResolversTypes['XpGrant']>, ParentType, ContextType, RequireFields<MutationGrantXpArgs, 'input'>>;
  adjustXp?: Resolver<Maybe<ResolversTypes['XpAdjustment']>, ParentType, ContextType, RequireFields<MutationAdjustXpArgs, 'input'>>;
  recordAuditEvent?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<MutationRecordAuditEventArgs, 'event'>>;
  takePersonalDataTask?: Resolver<Maybe<ResolversTypes['PersonalDataTask']>, ParentType, ContextType>;
  addExportPart?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<MutationAddExportPartArgs, 'input'>>;
  finishPersonalDataTask?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<MutationFinishPersonalDataTaskArgs, 'input'>>;
  recordUsage?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<MutationRecordUsageArgs, 'input'>>;
  grantCredential?: Resolver<Maybe<ResolversTypes['CredentialGrant']>, ParentType, ContextType, RequireFields<MutationGrantCredentialArgs, 'input'>>;
  createWalletChallenge?: Resolver<Maybe<ResolversTypes['WalletChallenge']>, ParentType, ContextType, RequireFields<MutationCreateWalletChallengeArgs, 'input'>>;
  linkWallet?: Resolver<Maybe<ResolversTypes['WalletLinkResult']>, ParentType, ContextType, RequireFields<MutationLinkWalletArgs, 'input'>>;
  unlinkWallet?: Resolver<Maybe<ResolversTypes['Wallet']>, ParentType, ContextType, RequireFields<MutationUnlinkWalletArgs, 'input'>>;
  registerClient?: Resolver<Maybe<ResolversTypes['RegisteredClient']>, ParentType, ContextType, RequireFields<MutationRegisterClientArgs, 'input'>>;
  rotateClientSecret?: Resolver<Maybe<ResolversTypes['RegisteredClient']>, ParentType, ContextType, RequireFields<MutationRotateClientSecretArgs, 'input'>>;
  disableClient?: Resolver<Maybe<ResolversTypes['Client']>, ParentType, ContextType, RequireFields<MutationDisableClientArgs, 'input'>>;
  createAdminKey?: Resolver<Maybe<ResolversTypes['CreatedAdminKey']>, ParentType, ContextType, RequireFields<MutationCreateAdminKeyArgs, 'input'>>;
  revokeAdminKey?: Resolver<Maybe<ResolversTypes['AdminKey']>, ParentType, ContextType, RequireFields<MutationRevokeAdminKeyArgs, 'input'>>;
  disableIdentity?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, RequireFields<MutationDisableIdentityArgs, 'input'>>;
  disableAccount?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType, RequireFields<MutationDisableAccountArgs, 'input'>>;
  enableAccount?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType, RequireFields<MutationEnableAccountArgs, 'input'>>;
  signOutAccount?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType, RequireFields<MutationSignOutAccountArgs, 'input'>>;
  resetAccountFactors?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType, RequireFields<MutationResetAccountFactorsArgs, 'input'>>;
  renameAccount?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType, RequireFields<MutationRenameAccountArgs, 'input'>>;
  issueRecoveryCode?: Resolver<Maybe<ResolversTypes['IssuedRecoveryCode']>, ParentType, ContextType, RequireFields<MutationIssueRecoveryCodeArgs, 'input'>>;
  changeHouse?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, RequireFields<MutationChangeHouseArgs, 'input'>>;
  hideUsername?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, RequireFields<MutationHideUsernameArgs, 'input'>>;
  unhideUsername?: Resolver<Maybe<ResolversTypes['Identity']>, ParentType, ContextType, RequireFields<MutationUnhideUsernameArgs, 'identityId'>>;
};

export type NodeResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Identity' | 'Credential' | 'Wallet' | 'Client' | 'AdminKey' | 'AuditEvent' | 'Quest' | 'Course' | 'Lesson' | 'Enrollment' | 'Organization' | 'Role' | 'Membership' | 'Application' | 'Proposal' | 'Vote' | 'Asset' | 'Listing' | 'Purchase' | 'Transaction' | 'Posting' | 'Sale' | 'Realm' | 'Place' | 'Presence' | 'Scroll' | 'ScrollRevision', ParentType, ContextType>;
};

export type IdentityResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Identity'] = ResolversParentTypes['Identity'], FederationReferenceType extends FederationReferenceTypes['Identity'] = FederationReferenceTypes['Identity']> = {
  __resolveReference?: ReferenceResolver<Maybe<ResolversTypes['Identity']> | FederationReferenceType, FederationReferenceType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  username?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  displayName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bio?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  picture?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  house?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  archetype?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  level?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  xp?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  xpToNextLevel?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  credentials?: Resolver<Maybe<Array<ResolversTypes['CredentialClaim']>>, ParentType, ContextType>;
  xpHistory?: Resolver<Maybe<ResolversTypes['XpChangeConnection']>, ParentType, ContextType, RequireFields<IdentityXpHistoryArgs, 'offset'>>;
  moderation?: Resolver<Maybe<ResolversTypes['Moderation']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type XpChangeResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['XpChange'] = ResolversParentTypes['XpChange']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['XpChangeKind'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  about?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  xpAfter?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  levelAfter?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
};

export type XpChangeConnectionResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['XpChangeConnection'] = ResolversParentTypes['XpChangeConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['XpChange']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['XpChangeEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type XpChangeEdgeResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['XpChangeEdge'] = ResolversParentTypes['XpChangeEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['XpChange'], ParentType, ContextType>;
};

export type IdentityConnectionResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['IdentityConnection'] = ResolversParentTypes['IdentityConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Identity']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['IdentityEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type IdentityEdgeResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['IdentityEdge'] = ResolversParentTypes['IdentityEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
};

export type CredentialClaimResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['CredentialClaim'] = ResolversParentTypes['CredentialClaim']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  issuedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
};

export type CredentialResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Credential'] = ResolversParentTypes['Credential']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  claims?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  issuedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CredentialConnectionResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['CredentialConnection'] = ResolversParentTypes['CredentialConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Credential']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['CredentialEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CredentialEdgeResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['CredentialEdge'] = ResolversParentTypes['CredentialEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Credential'], ParentType, ContextType>;
};

export type CredentialIssueResultResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['CredentialIssueResult'] = ResolversParentTypes['CredentialIssueResult']> = {
  success?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  credentialId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  issuedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
};

export type XpGrantResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['XpGrant'] = ResolversParentTypes['XpGrant']> = {
  xp?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  level?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type XpAdjustmentResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['XpAdjustment'] = ResolversParentTypes['XpAdjustment']> = {
  xp?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  level?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  identity?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
};

export type EndedGrantPageResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['EndedGrantPage'] = ResolversParentTypes['EndedGrantPage']> = {
  asOf?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  grants?: Resolver<Array<ResolversTypes['EndedGrant']>, ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type EndedGrantResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['EndedGrant'] = ResolversParentTypes['EndedGrant']> = {
  grantId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  endedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
};

export type HiddenNamePageResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['HiddenNamePage'] = ResolversParentTypes['HiddenNamePage']> = {
  asOf?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  names?: Resolver<Array<ResolversTypes['HiddenName']>, ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type HiddenNameResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['HiddenName'] = ResolversParentTypes['HiddenName']> = {
  identityId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  hiddenAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  displayNames?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  neutralName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ClientOriginListResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['ClientOriginList'] = ResolversParentTypes['ClientOriginList']> = {
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  origins?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type CredentialGrantResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['CredentialGrant'] = ResolversParentTypes['CredentialGrant']> = {
  granted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  credential?: Resolver<ResolversTypes['Credential'], ParentType, ContextType>;
};

export type WalletResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Wallet'] = ResolversParentTypes['Wallet']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  chainId?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  linkedAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WalletConnectionResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['WalletConnection'] = ResolversParentTypes['WalletConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Wallet']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['WalletEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WalletEdgeResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['WalletEdge'] = ResolversParentTypes['WalletEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Wallet'], ParentType, ContextType>;
};

export type WalletChallengeResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['WalletChallenge'] = ResolversParentTypes['WalletChallenge']> = {
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
};

export type WalletLinkResultResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['WalletLinkResult'] = ResolversParentTypes['WalletLinkResult']> = {
  created?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  wallet?: Resolver<ResolversTypes['Wallet'], ParentType, ContextType>;
  walletEdge?: Resolver<ResolversTypes['WalletEdge'], ParentType, ContextType>;
};

export type ClientResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Client'] = ResolversParentTypes['Client']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ClientKind'], ParentType, ContextType>;
  redirectUris?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['ClientTier'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  disabledAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  idTokenSignedResponseAlg?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  deviceFlow?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  machineScopes?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  jwks?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  backchannelLogoutUri?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ClientConnectionResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['ClientConnection'] = ResolversParentTypes['ClientConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Client']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['ClientEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ClientEdgeResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['ClientEdge'] = ResolversParentTypes['ClientEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Client'], ParentType, ContextType>;
};

export type RegisteredClientResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['RegisteredClient'] = ResolversParentTypes['RegisteredClient']> = {
  client?: Resolver<ResolversTypes['Client'], ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  clientEdge?: Resolver<ResolversTypes['ClientEdge'], ParentType, ContextType>;
};

export type AdminKeyResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['AdminKey'] = ResolversParentTypes['AdminKey']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AdminKeyConnectionResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['AdminKeyConnection'] = ResolversParentTypes['AdminKeyConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['AdminKey']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['AdminKeyEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AdminKeyEdgeResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['AdminKeyEdge'] = ResolversParentTypes['AdminKeyEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['AdminKey'], ParentType, ContextType>;
};

export type CreatedAdminKeyResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['CreatedAdminKey'] = ResolversParentTypes['CreatedAdminKey']> = {
  adminKey?: Resolver<ResolversTypes['AdminKey'], ParentType, ContextType>;
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  adminKeyEdge?: Resolver<ResolversTypes['AdminKeyEdge'], ParentType, ContextType>;
};

export type IssuedRecoveryCodeResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['IssuedRecoveryCode'] = ResolversParentTypes['IssuedRecoveryCode']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  identity?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
};

export type AccountResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Account'] = ResolversParentTypes['Account']> = {
  identity?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['AccountState'], ParentType, ContextType>;
  disabledAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  lockedAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  deletionDueAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  isAdministrator?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  emailVerifiedAt?: Resolver<Maybe<ResolversTypes['DateTimeISO']>, ParentType, ContextType>;
  factors?: Resolver<ResolversTypes['AccountFactors'], ParentType, ContextType>;
  sessions?: Resolver<Array<ResolversTypes['AccountSession']>, ParentType, ContextType>;
  grants?: Resolver<Array<ResolversTypes['AccountGrant']>, ParentType, ContextType>;
  auditEvents?: Resolver<ResolversTypes['AuditEventConnection'], ParentType, ContextType, RequireFields<AccountAuditEventsArgs, 'offset'>>;
};

export type AccountFactorsResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['AccountFactors'] = ResolversParentTypes['AccountFactors']> = {
  password?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  totp?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  passkeys?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  recoveryCodes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AccountSessionResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['AccountSession'] = ResolversParentTypes['AccountSession']> = {
  method?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  userAgent?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  signedInAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  lastSeenAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
};

export type AccountGrantResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['AccountGrant'] = ResolversParentTypes['AccountGrant']> = {
  clientId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
};

export type AccountConnectionResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['AccountConnection'] = ResolversParentTypes['AccountConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['Account']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['AccountEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AccountEdgeResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['AccountEdge'] = ResolversParentTypes['AccountEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Account'], ParentType, ContextType>;
};

export type AuditEventResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['AuditEvent'] = ResolversParentTypes['AuditEvent']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['AuditKind'], ParentType, ContextType>;
  identityId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  clientId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  address?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  requestId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  details?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PersonalDataTaskResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['PersonalDataTask'] = ResolversParentTypes['PersonalDataTask']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  attempt?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  identityId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  tombstone?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  scrolls?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AuditEventConnectionResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['AuditEventConnection'] = ResolversParentTypes['AuditEventConnection']> = {
  nodes?: Resolver<Array<ResolversTypes['AuditEvent']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['AuditEventEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AuditEventEdgeResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['AuditEventEdge'] = ResolversParentTypes['AuditEventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['AuditEvent'], ParentType, ContextType>;
};

export type QuestResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Quest'] = ResolversParentTypes['Quest']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CourseResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Course'] = ResolversParentTypes['Course']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type LessonResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Lesson'] = ResolversParentTypes['Lesson']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EnrollmentResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Enrollment'] = ResolversParentTypes['Enrollment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OrganizationResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RoleResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Role'] = ResolversParentTypes['Role']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MembershipResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Membership'] = ResolversParentTypes['Membership']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApplicationResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Application'] = ResolversParentTypes['Application']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProposalResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Proposal'] = ResolversParentTypes['Proposal']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type VoteResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Vote'] = ResolversParentTypes['Vote']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AssetResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Asset'] = ResolversParentTypes['Asset']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ListingResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Listing'] = ResolversParentTypes['Listing']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PurchaseResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Purchase'] = ResolversParentTypes['Purchase']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TransactionResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Transaction'] = ResolversParentTypes['Transaction']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostingResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Posting'] = ResolversParentTypes['Posting']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SaleResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Sale'] = ResolversParentTypes['Sale']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RealmResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Realm'] = ResolversParentTypes['Realm']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PlaceResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Place'] = ResolversParentTypes['Place']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PresenceResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Presence'] = ResolversParentTypes['Presence']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ScrollResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Scroll'] = ResolversParentTypes['Scroll']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ScrollRevisionResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['ScrollRevision'] = ResolversParentTypes['ScrollRevision']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export interface DateTimeIsoScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTimeISO'], any> {
  name: 'DateTimeISO';
}

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export type ModerationResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Moderation'] = ResolversParentTypes['Moderation']> = {
  hiddenAt?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = IdentityContext> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  Identity?: IdentityResolvers<ContextType>;
  XpChange?: XpChangeResolvers<ContextType>;
  XpChangeConnection?: XpChangeConnectionResolvers<ContextType>;
  XpChangeEdge?: XpChangeEdgeResolvers<ContextType>;
  IdentityConnection?: IdentityConnectionResolvers<ContextType>;
  IdentityEdge?: IdentityEdgeResolvers<ContextType>;
  CredentialClaim?: CredentialClaimResolvers<ContextType>;
  Credential?: CredentialResolvers<ContextType>;
  CredentialConnection?: CredentialConnectionResolvers<ContextType>;
  CredentialEdge?: CredentialEdgeResolvers<ContextType>;
  CredentialIssueResult?: CredentialIssueResultResolvers<ContextType>;
  XpGrant?: XpGrantResolvers<ContextType>;
  XpAdjustment?: XpAdjustmentResolvers<ContextType>;
  EndedGrantPage?: EndedGrantPageResolvers<ContextType>;
  EndedGrant?: EndedGrantResolvers<ContextType>;
  HiddenNamePage?: HiddenNamePageResolvers<ContextType>;
  HiddenName?: HiddenNameResolvers<ContextType>;
  ClientOriginList?: ClientOriginListResolvers<ContextType>;
  CredentialGrant?: CredentialGrantResolvers<ContextType>;
  Wallet?: WalletResolvers<ContextType>;
  WalletConnection?: WalletConnectionResolvers<ContextType>;
  WalletEdge?: WalletEdgeResolvers<ContextType>;
  WalletChallenge?: WalletChallengeResolvers<ContextType>;
  WalletLinkResult?: WalletLinkResultResolvers<ContextType>;
  Client?: ClientResolvers<ContextType>;
  ClientConnection?: ClientConnectionResolvers<ContextType>;
  ClientEdge?: ClientEdgeResolvers<ContextType>;
  RegisteredClient?: RegisteredClientResolvers<ContextType>;
  AdminKey?: AdminKeyResolvers<ContextType>;
  AdminKeyConnection?: AdminKeyConnectionResolvers<ContextType>;
  AdminKeyEdge?: AdminKeyEdgeResolvers<ContextType>;
  CreatedAdminKey?: CreatedAdminKeyResolvers<ContextType>;
  IssuedRecoveryCode?: IssuedRecoveryCodeResolvers<ContextType>;
  Account?: AccountResolvers<ContextType>;
  AccountFactors?: AccountFactorsResolvers<ContextType>;
  AccountSession?: AccountSessionResolvers<ContextType>;
  AccountGrant?: AccountGrantResolvers<ContextType>;
  AccountConnection?: AccountConnectionResolvers<ContextType>;
  AccountEdge?: AccountEdgeResolvers<ContextType>;
  AuditEvent?: AuditEventResolvers<ContextType>;
  PersonalDataTask?: PersonalDataTaskResolvers<ContextType>;
  AuditEventConnection?: AuditEventConnectionResolvers<ContextType>;
  AuditEventEdge?: AuditEventEdgeResolvers<ContextType>;
  Quest?: QuestResolvers<ContextType>;
  Course?: CourseResolvers<ContextType>;
  Lesson?: LessonResolvers<ContextType>;
  Enrollment?: EnrollmentResolvers<ContextType>;
  Organization?: OrganizationResolvers<ContextType>;
  Role?: RoleResolvers<ContextType>;
  Membership?: MembershipResolvers<ContextType>;
  Application?: ApplicationResolvers<ContextType>;
  Proposal?: ProposalResolvers<ContextType>;
  Vote?: VoteResolvers<ContextType>;
  Asset?: AssetResolvers<ContextType>;
  Listing?: ListingResolvers<ContextType>;
  Purchase?: PurchaseResolvers<ContextType>;
  Transaction?: TransactionResolvers<ContextType>;
  Posting?: PostingResolvers<ContextType>;
  Sale?: SaleResolvers<ContextType>;
  Realm?: RealmResolvers<ContextType>;
  Place?: PlaceResolvers<ContextType>;
  Presence?: PresenceResolvers<ContextType>;
  Scroll?: ScrollResolvers<ContextType>;
  ScrollRevision?: ScrollRevisionResolvers<ContextType>;
  DateTimeISO?: GraphQLScalarType;
  JSONObject?: GraphQLScalarType;
  Moderation?: ModerationResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = IdentityContext> = {
  requiresAdminKey?: RequiresAdminKeyDirectiveResolver<any, any, ContextType>;
  constraint?: ConstraintDirectiveResolver<any, any, ContextType>;
  private?: PrivateDirectiveResolver<any, any, ContextType>;
};
