// What the Realm service's resolvers and domain functions are handed.
import type { Kysely } from 'kysely'
import type { Context } from '#foundation/service/context.ts'
import { nearbyPlacePages } from './domain/nearby.ts'
import { placeLoader, placePages } from './domain/place.ts'
import { currentPresenceLoader, presencePages } from './domain/presence.ts'
import { realmLoader } from './domain/realm.ts'
import type { RealmTables } from './tables.ts'

export type RealmContext = Context<RealmTables, ReturnType<typeof realmLoaders>, 'identity'>

/** The loaders of one request. */
export function realmLoaders(db: Kysely<RealmTables>, now: () => Date) {
  return {
    realm: realmLoader(db),
    place: placeLoader(db),
    places: placePages(db),
    nearbyPlaces: nearbyPlacePages(db),
    presence: presencePages(db, now),
    currentPresence: currentPresenceLoader(db, now),
  }
}
