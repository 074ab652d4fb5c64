// What a place says, and what may be wrong with it: the same for mutations and for content files.
import { visibleTextIssues } from '#foundation/domain/bounds.ts'
import type { Patch } from '#foundation/domain/changes.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { PlaceRefType } from '../tables.ts'
import type { Position } from './space.ts'

export interface PlaceFields {
  name: string
  kind: string
  position: Position
}

export interface PlaceRef {
  type: PlaceRefType
  id: string
}

export const PLACE_BOUNDS = {
  name: { most: 100 },
  kind: /^[a-z][a-z0-9_]{0,31}$/,
  ref: { most: 100 },
} as const

/** What is wrong with those that are there, apart from the bounds of the realm. */
export function placeIssues({ name, kind, ref }: Patch<PlaceFields & { ref: PlaceRef }>): Issue[] {
  return [
    ...visibleTextIssues('name', name, PLACE_BOUNDS.name.most),
    ...kindIssues(kind),
    ...visibleTextIssues('ref.id', ref?.id, PLACE_BOUNDS.ref.most),
  ]
}

function kindIssues(kind: string | null | undefined): Issue[] {
  if (kind === null || kind === undefined || PLACE_BOUNDS.kind.test(kind)) return []
  return [{ field: 'kind', reason: 'must begin with a-z and hold at most 32 of a-z, 0-9 and _' }]
}
