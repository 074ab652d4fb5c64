// The fields of a place.
import type { PlaceRefType } from '../tables.ts'
import type { Position } from './space.ts'

export interface PlaceFields {
  name: string
  kind: string
  position: Position
}

export interface PlaceRef {
  type: PlaceRefType
  id: string
}
