// Field → domain function.
import { connectionResolvers } from '#foundation/database/lists/pagination.ts'
import { moderationOf } from '#foundation/domain/moderation.ts'
import { hidePlace, unhidePlace } from './domain/moderation.ts'
import { addPlace, restorePlace, retirePlace, updatePlace } from './domain/place-changes.ts'
import {
  findPlace,
  findPlaces,
  getPlace,
  listPlaces,
  placeRetiredAt,
  refOf,
} from './domain/place.ts'
import {
  findPresence,
  findPresenceById,
  leaveRealm,
  listPresence,
  presenceId,
  updatePresence,
} from './domain/presence.ts'
import {
  addRealm,
  getRealm,
  listRealms,
  restoreRealm,
  retireRealm,
  updateRealm,
} from './domain/realm.ts'
import { boundsOf } from './domain/space.ts'
import { watchRealm } from './domain/watched-presence.ts'
import type { Resolvers } from './schema.generated.ts'

export const resolvers: Resolvers = {
  Query: {
    realms: (_root, page, ctx) => listRealms(ctx, page),
    realm: (_root, { id }, ctx) => getRealm(ctx, id),
    places: (_root, { realmId, ...wanted }, ctx) => listPlaces(ctx, realmId, wanted),
    place: (_root, { id }, ctx) => getPlace(ctx, id),
    presence: (_root, { realmId, ...page }, ctx) => listPresence(ctx, realmId, page),
  },
  Mutation: {
    updatePresence: (_root, { realmId, input }, ctx) =>
      updatePresence(ctx, realmId, input.position),
    leaveRealm: (_root, { realmId }, ctx) => leaveRealm(ctx, realmId),
    addRealm: (_root, { input }, ctx) => addRealm(ctx, input),
    updateRealm: (_root, { input }, ctx) => updateRealm(ctx, input),
    retireRealm: (_root, { realmId }, ctx) => retireRealm(ctx, realmId),
    restoreRealm: (_root, { realmId }, ctx) => restoreRealm(ctx, realmId),
    addPlace: (_root, { input }, ctx) => addPlace(ctx, input),
    updatePlace: (_root, { input }, ctx) => updatePlace(ctx, input),
    retirePlace: (_root, { placeId }, ctx) => retirePlace(ctx, placeId),
    restorePlace: (_root, { placeId }, ctx) => restorePlace(ctx, placeId),
    hidePlace: (_root, { input }, ctx) => hidePlace(ctx, input),
    unhidePlace: (_root, { placeId }, ctx) => unhidePlace(ctx, placeId),
  },
  Subscription: {
    realm: {
      subscribe: (_root, wanted, ctx) => watchRealm(ctx, wanted),
      resolve: (_root, { id }, ctx) => getRealm(ctx, id),
    },
  },
  Realm: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.realm.load(id)) ?? null,
    bounds: boundsOf,
    places: (realm, wanted, ctx) => findPlaces(ctx, realm, wanted),
    presence: (realm, page, ctx) => findPresence(ctx, realm, page),
  },
  Place: {
    __resolveReference: async ({ id }, ctx) => (await findPlace(ctx, id)) ?? null,
    realm: ({ realmId }, _args, ctx) => getRealm(ctx, realmId),
    position: (place) => place,
    ref: refOf,
    moderation: moderationOf,
    retiredAt: (place, _args, ctx) => placeRetiredAt(ctx, place),
  },
  Presence: {
    __resolveReference: async ({ id }, ctx) => (await findPresenceById(ctx, id)) ?? null,
    id: presenceId,
    identity: ({ identityId }) => ({ id: identityId }),
    realm: ({ realmId }, _args, ctx) => getRealm(ctx, realmId),
    position: (presence) => presence,
  },
  Identity: {
    __resolveReference: ({ id }) => ({ id }),
    presence: async ({ id }, _args, { loaders }) =>
      (await loaders.currentPresence.load(id)) ?? null,
  },
  RealmConnection: connectionResolvers,
  PlaceConnection: connectionResolvers,
  PresenceConnection: connectionResolvers,
}
