// The loaders of one request.
import type { Kysely } from 'kysely'
import { createTableLoader } from '#foundation/database/row-loader.ts'
import { nearbyPlacePages } from './domain/nearby.ts'
import { placePages } from './domain/place.ts'
import { currentPresenceLoader, presenceByKeyLoader, presencePages } from './domain/presence.ts'
import type { RealmLoaders } from './context.ts'
import type { RealmTables } from './tables.ts'

export function realmLoaders(db: Kysely<RealmTables>, now: () => Date): RealmLoaders {
  return {
    realm: createTableLoader(db, 'realms'),
    place: createTableLoader(db, 'places'),
    places: placePages(db),
    nearbyPlaces: nearbyPlacePages(db),
    presence: presencePages(db, now),
    presenceByKey: presenceByKeyLoader(db, now),
    currentPresence: currentPresenceLoader(db, now),
  }
}
