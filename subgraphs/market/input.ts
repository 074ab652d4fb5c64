// The rules for what callers send, beside @constraint of the SDL.
import { nonZeroRule, titleRule, wellFormedRule } from '#foundation/domain/constraint.ts'
import { readInput } from '#foundation/graphql/input.ts'

export const marketInput = readInput(new URL('schema.graphql', import.meta.url), {
  'MintAssetInput.name': titleRule,
  'UpdateAssetInput.name': titleRule,
  'AdjustGoldInput.key': wellFormedRule,
  'AdjustGoldInput.amount': nonZeroRule,
  'AdjustGoldInput.reason': wellFormedRule,
})
