// The fields of an organization.
import type { Organization } from '../tables.ts'

export type OrganizationFields = Pick<Organization, 'name' | 'description' | 'house' | 'openToJoin'>
