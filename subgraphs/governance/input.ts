// Input rules that @constraint in the SDL cannot express.
import { readInput } from '#foundation/graphql/input.ts'
import { endTimeRule } from './domain/creation.ts'

export const governanceInput = readInput(new URL('schema.graphql', import.meta.url), {
  'CreateProposalInput.endTime': endTimeRule,
})
