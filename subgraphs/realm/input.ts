// The rules for what callers send, beside @constraint of the SDL.
import { checkedLater } from '#foundation/domain/constraint.ts'
import { readInput } from '#foundation/graphql/input.ts'
import { boundsRule } from './domain/space.ts'

export const realmInput = readInput(new URL('schema.graphql', import.meta.url), {
  'AddRealmInput.bounds': boundsRule,
  'UpdateRealmInput.bounds': boundsRule,
  // The bounds of the realm are narrower, and known once it is found.
  'AddPlaceInput.position': checkedLater,
  'UpdatePlaceInput.position': checkedLater,
  'UpdatePresenceInput.position': checkedLater,
})
