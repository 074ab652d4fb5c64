// Input rules that @constraint in the SDL cannot express.
import { titleRule } from '#foundation/domain/constraint.ts'
import { readInput } from '#foundation/graphql/input.ts'

export const scrollInput = readInput(new URL('schema.graphql', import.meta.url), {
  'PublishScrollInput.title': titleRule,
  'EditScrollInput.title': titleRule,
})
