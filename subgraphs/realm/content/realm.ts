// Realms in content files, with their places.
import { sql } from 'kysely'
import {
  defineContentKind,
  type ContentContext,
  type ContentEntry,
  type ContentItem,
  type StoredItem,
} from '#foundation/content/kind.ts'
import { refuseEntries } from '#foundation/content/refusal.ts'
import { retireRows } from '#foundation/content/retirement.ts'
import { changesOf } from '#foundation/domain/changes.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { contentId } from '#foundation/domain/ids.ts'
import { outsideIssues, removePresencesOutside } from '../domain/inside.ts'
import type { RealmFields } from '../domain/realm-fields.ts'
import { boundsOf, cornersOf, outsideOf, wrongBounds } from '../domain/space.ts'
import { MAX_COORDINATE, realmInput } from '../input.ts'
import { positionSchema, type PlaceItem } from './place.ts'
import type { Realm, RealmTables } from '../tables.ts'

interface RealmItem extends ContentItem, RealmFields {
  places?: readonly PlaceItem[]
}

type Ctx = ContentContext<RealmTables>

const schemaOf = (field: string) => realmInput.schema(`AddRealmInput.${field}`)

export const realmContent = defineContentKind<RealmTables, RealmItem>({
  list: 'realms',
  prefix: 'realm',
  properties: {
    name: {
      type: 'string',
      ...schemaOf('name'),
      description: 'What it is called.',
    },
    description: {
      type: 'string',
      ...schemaOf('description'),
      description: 'What it is like.',
    },
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
  },
  required: ['name', 'description', 'bounds'],
  issues: (realm) => [...realmInput.issues('AddRealmInput', realm), ...placesOutside(realm)],
  find: findRealms,
  add: addRealms,
  update: updateRealm,
  retire: ({ trx, now }, stored) => retireRows(trx, 'realms', stored, now()),
})

function placesOutside({ bounds, places = [] }: RealmItem): Issue[] {
  if (wrongBounds(bounds, MAX_COORDINATE).length > 0) return []
  return places.flatMap(({ position }, index) =>
    outsideOf(bounds, `places.${index}.position`, position),
  )
}

async function findRealms({ trx }: Ctx, ids?: readonly string[]): Promise<StoredItem<RealmItem>[]> {
  const realms = trx.selectFrom('realms').selectAll().orderBy('createdAt').orderBy('id')
  const wanted =
    ids === undefined
      ? realms.where('retiredAt', 'is', null)
      : realms.where('id', '=', sql<string>`any(${[...ids]})`).forNoKeyUpdate()
  return (await wanted.execute()).map(toStored)
}

function toStored(realm: Realm): StoredItem<RealmItem> {
  const { id, contentKey, name, description, createdAt, retiredAt } = realm
  const bounds = boundsOf(realm)
  return {
    id,
    contentKey,
    retired: retiredAt !== null,
    item: { key: contentKey ?? id, name, description, bounds, createdAt: createdAt.toISOString() },
  }
}

async function addRealms({ trx }: Ctx, entries: readonly ContentEntry<RealmItem>[]): Promise<void> {
  const rows = entries.map(({ id, item, createdAt }) => ({ id, createdAt, ...columnsOf(item) }))
  await trx.insertInto('realms').values(rows).execute()
}

async function updateRealm(
  { trx }: Ctx,
  entry: ContentEntry<RealmItem>,
  { item: before }: StoredItem<RealmItem>,
): Promise<void> {
  const { id, item, createdAt } = entry
  const realm = await trx
    .updateTable('realms')
    .set({ ...columnsOf(item), retiredAt: null })
    .$if(item.createdAt !== undefined, (query) => query.set({ createdAt }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const moved = changesOf(cornersOf(before.bounds), cornersOf(item.bounds))
  if (Object.keys(moved).length > 0) await moveBounds(trx, entry, realm)
}

/** The places in the file are moved next; the others must already be within the new bounds. */
async function moveBounds(
  trx: Ctx['trx'],
  entry: ContentEntry<RealmItem>,
  realm: Realm,
): Promise<void> {
  const moved = (entry.item.places ?? []).map(({ key }) => contentId('place', key))
  const issues = await outsideIssues(trx, realm, moved)
  refuseEntries(issues.map((issue) => ({ entry, issue })))
  await removePresencesOutside(trx, realm)
}

function columnsOf({ key, name, description, bounds }: RealmItem) {
  return { contentKey: key, name, description, ...cornersOf(bounds) }
}
