// What a role says.
import type { Role } from '../tables.ts'

export type RoleFields = Pick<Role, 'title' | 'description' | 'minLevel' | 'openings'>
