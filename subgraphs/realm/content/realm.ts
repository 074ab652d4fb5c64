// Realms in content files, with their places.
import {
  defineContentKind,
  type ContentContext,
  type ContentEntry,
  type ContentItem,
} from '#foundation/content/kind.ts'
import { refuseEntries } from '#foundation/content/refusal.ts'
import { rowKind } from '#foundation/content/row-kind.ts'
import { changesOf } from '#foundation/domain/changes.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { contentId } from '#foundation/domain/ids.ts'
import { outsideIssues, removePresencesOutside } from '../domain/inside.ts'
import type { RealmFields } from '../domain/realm-fields.ts'
import { boundsOf, cornersOf, outsideOf, wrongBounds, type RealmSpace } from '../domain/space.ts'
import { MAX_COORDINATE, realmInput } from '../input.ts'
import { positionSchema, type PlaceItem } from './place.ts'
import type { Realm, RealmTables } from '../tables.ts'

interface RealmItem extends ContentItem, RealmFields {
  places?: readonly PlaceItem[]
}

type Ctx = ContentContext<RealmTables>

const realmRows = rowKind<RealmTables, Realm, RealmItem>({
  list: 'realms',
  prefix: 'realm',
  table: 'realms',
  columns: realmInput.schemas('AddRealmInput', {
    name: 'What it is called.',
    description: 'What it is like.',
    bounds: {
      type: 'object',
      properties: {
        min: { ...positionSchema, description: 'The corner with the least coordinates.' },
        max: { ...positionSchema, description: 'The corner with the greatest coordinates.' },
      },
      required: ['min', 'max'],
      additionalProperties: false,
      description: 'How far it reaches: all its places lie within.',
    },
  }),
  mapped: { bounds: { toColumns: cornersOf, fromRow: boundsOf } },
  issues: (realm) => [...realmInput.issues('AddRealmInput', realm), ...placesOutside(realm)],
})

export const realmContent = defineContentKind<RealmTables, RealmItem>({
  ...realmRows,
  async update(ctx, entry, { item: before }) {
    await realmRows.update(ctx, entry)
    const corners = cornersOf(entry.item.bounds)
    const moved = changesOf(cornersOf(before.bounds), corners)
    if (Object.keys(moved).length > 0)
      await moveBounds(ctx.trx, entry, { id: entry.id, ...corners })
  },
})

function placesOutside({ bounds, places = [] }: RealmItem): Issue[] {
  if (wrongBounds(bounds, MAX_COORDINATE).length > 0) return []
  return places.flatMap(({ position }, index) =>
    outsideOf(bounds, `places.${index}.position`, position),
  )
}

/** Checks new bounds, and removes people outside. Places in the file are moved next; others must be inside already. */
async function moveBounds(
  trx: Ctx['trx'],
  entry: ContentEntry<RealmItem>,
  realm: RealmSpace,
): Promise<void> {
  const moved = (entry.item.places ?? []).map(({ key }) => contentId('place', key))
  const issues = await outsideIssues(trx, realm, moved)
  refuseEntries(issues.map((issue) => ({ entry, issue })))
  await removePresencesOutside(trx, realm)
}
