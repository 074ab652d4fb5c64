// Rows for stories of the Realm service: realms and places.
import { newId } from '#foundation/domain/ids.ts'
import type { Place, Realm, RealmTables } from '../../subgraphs/realm/tables.ts'
import type { World } from './story.ts'

/** Adds a realm that extends a thousand in each direction, and returns its id. */
export async function addRealm(
  world: World,
  about: Partial<Omit<Realm, 'id'>> = {},
): Promise<string> {
  const realm = {
    id: newId('realm'),
    name: 'The Beacon Hills',
    description: 'Hills, each in sight of the next.',
    minX: -1_000,
    minY: -1_000,
    minZ: -1_000,
    maxX: 1_000,
    maxY: 1_000,
    maxZ: 1_000,
    ...about,
  }
  await world.tables<RealmTables>('realm').insertInto('realms').values(realm).execute()
  return realm.id
}

/** Adds a place, by default in a new realm, and returns its id. */
export async function addPlace(
  world: World,
  about: Partial<Omit<Place, 'id'>> = {},
): Promise<string> {
  const place = {
    id: newId('place'),
    realmId: about.realmId ?? (await addRealm(world)),
    name: 'The Beacon',
    kind: 'landmark',
    x: 0,
    y: 0,
    z: 0,
    refType: null,
    refId: null,
    ...about,
  }
  await world.tables<RealmTables>('realm').insertInto('places').values(place).execute()
  return place.id
}
