// What a realm says.
import type { Bounds } from './space.ts'

export interface RealmFields {
  name: string
  description: string
  bounds: Bounds
}
