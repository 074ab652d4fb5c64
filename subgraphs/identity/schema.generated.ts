// Generated from schema.graphql by `npm run schema`. Do not edit.
import type { Connection } from '#foundation/database/lists/pagination.ts'
import type { GraphQLRecursivePick, InputMaybe, IsTypeOfResolverFn, Maybe, ReferenceResolver, RequireFields, Resolver, ResolverTypeWrapper, SubscriptionResolver, TypeResolveFn } from '#foundation/graphql/resolver-types.ts'
import type { GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { MineEvent as MineEventParent } from './domain/personal-feed/personal-feed.ts';
import type { Node as NodeParent } from './domain/nodes/node.ts';
import type { Identity as IdentityParent, Credential as CredentialParent, Wallet as WalletParent, Client as ClientParent, AdminKey as AdminKeyParent, AuditEvent as AuditEventParent } from './tables.ts';
import type { XpChange as XpChangeParent } from './domain/records/xp-history.ts';
import type { XpGrant as XpGrantParent, XpAdjustment as XpAdjustmentParent } from './domain/records/xp.ts';
import type { EndedGrantPage as EndedGrantPageParent } from './domain/grants/revoked-grant.ts';
import type { HiddenNamePage as HiddenNamePageParent } from './domain/moderation/hidden-name-changes.ts';
import type { ClientOriginList as ClientOriginListParent } from './domain/clients/client-origin.ts';
import type { WalletChallenge as WalletChallengeParent } from './domain/wallets/wallet-challenge.ts';
import type { WalletLinkResult as WalletLinkResultParent } from './domain/wallets/wallet-link.ts';
import type { RegisteredClient as RegisteredClientParent } from './domain/clients/client.ts';
import type { CreatedAdminKey as CreatedAdminKeyParent } from './domain/administration/admin-key.ts';
import type { IssuedRecoveryCode as IssuedRecoveryCodeParent } from './domain/sign-in/recovery-code.ts';
import type { Account as AccountParent } from './domain/accounts/account.ts';
import type { AccountSession as AccountSessionParent, AccountGrant as AccountGrantParent } from './domain/accounts/account-lists.ts';
import type { IdentityContext } from './context.ts';
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
  me?: Maybe<Identity>;
  identity?: Maybe<Identity>;
  node?: Maybe<Node>;
  nodes?: Maybe<Array<Maybe<Node>>>;
  identities?: Maybe<IdentityConnection>;
  credentials?: Maybe<CredentialConnection>;
  wallets?: Maybe<WalletConnection>;
  clients?: Maybe<ClientConnection>;
  adminKeys?: Maybe<AdminKeyConnection>;
  auditEvents?: Maybe<AuditEventConnection>;
  accounts?: Maybe<AccountConnection>;
  account?: Maybe<Account>;
  endedGrants?: Maybe<EndedGrantPage>;
  hiddenNames?: Maybe<HiddenNamePage>;
  clientOrigins?: Maybe<ClientOriginList>;
  administrator?: Maybe<Scalars['Boolean']['output']>;
  identityEvents?: Maybe<EventPage>;
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
export type QueryAccountArgs = {
  id: Scalars['ID']['input'];
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
export type QueryIdentityEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
};
export type Subscription = {
  mine?: Maybe<MineEvent>;
};
export type SubscriptionMineArgs = {
  since?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<Array<Scalars['String']['input']>>;
};
export type MineEvent = {
  cursor: Scalars['String']['output'];
  type: Scalars['String']['output'];
  at: Scalars['DateTimeISO']['output'];
  subject: EventSubject;
  related: Array<Scalars['ID']['output']>;
  node?: Maybe<Node>;
  me: Identity;
};
export type Mutation = {
  updateUsername?: Maybe<Identity>;
  updateProfile?: Maybe<Identity>;
  issueCredential?: Maybe<CredentialIssueResult>;
  grantXp?: Maybe<XpGrant>;
  adjustXp?: Maybe<XpAdjustment>;
  recordAuditEvent?: Maybe<Scalars['Boolean']['output']>;
  takePersonalDataTask?: Maybe<PersonalDataTask>;
  addExportPart?: Maybe<Scalars['Boolean']['output']>;
  finishPersonalDataTask?: Maybe<Scalars['Boolean']['output']>;
  recordUsage?: Maybe<Scalars['Boolean']['output']>;
  grantCredential?: Maybe<CredentialGrant>;
  createWalletChallenge?: Maybe<WalletChallenge>;
  linkWallet?: Maybe<WalletLinkResult>;
  unlinkWallet?: Maybe<Wallet>;
  registerClient?: Maybe<RegisteredClient>;
  rotateClientSecret?: Maybe<RegisteredClient>;
  disableClient?: Maybe<Client>;
  createAdminKey?: Maybe<CreatedAdminKey>;
  revokeAdminKey?: Maybe<AdminKey>;
  disableIdentity?: Maybe<Identity>;
  disableAccount?: Maybe<Account>;
  enableAccount?: Maybe<Account>;
  signOutAccount?: Maybe<Account>;
  resetAccountFactors?: Maybe<Account>;
  renameAccount?: Maybe<Account>;
  issueRecoveryCode?: Maybe<IssuedRecoveryCode>;
  changeHouse?: Maybe<Identity>;
  hideUsername?: Maybe<Identity>;
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
export type Node = {
  id: Scalars['ID']['output'];
};
export type Identity = Node & {
  id: Scalars['ID']['output'];
  username: Scalars['String']['output'];
  displayName: Scalars['String']['output'];
  bio?: Maybe<Scalars['String']['output']>;
  picture: Scalars['String']['output'];
  house: Scalars['String']['output'];
  archetype: Scalars['String']['output'];
  level: Scalars['Int']['output'];
  xp: Scalars['Int']['output'];
  xpToNextLevel: Scalars['Int']['output'];
  xpAtLevelStart: Scalars['Int']['output'];
  credentials?: Maybe<Array<CredentialClaim>>;
  xpHistory?: Maybe<XpChangeConnection>;
  moderation?: Maybe<Moderation>;
  email?: Maybe<Scalars['String']['output']>;
  isAdministrator?: Maybe<Scalars['Boolean']['output']>;
  createdAt: Scalars['DateTimeISO']['output'];
};
export type IdentityXpHistoryArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type XpChangeKind =
  | 'grant'
  | 'adjustment'
  | 'opening';
export type XpChange = {
  id: Scalars['ID']['output'];
  kind: XpChangeKind;
  amount: Scalars['Int']['output'];
  reason?: Maybe<Scalars['String']['output']>;
  about?: Maybe<Node>;
  xpAfter: Scalars['Int']['output'];
  levelAfter: Scalars['Int']['output'];
  changedAt: Scalars['DateTimeISO']['output'];
};
export type XpChangeConnection = {
  nodes: Array<XpChange>;
  edges: Array<XpChangeEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type XpChangeEdge = {
  cursor: Scalars['String']['output'];
  node: XpChange;
};
export type IdentityConnection = {
  nodes: Array<Identity>;
  edges: Array<IdentityEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type IdentityEdge = {
  cursor: Scalars['String']['output'];
  node: Identity;
};
export type CredentialClaim = {
  type: Scalars['String']['output'];
  issuedAt: Scalars['DateTimeISO']['output'];
};
export type Credential = Node & {
  id: Scalars['ID']['output'];
  type: Scalars['String']['output'];
  claims: Scalars['JSONObject']['output'];
  issuedAt: Scalars['DateTimeISO']['output'];
};
export type CredentialConnection = {
  nodes: Array<Credential>;
  edges: Array<CredentialEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type CredentialEdge = {
  cursor: Scalars['String']['output'];
  node: Credential;
};
export type UpdateUsernameInput = {
  username: Scalars['String']['input'];
};
export type UpdateProfileInput = {
  displayName?: InputMaybe<Scalars['String']['input']>;
  archetype?: InputMaybe<Scalars['String']['input']>;
  bio?: InputMaybe<Scalars['String']['input']>;
};
export type IssueCredentialInput = {
  identityId: Scalars['ID']['input'];
  type: Scalars['String']['input'];
  claims?: InputMaybe<Scalars['JSONObject']['input']>;
};
export type CredentialIssueResult = {
  success: Scalars['Boolean']['output'];
  credentialId: Scalars['ID']['output'];
  issuedAt: Scalars['DateTimeISO']['output'];
};
export type GrantXpInput = {
  key: Scalars['String']['input'];
  identityId: Scalars['ID']['input'];
  amount: Scalars['Int']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
};
export type XpGrant = {
  xp: Scalars['Int']['output'];
  level: Scalars['Int']['output'];
};
export type AdjustXpInput = {
  key: Scalars['String']['input'];
  identityId: Scalars['ID']['input'];
  amount: Scalars['Int']['input'];
  reason: Scalars['String']['input'];
};
export type XpAdjustment = {
  xp: Scalars['Int']['output'];
  level: Scalars['Int']['output'];
  identity: Identity;
};
export type GrantCredentialInput = {
  key: Scalars['String']['input'];
  identityId: Scalars['ID']['input'];
  type: Scalars['String']['input'];
  claims?: InputMaybe<Scalars['JSONObject']['input']>;
  version?: InputMaybe<Scalars['Int']['input']>;
};
export type EndedGrantPage = {
  asOf: Scalars['DateTimeISO']['output'];
  grants: Array<EndedGrant>;
  next?: Maybe<Scalars['String']['output']>;
};
export type EndedGrant = {
  grantId: Scalars['ID']['output'];
  endedAt: Scalars['DateTimeISO']['output'];
};
export type HiddenNamePage = {
  asOf: Scalars['DateTimeISO']['output'];
  names: Array<HiddenName>;
  next?: Maybe<Scalars['String']['output']>;
};
export type HiddenName = {
  identityId: Scalars['ID']['output'];
  hiddenAt?: Maybe<Scalars['DateTimeISO']['output']>;
  displayNames: Array<Scalars['String']['output']>;
  neutralName: Scalars['String']['output'];
};
export type ClientOriginList = {
  version: Scalars['String']['output'];
  origins?: Maybe<Array<Scalars['String']['output']>>;
};
export type CredentialGrant = {
  granted: Scalars['Boolean']['output'];
  credential: Credential;
};
export type Wallet = Node & {
  id: Scalars['ID']['output'];
  address: Scalars['String']['output'];
  chainId: Scalars['Float']['output'];
  linkedAt: Scalars['DateTimeISO']['output'];
};
export type WalletConnection = {
  nodes: Array<Wallet>;
  edges: Array<WalletEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type WalletEdge = {
  cursor: Scalars['String']['output'];
  node: Wallet;
};
export type CreateWalletChallengeInput = {
  address: Scalars['String']['input'];
  chainId?: InputMaybe<Scalars['Float']['input']>;
};
export type WalletChallenge = {
  message: Scalars['String']['output'];
  expiresAt: Scalars['DateTimeISO']['output'];
};
export type LinkWalletInput = {
  message: Scalars['String']['input'];
  signature: Scalars['String']['input'];
};
export type WalletLinkResult = {
  created: Scalars['Boolean']['output'];
  wallet: Wallet;
  walletEdge: WalletEdge;
};
export type UnlinkWalletInput = {
  id: Scalars['ID']['input'];
};
export type ClientKind =
  | 'public'
  | 'confidential';
export type ClientTier =
  | 'authenticated'
  | 'partner';
export type Client = Node & {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  kind: ClientKind;
  redirectUris: Array<Scalars['String']['output']>;
  scopes: Array<Scalars['String']['output']>;
  tier: ClientTier;
  createdAt: Scalars['DateTimeISO']['output'];
  disabledAt?: Maybe<Scalars['DateTimeISO']['output']>;
  idTokenSignedResponseAlg: Scalars['String']['output'];
  deviceFlow: Scalars['Boolean']['output'];
  machineScopes?: Maybe<Array<Scalars['String']['output']>>;
  jwks?: Maybe<Scalars['JSONObject']['output']>;
  backchannelLogoutUri?: Maybe<Scalars['String']['output']>;
};
export type ClientConnection = {
  nodes: Array<Client>;
  edges: Array<ClientEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type ClientEdge = {
  cursor: Scalars['String']['output'];
  node: Client;
};
export type RegisterClientInput = {
  name: Scalars['String']['input'];
  kind: ClientKind;
  redirectUris: Array<Scalars['String']['input']>;
  scopes: Array<Scalars['String']['input']>;
  tier: ClientTier;
  idTokenSignedResponseAlg?: InputMaybe<Scalars['String']['input']>;
  deviceFlow?: InputMaybe<Scalars['Boolean']['input']>;
  machineScopes?: InputMaybe<Array<Scalars['String']['input']>>;
  jwks?: InputMaybe<Scalars['JSONObject']['input']>;
  backchannelLogoutUri?: InputMaybe<Scalars['String']['input']>;
};
export type RegisteredClient = {
  client: Client;
  secret?: Maybe<Scalars['String']['output']>;
  clientEdge: ClientEdge;
};
export type RotateClientSecretInput = {
  id: Scalars['ID']['input'];
};
export type DisableClientInput = {
  id: Scalars['ID']['input'];
};
export type AdminKey = Node & {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  createdAt: Scalars['DateTimeISO']['output'];
  revokedAt?: Maybe<Scalars['DateTimeISO']['output']>;
};
export type AdminKeyConnection = {
  nodes: Array<AdminKey>;
  edges: Array<AdminKeyEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type AdminKeyEdge = {
  cursor: Scalars['String']['output'];
  node: AdminKey;
};
export type CreateAdminKeyInput = {
  name: Scalars['String']['input'];
};
export type CreatedAdminKey = {
  adminKey: AdminKey;
  key: Scalars['String']['output'];
  adminKeyEdge: AdminKeyEdge;
};
export type RevokeAdminKeyInput = {
  id: Scalars['ID']['input'];
};
export type DisableIdentityInput = {
  id: Scalars['ID']['input'];
};
export type IssueRecoveryCodeInput = {
  id: Scalars['ID']['input'];
};
export type IssuedRecoveryCode = {
  code: Scalars['String']['output'];
  expiresAt: Scalars['DateTimeISO']['output'];
  identity: Identity;
};
export type Account = {
  identity: Identity;
  state: AccountState;
  disabledAt?: Maybe<Scalars['DateTimeISO']['output']>;
  lockedAt?: Maybe<Scalars['DateTimeISO']['output']>;
  deletionDueAt?: Maybe<Scalars['DateTimeISO']['output']>;
  isAdministrator: Scalars['Boolean']['output'];
  email?: Maybe<Scalars['String']['output']>;
  emailVerifiedAt?: Maybe<Scalars['DateTimeISO']['output']>;
  factors: AccountFactors;
  sessions: Array<AccountSession>;
  grants: Array<AccountGrant>;
  auditEvents: AuditEventConnection;
};
export type AccountAuditEventsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  offset?: InputMaybe<Scalars['Int']['input']>;
};
export type AccountState =
  | 'active'
  | 'disabled'
  | 'locked'
  | 'leaving';
export type AccountFactors = {
  password: Scalars['Boolean']['output'];
  totp: Scalars['Boolean']['output'];
  passkeys: Scalars['Int']['output'];
  recoveryCodes: Scalars['Int']['output'];
};
export type AccountSession = {
  method: Scalars['String']['output'];
  userAgent: Scalars['String']['output'];
  address: Scalars['String']['output'];
  signedInAt: Scalars['DateTimeISO']['output'];
  lastSeenAt: Scalars['DateTimeISO']['output'];
};
export type AccountGrant = {
  clientId: Scalars['ID']['output'];
  scopes: Array<Scalars['String']['output']>;
  createdAt: Scalars['DateTimeISO']['output'];
  expiresAt: Scalars['DateTimeISO']['output'];
};
export type AccountConnection = {
  nodes: Array<Account>;
  edges: Array<AccountEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type AccountEdge = {
  cursor: Scalars['String']['output'];
  node: Account;
};
export type ChangeAccountInput = {
  identityId: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};
export type RenameAccountInput = {
  identityId: Scalars['ID']['input'];
  username: Scalars['String']['input'];
  reason: Scalars['String']['input'];
};
export type ChangeHouseInput = {
  id: Scalars['ID']['input'];
  house: Scalars['String']['input'];
};
export type HideUsernameInput = {
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
};
export type AuditKind =
  | 'sign_up'
  | 'sign_in'
  | 'sign_in_refused'
  | 'sign_out'
  | 'session_ended'
  | 'password_changed'
  | 'username_changed'
  | 'profile_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'wallet_linked'
  | 'wallet_unlinked'
  | 'consent_given'
  | 'consent_denied'
  | 'app_disconnected'
  | 'credential_issued'
  | 'token_issued'
  | 'token_refused'
  | 'token_revoked'
  | 'replay_detected'
  | 'client_refused'
  | 'client_registered'
  | 'client_secret_rotated'
  | 'client_changed'
  | 'client_disabled'
  | 'signing_keys_rotated'
  | 'admin_key_added'
  | 'admin_key_revoked'
  | 'identity_disabled'
  | 'identity_enabled'
  | 'factors_reset'
  | 'house_changed'
  | 'username_hidden'
  | 'username_shown'
  | 'administrator_added'
  | 'administrator_removed'
  | 'xp_adjusted'
  | 'email_verified'
  | 'email_removed'
  | 'password_reset_requested'
  | 'recovery_codes_replaced'
  | 'recovery_code_issued'
  | 'recovery_code_used'
  | 'recovery_refused'
  | 'account_locked'
  | 'account_claimed'
  | 'account_claim_disputed'
  | 'account_claim_opened'
  | 'account_claim_ended'
  | 'export_requested'
  | 'deletion_requested'
  | 'deletion_withdrawn'
  | 'account_deleted'
  | 'totp_added'
  | 'totp_removed'
  | 'two_step_enabled'
  | 'two_step_disabled'
  | 'password_removed'
  | 'gold_adjusted'
  | 'content_added'
  | 'content_updated'
  | 'content_retired'
  | 'content_restored'
  | 'content_hidden'
  | 'content_shown'
  | 'content_applied';
export type AuditEvent = Node & {
  id: Scalars['ID']['output'];
  at: Scalars['DateTimeISO']['output'];
  kind: AuditKind;
  identityId?: Maybe<Scalars['ID']['output']>;
  clientId?: Maybe<Scalars['ID']['output']>;
  address: Scalars['String']['output'];
  requestId: Scalars['String']['output'];
  details: Scalars['JSONObject']['output'];
};
export type PersonalDataTask = {
  id: Scalars['ID']['output'];
  attempt: Scalars['Int']['output'];
  identityId: Scalars['ID']['output'];
  tombstone?: Maybe<Scalars['ID']['output']>;
  scrolls?: Maybe<Scalars['String']['output']>;
};
export type ExportPartInput = {
  taskId: Scalars['ID']['input'];
  attempt: Scalars['Int']['input'];
  sequence: Scalars['Int']['input'];
  name: Scalars['String']['input'];
  rows: Scalars['String']['input'];
};
export type FinishedPersonalDataTaskInput = {
  taskId: Scalars['ID']['input'];
  attempt: Scalars['Int']['input'];
};
export type AuditEventInput = {
  id: Scalars['ID']['input'];
  at: Scalars['DateTimeISO']['input'];
  kind: AuditKind;
  identityId?: InputMaybe<Scalars['ID']['input']>;
  clientId?: InputMaybe<Scalars['ID']['input']>;
  address: Scalars['String']['input'];
  requestId: Scalars['String']['input'];
  details: Scalars['JSONObject']['input'];
};
export type RecordUsageInput = {
  counts: Array<UsageCountInput>;
};
export type UsageCountInput = {
  at: Scalars['DateTimeISO']['input'];
  clientId: Scalars['ID']['input'];
  clientName: Scalars['String']['input'];
  coordinate: Scalars['String']['input'];
  count: Scalars['Int']['input'];
};
export type AuditEventConnection = {
  nodes: Array<AuditEvent>;
  edges: Array<AuditEventEdge>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};
export type AuditEventEdge = {
  cursor: Scalars['String']['output'];
  node: AuditEvent;
};
export type Quest = Node & {
  id: Scalars['ID']['output'];
};
export type Course = Node & {
  id: Scalars['ID']['output'];
};
export type Lesson = Node & {
  id: Scalars['ID']['output'];
};
export type Enrollment = Node & {
  id: Scalars['ID']['output'];
};
export type Organization = Node & {
  id: Scalars['ID']['output'];
};
export type Role = Node & {
  id: Scalars['ID']['output'];
};
export type Membership = Node & {
  id: Scalars['ID']['output'];
};
export type Application = Node & {
  id: Scalars['ID']['output'];
};
export type Proposal = Node & {
  id: Scalars['ID']['output'];
};
export type Vote = Node & {
  id: Scalars['ID']['output'];
};
export type Asset = Node & {
  id: Scalars['ID']['output'];
};
export type Listing = Node & {
  id: Scalars['ID']['output'];
};
export type Purchase = Node & {
  id: Scalars['ID']['output'];
};
export type Transaction = Node & {
  id: Scalars['ID']['output'];
};
export type Posting = Node & {
  id: Scalars['ID']['output'];
};
export type Sale = Node & {
  id: Scalars['ID']['output'];
};
export type Realm = Node & {
  id: Scalars['ID']['output'];
};
export type Place = Node & {
  id: Scalars['ID']['output'];
};
export type Presence = Node & {
  id: Scalars['ID']['output'];
};
export type Scroll = Node & {
  id: Scalars['ID']['output'];
};
export type ScrollRevision = Node & {
  id: Scalars['ID']['output'];
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
  Identity: Identity;
};
export type FederationReferenceTypes = {
  Identity:
    ( { __typename: 'Identity' }
    & GraphQLRecursivePick<FederationTypes['Identity'], {"id":true}> );
};
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  MineEvent: ResolverTypeWrapper<MineEventParent>;
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
  Subscription: Record<PropertyKey, never>;
  MineEvent: MineEventParent;
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
  Event: Event;
  EventSubject: EventSubject;
  EventPage: EventPage;
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Float: Scalars['Float']['output'];
};
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
  account?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType, RequireFields<QueryAccountArgs, 'id'>>;
  endedGrants?: Resolver<Maybe<ResolversTypes['EndedGrantPage']>, ParentType, ContextType, Partial<QueryEndedGrantsArgs>>;
  hiddenNames?: Resolver<Maybe<ResolversTypes['HiddenNamePage']>, ParentType, ContextType, Partial<QueryHiddenNamesArgs>>;
  clientOrigins?: Resolver<Maybe<ResolversTypes['ClientOriginList']>, ParentType, ContextType, RequireFields<QueryClientOriginsArgs, 'known'>>;
  administrator?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<QueryAdministratorArgs, 'identityId' | 'clientId'>>;
  identityEvents?: Resolver<Maybe<ResolversTypes['EventPage']>, ParentType, ContextType, Partial<QueryIdentityEventsArgs>>;
};
export type SubscriptionResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  mine?: SubscriptionResolver<Maybe<ResolversTypes['MineEvent']>, "mine", ParentType, ContextType, Partial<SubscriptionMineArgs>>;
};
export type MineEventResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['MineEvent'] = ResolversParentTypes['MineEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['EventSubject'], ParentType, ContextType>;
  related?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  me?: Resolver<ResolversTypes['Identity'], ParentType, ContextType>;
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
  xpAtLevelStart?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  credentials?: Resolver<Maybe<Array<ResolversTypes['CredentialClaim']>>, ParentType, ContextType>;
  xpHistory?: Resolver<Maybe<ResolversTypes['XpChangeConnection']>, ParentType, ContextType, RequireFields<IdentityXpHistoryArgs, 'offset'>>;
  moderation?: Resolver<Maybe<ResolversTypes['Moderation']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isAdministrator?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
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
export type EventResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['EventSubject'], ParentType, ContextType>;
  related?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTimeISO'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};
export type EventSubjectResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['EventSubject'] = ResolversParentTypes['EventSubject']> = {
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};
export type EventPageResolvers<ContextType = IdentityContext, ParentType extends ResolversParentTypes['EventPage'] = ResolversParentTypes['EventPage']> = {
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  next?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isFollowed?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<EventPageIsFollowedArgs, 'within'>>;
};
export type Resolvers<ContextType = IdentityContext> = {
  Query?: QueryResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  MineEvent?: MineEventResolvers<ContextType>;
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
  Event?: EventResolvers<ContextType>;
  EventSubject?: EventSubjectResolvers<ContextType>;
  EventPage?: EventPageResolvers<ContextType>;
};
