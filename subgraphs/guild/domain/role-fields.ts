// What a role says, and what may be wrong with it: the same for mutations and for content files.
import { numberIssues, textIssues, titleIssues } from '#foundation/domain/bounds.ts'
import type { Patch } from '#foundation/domain/changes.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { Role } from '../tables.ts'

export type RoleFields = Pick<Role, 'title' | 'description' | 'minLevel' | 'openings'>

interface Range {
  least: number
  most: number
}

export const ROLE_BOUNDS = {
  title: { most: 100 },
  description: { most: 2_000 },
  minLevel: { least: 1, most: 1_000 },
  /** Of a new role; later there may be none left. */
  openings: { least: 1, most: 1_000 },
  /** Of a file. They are more than can be left: those who have the role count as well. */
  openingsInFile: { least: 0, most: 100_000 },
} as const

/** What is wrong with those that are there; how many openings there may be depends on who says it. */
export function roleIssues(role: Patch<RoleFields>, openings: Range): Issue[] {
  const { title, description } = role
  return [
    ...(typeof title === 'string' ? titleIssues('title', title, ROLE_BOUNDS.title.most) : []),
    ...textIssues('description', description, ROLE_BOUNDS.description.most),
    ...rangeIssues('minLevel', role.minLevel, ROLE_BOUNDS.minLevel),
    ...rangeIssues('openings', role.openings, openings),
  ]
}

function rangeIssues(field: string, value: number | null | undefined, { least, most }: Range) {
  return typeof value === 'number' ? numberIssues(field, value, least, most) : []
}
