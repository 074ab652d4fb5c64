// What a realm says, and what may be wrong with it: the same for mutations and for content files.
import { visibleTextIssues } from '#foundation/domain/bounds.ts'
import type { Patch } from '#foundation/domain/changes.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { wrongBounds, type Bounds } from './space.ts'

export interface RealmFields {
  name: string
  description: string
  bounds: Bounds
}

export const REALM_BOUNDS = { name: { most: 100 }, description: { most: 2_000 } } as const

/** What is wrong with those that are there. */
export function realmIssues({ name, description, bounds }: Patch<RealmFields>): Issue[] {
  return [
    ...visibleTextIssues('name', name, REALM_BOUNDS.name.most),
    ...visibleTextIssues('description', description, REALM_BOUNDS.description.most),
    ...(bounds ? wrongBounds(bounds) : []),
  ]
}
