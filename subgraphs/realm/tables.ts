// The tables of the Realm service's own schema.
import type { Generated, Selectable } from 'kysely'

export interface RealmTables {
  realms: RealmTable
  places: PlaceTable
  presences: PresenceTable
}

/** What a place can point at, as the other services name it. */
export type PlaceRefType = 'Quest' | 'Scroll' | 'Organization' | 'Course'

interface RealmTable {
  id: string
  name: string
  description: string
  minX: number
  minY: number
  minZ: number
  maxX: number
  maxY: number
  maxZ: number
  createdAt: Generated<Date>
}

interface PlaceTable {
  id: string
  realmId: string
  name: string
  kind: string
  x: number
  y: number
  z: number
  /** Both or neither. */
  refType: PlaceRefType | null
  refId: string | null
  createdAt: Generated<Date>
}

/** Where a person was seen last in a realm: one row for each of both, however much they move. */
interface PresenceTable {
  identityId: string
  realmId: string
  x: number
  y: number
  z: number
  updatedAt: Date
}

export type Realm = Selectable<RealmTable>
export type Place = Selectable<PlaceTable>
export type Presence = Selectable<PresenceTable>
