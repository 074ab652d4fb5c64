// The tables of the Realm service's own schema.
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { RowCountLog } from '#foundation/database/migrations/row-count.ts'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'

export interface RealmTables extends AuditOutboxTables {
  realms: RealmTable
  places: PlaceTable
  placesCount: RowCountLog<Pick<PlaceTable, 'realmId'>>
  presences: PresenceTable
}

/** The types that a place can refer to. */
export const PLACE_REF_TYPES = ['Quest', 'Scroll', 'Organization', 'Course'] as const
export type PlaceRefType = (typeof PLACE_REF_TYPES)[number]

/** A column that need not be named in an insert. */
type Nullable<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>

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
  /** Null for a place that was retired with its realm. */
  retiredAt: Nullable<Date>
  /** The key in the content file that it comes from. */
  contentKey: Nullable<string>
}

interface PlaceTable {
  id: string
  realmId: string
  name: string
  kind: string
  x: number
  y: number
  z: number
  /** Set together with `refId`. */
  refType: PlaceRefType | null
  refId: string | null
  /** The key of the target in a content file; valid only while the target's id equals `refId`. */
  refKey: Nullable<string>
  createdAt: Generated<Date>
  retiredAt: Nullable<Date>
  /** When an administrator hid it, and why. */
  hiddenAt: Nullable<Date>
  hiddenReason: Nullable<string>
  contentKey: Nullable<string>
}

/** The last position of a person in a realm: one row per person and realm. */
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
