// What the parts of the screen get.
import type { RealmDetailsFragment, RealmQuery } from './generated/graphql.ts'
import type { RealmMap } from './geometry.ts'
import type { Spot } from './spots.ts'

export interface RealmProps {
  realm: RealmDetailsFragment
  me: RealmQuery['me']
}

/** Of the scene and of the plan. */
export interface PictureProps {
  map: RealmMap
  label: string
  ownId: string | undefined
  /** The id of the place that is open. */
  open: string
  onPlace: (id: string) => void
  onGround: (spot: Spot) => void
}
