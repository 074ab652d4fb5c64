// What an organization says, and what may be wrong with it: the same for mutations and for content files.
import { textIssues, titleIssues } from '#foundation/domain/bounds.ts'
import type { Patch } from '#foundation/domain/changes.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { Organization } from '../tables.ts'

export type OrganizationFields = Pick<Organization, 'name' | 'description' | 'house' | 'openToJoin'>

export const ORGANIZATION_BOUNDS = {
  name: { most: 100 },
  description: { most: 2_000 },
  house: { most: 100 },
} as const

/** What is wrong with those that are there. */
export function organizationIssues(organization: Patch<OrganizationFields>): Issue[] {
  const { name, description, house } = organization
  const bounds = ORGANIZATION_BOUNDS
  return [
    ...(typeof name === 'string' ? titleIssues('name', name, bounds.name.most) : []),
    ...textIssues('description', description, bounds.description.most),
    ...(typeof house === 'string' ? titleIssues('house', house, bounds.house.most) : []),
  ]
}
