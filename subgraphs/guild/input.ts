// Input rules that @constraint in the SDL cannot express.
import { titleRule } from '#foundation/domain/constraint.ts'
import { readInput } from '#foundation/graphql/input.ts'

export const guildInput = readInput(new URL('schema.graphql', import.meta.url), {
  'FoundOrganizationInput.name': titleRule,
  'PostRoleInput.title': titleRule,
  'UpdateOrganizationInput.name': titleRule,
  'UpdateOrganizationInput.house': titleRule,
  'AddRoleInput.title': titleRule,
  'UpdateRoleInput.title': titleRule,
  'EditOrganizationInput.name': titleRule,
  'EditRoleInput.title': titleRule,
})
