// Field → domain function.
import { connectionResolvers } from '#foundation/database/lists/pagination.ts'
import type { Occurrence } from '#foundation/events/occurrences.ts'
import {
  accountState,
  getAccount,
  getAccountFacts,
  listAccounts,
} from './domain/accounts/account.ts'
import {
  disableAccount,
  enableAccount,
  renameAccount,
  resetAccountFactors,
  signOutAccount,
} from './domain/accounts/account-change.ts'
import {
  adminKeyEdge,
  createAdminKey,
  listAdminKeys,
  revokeAdminKey,
} from './domain/administration/admin-key.ts'
import { isAdministrator } from './domain/administration/administrator.ts'
import { listAuditEvents } from './domain/audit/audit.ts'
import {
  clientEdge,
  disableClient,
  listClients,
  registerClient,
  rotateClientSecret,
} from './domain/clients/client.ts'
import { listClientOrigins } from './domain/clients/client-origin.ts'
import { grantCredential, issueCredential, listCredentials } from './domain/records/credential.ts'
import { findOwnEmailAddress } from './domain/email/email-address.ts'
import { recordUsage } from './domain/maintenance/field-usage.ts'
import { listHiddenNames } from './domain/moderation/hidden-name-changes.ts'
import { listRevokedGrants } from './domain/grants/revoked-grant.ts'
import {
  findModeration,
  hideUsername,
  neutralName,
  shownName,
  unhideUsername,
} from './domain/moderation/moderation.ts'
import { getFeedEvent, watchPersonalFeed } from './domain/personal-feed/personal-feed.ts'
import { findNode, listNodes } from './domain/nodes/node.ts'
import { pictureUrl } from './domain/authorization/openid-claims.ts'
import { changeHouse, disableIdentity } from './domain/people/person.ts'
import { addExportPart, finishTask, claimTask } from './domain/personal-data/personal-data-task.ts'
import { updateProfile } from './domain/people/profile-change.ts'
import {
  findMe,
  getPresent,
  searchIdentities,
  xpAtLevelStart,
  xpToNextLevel,
} from './domain/people/profile.ts'
import { issueRecoveryCode } from './domain/sign-in/recovery-code.ts'
import { recordAuditEvent } from './domain/audit/service-audit.ts'
import { updateUsername } from './domain/people/username.ts'
import { createWalletChallenge } from './domain/wallets/wallet-challenge.ts'
import { listWallets, unlinkWallet, walletEdge } from './domain/wallets/wallet.ts'
import { linkWallet } from './domain/wallets/wallet-link.ts'
import { findAbout, xpChangeId, xpChangeKind } from './domain/records/xp-history.ts'
import { adjustXp, grantXp } from './domain/records/xp.ts'
import type { Resolvers } from './schema.generated.ts'

export const resolvers: Resolvers = {
  Query: {
    me: async (_root, _args, ctx) => (await findMe(ctx)) ?? null,
    identity: (_root, { id }, ctx) => getPresent(ctx, id),
    identities: (_root, wanted, ctx) => searchIdentities(ctx, wanted),
    node: (_root, { id }, ctx) => findNode(ctx, id),
    nodes: (_root, { ids }, ctx) => listNodes(ctx, ids),
    credentials: (_root, page, ctx) => listCredentials(ctx, page),
    wallets: (_root, page, ctx) => listWallets(ctx, page),
    clients: (_root, page, ctx) => listClients(ctx, page),
    adminKeys: (_root, page, ctx) => listAdminKeys(ctx, page),
    auditEvents: (_root, { identityId, clientId, ...page }, ctx) =>
      listAuditEvents(ctx, { identityId, clientId }, page),
    accounts: (_root, wanted, ctx) => listAccounts(ctx, wanted),
    account: (_root, { id }, ctx) => getAccount(ctx, id),
    administrator: (_root, viewer, ctx) => isAdministrator(ctx, viewer),
    hiddenNames: (_root, input, ctx) => listHiddenNames(ctx, input),
    endedGrants: (_root, input, ctx) => listRevokedGrants(ctx, input),
    clientOrigins: (_root, { known }, ctx) => listClientOrigins(ctx, known),
  },
  Subscription: {
    mine: {
      subscribe: (_root, options, ctx) => watchPersonalFeed(ctx, options),
      resolve: ({ event }: Occurrence, _args, ctx) => (event ? getFeedEvent(ctx, event) : null),
    },
  },
  MineEvent: {
    subject: ({ subjectType, subjectId }) => ({ type: subjectType, id: subjectId }),
    type: ({ kind }) => kind,
    at: ({ numberedAt }) => numberedAt,
    node: ({ subjectId }, _args, ctx) => findNode(ctx, subjectId),
    me: ({ audienceId }, _args, ctx) => getPresent(ctx, audienceId!),
  },
  Mutation: {
    updateUsername: (_root, { input }, ctx) => updateUsername(ctx, input.username),
    updateProfile: (_root, { input }, ctx) => updateProfile(ctx, input),
    issueCredential: async (_root, { input }, ctx) => {
      const { id, issuedAt } = await issueCredential(ctx, input)
      return { success: true, credentialId: id, issuedAt }
    },
    recordAuditEvent: (_root, { event }, ctx) => recordAuditEvent(ctx, event),
    takePersonalDataTask: async (_root, _args, ctx) => (await claimTask(ctx)) ?? null,
    addExportPart: (_root, { input }, ctx) => addExportPart(ctx, input),
    finishPersonalDataTask: (_root, { input }, ctx) => finishTask(ctx, input),
    recordUsage: (_root, { input }, ctx) => recordUsage(ctx, input.counts),
    adjustXp: (_root, { input }, ctx) => adjustXp(ctx, input),
    grantXp: (_root, { input }, ctx) => grantXp(ctx, input),
    grantCredential: (_root, { input }, ctx) => grantCredential(ctx, input),
    createWalletChallenge: (_root, { input }, ctx) => createWalletChallenge(ctx, input),
    linkWallet: (_root, { input }, ctx) => linkWallet(ctx, input),
    unlinkWallet: (_root, { input }, ctx) => unlinkWallet(ctx, input.id),
    registerClient: (_root, { input }, ctx) => registerClient(ctx, input),
    rotateClientSecret: (_root, { input }, ctx) => rotateClientSecret(ctx, input.id),
    disableClient: (_root, { input }, ctx) => disableClient(ctx, input.id),
    createAdminKey: (_root, { input }, ctx) => createAdminKey(ctx, input),
    revokeAdminKey: (_root, { input }, ctx) => revokeAdminKey(ctx, input.id),
    disableIdentity: (_root, { input }, ctx) => disableIdentity(ctx, input.id),
    disableAccount: (_root, { input }, ctx) => disableAccount(ctx, input),
    enableAccount: (_root, { input }, ctx) => enableAccount(ctx, input),
    signOutAccount: (_root, { input }, ctx) => signOutAccount(ctx, input),
    resetAccountFactors: (_root, { input }, ctx) => resetAccountFactors(ctx, input),
    renameAccount: (_root, { input }, ctx) => renameAccount(ctx, input),
    issueRecoveryCode: (_root, { input }, ctx) => issueRecoveryCode(ctx, input.id),
    changeHouse: (_root, { input }, ctx) => changeHouse(ctx, input),
    hideUsername: (_root, { input }, ctx) => hideUsername(ctx, input),
    unhideUsername: (_root, { identityId }, ctx) => unhideUsername(ctx, identityId),
  },
  Identity: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.identity.load(id)) ?? null,
    username: (identity, _args, ctx) => shownName(ctx, identity, 'username', neutralName(identity)),
    displayName: (identity, _args, ctx) =>
      shownName(ctx, identity, 'displayName', neutralName(identity)),
    bio: (identity, _args, ctx) => shownName(ctx, identity, 'bio', null),
    picture: ({ id }, _args, { settings }) => pictureUrl(settings.issuer, id),
    moderation: (identity, _args, ctx) => findModeration(ctx, identity),
    email: (_identity, _args, ctx) => findOwnEmailAddress(ctx),
    xpToNextLevel,
    xpAtLevelStart,
    isAdministrator: ({ role }) => role === 'admin',
    xpHistory: ({ id }, page, { loaders }) => loaders.xpHistory.load(id, page),
    credentials: ({ id }, _args, { loaders }) => loaders.credentials.load(id),
  },
  Account: {
    identity: (account) => account,
    state: (account, _args, ctx) => accountState(ctx, account),
    lockedAt: async (account, _args, ctx) => (await getAccountFacts(ctx, account)).lockedAt,
    deletionDueAt: async (account, _args, ctx) =>
      (await getAccountFacts(ctx, account)).deletionDueAt,
    isAdministrator: ({ role }) => role === 'admin',
    email: async (account, _args, ctx) => (await getAccountFacts(ctx, account)).email,
    emailVerifiedAt: async (account, _args, ctx) =>
      (await getAccountFacts(ctx, account)).emailVerifiedAt,
    factors: async (account, _args, ctx) => {
      const { hasPassword } = await getAccountFacts(ctx, account)
      return { ...(await ctx.loaders.accountFactors.load(account.id)), password: hasPassword }
    },
    sessions: ({ id }, _args, { loaders }) => loaders.accountSessions.load(id),
    grants: ({ id }, _args, { loaders }) => loaders.accountGrants.load(id),
    auditEvents: ({ id }, page, { loaders }) => loaders.accountAudit.load(id, page),
  },
  WalletLinkResult: {
    walletEdge: ({ wallet }) => walletEdge(wallet),
  },
  RegisteredClient: {
    clientEdge: ({ client }) => clientEdge(client),
  },
  CreatedAdminKey: {
    adminKeyEdge: ({ adminKey }) => adminKeyEdge(adminKey),
  },
  XpChange: {
    id: xpChangeId,
    kind: xpChangeKind,
    about: findAbout,
    changedAt: ({ grantedAt }) => grantedAt,
  },
  AuditEvent: {
    // Lets the compiler check that the schema knows every kind.
    kind: ({ kind }) => kind,
  },
  AccountConnection: connectionResolvers,
  IdentityConnection: connectionResolvers,
  CredentialConnection: connectionResolvers,
  XpChangeConnection: connectionResolvers,
  WalletConnection: connectionResolvers,
  ClientConnection: connectionResolvers,
  AdminKeyConnection: connectionResolvers,
  AuditEventConnection: connectionResolvers,
}
