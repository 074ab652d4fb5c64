// Input rules that @constraint in the SDL cannot express.
import { nonZeroRule, titleRule } from '#foundation/domain/constraint.ts'
import { readInput } from '#foundation/graphql/input.ts'

export const marketInput = readInput(new URL('schema.graphql', import.meta.url), {
  'MintAssetInput.name': titleRule,
  'UpdateAssetInput.name': titleRule,
  'AdjustGoldInput.amount': nonZeroRule,
})
