// The context of the Realm service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { PageLoader } from '#foundation/database/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type { nearbyPlacePages } from './domain/nearby.ts'
import type { Place, Presence, Realm, RealmTables } from './tables.ts'

export interface RealmLoaders {
  realm: DataLoader<string, Realm | undefined>
  place: DataLoader<string, Place | undefined>
  /** Of a realm. */
  places: PageLoader<Place>
  nearbyPlaces: ReturnType<typeof nearbyPlacePages>
  presence: PageLoader<Presence>
  /** Of a person in a realm. */
  presenceByKey: DataLoader<Pick<Presence, 'identityId' | 'realmId'>, Presence | undefined, string>
  /** Of a person. */
  currentPresence: DataLoader<string, Presence | undefined>
}

export type RealmContext = Context<RealmTables, RealmLoaders, 'identity'>
