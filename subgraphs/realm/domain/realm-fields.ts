// The fields of a realm.
import type { Bounds } from './space.ts'

export interface RealmFields {
  name: string
  description: string
  bounds: Bounds
}
