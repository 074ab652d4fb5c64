// The context of the Realm service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { PageLoader } from '#foundation/database/lists/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type { nearbyPlacePages } from './domain/nearby.ts'
import type { Place, Presence, Realm, RealmTables } from './tables.ts'

export interface RealmLoaders {
  realm: DataLoader<string, Realm | undefined>
  place: DataLoader<string, Place | undefined>
  /** Keyed by the realm's id. */
  places: PageLoader<Place>
  nearbyPlaces: ReturnType<typeof nearbyPlacePages>
  presence: PageLoader<Presence>
  /** A person's presence in a realm. */
  presenceByKey: DataLoader<Pick<Presence, 'identityId' | 'realmId'>, Presence | undefined, string>
  /** Keyed by the person's id. */
  currentPresence: DataLoader<string, Presence | undefined>
}

export type RealmContext = Context<RealmTables, RealmLoaders, 'identity'>
