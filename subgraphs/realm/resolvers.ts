// Field → domain function.
import { connectionResolvers } from '#foundation/pagination.ts'
import { addPlace, findPlaces, getPlace, listPlaces, refOf } from './domain/place.ts'
import { listPresence, updatePresence } from './domain/presence.ts'
import { addRealm, getRealm, listRealms } from './domain/realm.ts'
import { boundsOf } from './domain/space.ts'
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
    addRealm: (_root, { input }, ctx) => addRealm(ctx, input),
    addPlace: (_root, { input }, ctx) => addPlace(ctx, input),
  },
  Realm: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.realm.load(id)) ?? null,
    bounds: boundsOf,
    places: ({ id }, wanted, ctx) => findPlaces(ctx, id, wanted),
    presence: ({ id }, page, { loaders }) => loaders.presence.load(id, page),
  },
  Place: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.place.load(id)) ?? null,
    realm: ({ realmId }, _args, ctx) => getRealm(ctx, realmId),
    position: (place) => place,
    ref: refOf,
  },
  Presence: {
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
