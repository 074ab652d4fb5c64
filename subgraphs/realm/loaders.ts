// The loaders of one request.
import { createTableLoader } from '#foundation/database/reads/row-loader.ts'
import { lazyMembers } from '#foundation/service/lazy-members.ts'
import type { LoaderSource } from '#foundation/service/subgraph.ts'
import { nearbyPlacePages } from './domain/nearby.ts'
import { placePages } from './domain/place.ts'
import { currentPresenceLoader, presenceByKeyLoader, presencePages } from './domain/presence.ts'
import type { RealmLoaders } from './context.ts'
import type { RealmTables } from './tables.ts'

export const realmLoaders = lazyMembers<LoaderSource<RealmTables>, RealmLoaders>({
  realm: ({ db }) => createTableLoader(db, 'realms'),
  place: ({ db }) => createTableLoader(db, 'places'),
  places: ({ db }) => placePages(db),
  nearbyPlaces: ({ db }) => nearbyPlacePages(db),
  presence: ({ db, now }) => presencePages(db, now),
  presenceByKey: ({ db, now }) => presenceByKeyLoader(db, now),
  currentPresence: ({ db, now }) => currentPresenceLoader(db, now),
})
