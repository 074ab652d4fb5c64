// Input rules that @constraint in the SDL cannot express.
import { checkedLater, type Rule } from '#foundation/domain/constraint.ts'
import { readInput } from '#foundation/graphql/input.ts'
import { wrongBounds, type Bounds } from './domain/space.ts'

/** The bounds of a realm that is added or changed. */
const boundsRule: Rule<Bounds> = ({ value }) => wrongBounds(value, MAX_COORDINATE)

export const realmInput = readInput(new URL('schema.graphql', import.meta.url), {
  'AddRealmInput.bounds': boundsRule,
  'UpdateRealmInput.bounds': boundsRule,
  // Positions are checked once the realm is found, because its bounds are narrower.
  'AddPlaceInput.position': checkedLater,
  'UpdatePlaceInput.position': checkedLater,
  'UpdatePresenceInput.position': checkedLater,
})

/** The maximum of a coordinate. Up to it, distances are exact to a thousandth. */
export const MAX_COORDINATE = realmInput.range('PositionInput.x').max
