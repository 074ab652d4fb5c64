// What an organization says.
import type { Organization } from '../tables.ts'

export type OrganizationFields = Pick<Organization, 'name' | 'description' | 'house' | 'openToJoin'>
