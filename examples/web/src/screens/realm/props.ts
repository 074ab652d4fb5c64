// What the parts of the screen get.
import type { RealmDetailsFragment } from './generated/graphql.ts'
import type { RealmMap } from './geometry.ts'
import type { Spot } from './spots.ts'

export interface RealmProps {
  realm: RealmDetailsFragment
  map: RealmMap
}

/** What the scene and the plan get: they draw the same, and a click does the same in both. */
export interface PictureProps {
  map: RealmMap
  label: string
  /** The id of the place that is open. */
  open: string
  onPlace: (id: string) => void
  onGround: (spot: Spot) => void
}
