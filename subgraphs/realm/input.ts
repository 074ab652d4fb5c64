// The rules for what callers send, beside @constraint of the SDL.
import { checkedLater, type Rule } from '#foundation/domain/constraint.ts'
import { readInput } from '#foundation/graphql/input.ts'
import { wrongBounds, type Bounds } from './domain/space.ts'

/** The bounds of a realm that is added or changed. */
const boundsRule: Rule<Bounds> = ({ value }) => wrongBounds(value, MAX_COORDINATE)

export const realmInput = readInput(new URL('schema.graphql', import.meta.url), {
  'AddRealmInput.bounds': boundsRule,
  'UpdateRealmInput.bounds': boundsRule,
  // The bounds of the realm are narrower, and known once it is found.
  'AddPlaceInput.position': checkedLater,
  'UpdatePlaceInput.position': checkedLater,
  'UpdatePresenceInput.position': checkedLater,
})

/** How far any coordinate may be from zero: distances stay exact to less than a thousandth. */
export const MAX_COORDINATE = realmInput.range('PositionInput.x').most
