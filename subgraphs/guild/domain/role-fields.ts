// The fields of a role.
import type { Role } from '../tables.ts'

export type RoleFields = Pick<Role, 'title' | 'description' | 'minLevel' | 'openings'>
