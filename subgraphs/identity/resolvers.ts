// Field → domain function.
import { connectionResolvers } from '#foundation/pagination.ts'
import { isAdministrator } from './domain/administrator.ts'
import {
  findClaimedCredentials,
  grantCredential,
  issueCredential,
  listCredentials,
} from './domain/credential.ts'
import { listEndedGrants } from './domain/ended-grant.ts'
import { findMe, getIdentity, updateUsername, xpToNextLevel } from './domain/profile.ts'
import { createWalletChallenge } from './domain/wallet-challenge.ts'
import { linkWallet, listWallets, unlinkWallet } from './domain/wallet.ts'
import { grantXp } from './domain/xp.ts'
import type { Resolvers } from './schema.generated.ts'

export const resolvers: Resolvers = {
  Query: {
    me: async (_root, _args, ctx) => (await findMe(ctx)) ?? null,
    identity: (_root, { id }, ctx) => getIdentity(ctx, id),
    credentials: (_root, page, ctx) => listCredentials(ctx, page),
    wallets: (_root, page, ctx) => listWallets(ctx, page),
    administrator: (_root, asked, ctx) => isAdministrator(ctx, asked),
    endedGrants: (_root, input, ctx) => listEndedGrants(ctx, input),
  },
  Mutation: {
    updateUsername: (_root, { input }, ctx) => updateUsername(ctx, input.username),
    issueCredential: async (_root, { input }, ctx) => {
      const { id, issuedAt } = await issueCredential(ctx, input)
      return { success: true, credentialId: id, issuedAt }
    },
    grantXp: (_root, { input }, ctx) => grantXp(ctx, input),
    grantCredential: (_root, { input }, ctx) => grantCredential(ctx, input),
    createWalletChallenge: (_root, { input }, ctx) => createWalletChallenge(ctx, input),
    linkWallet: (_root, { input }, ctx) => linkWallet(ctx, input),
    unlinkWallet: (_root, { input }, ctx) => unlinkWallet(ctx, input.id),
  },
  Identity: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.identity.load(id)) ?? null,
    xpToNextLevel,
    credentials: (identity, _args, ctx) => findClaimedCredentials(ctx, identity),
  },
  CredentialConnection: connectionResolvers,
  WalletConnection: connectionResolvers,
}
