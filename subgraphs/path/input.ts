// Input rules that @constraint in the SDL cannot express.
import { titleRule } from '#foundation/domain/constraint.ts'
import { readInput } from '#foundation/graphql/input.ts'

export const pathInput = readInput(new URL('schema.graphql', import.meta.url), {
  'AddQuestInput.title': titleRule,
  'UpdateQuestInput.title': titleRule,
})
