// Places in content files, each in its realm.
import { sql } from 'kysely'
import {
  defineContentKind,
  type ContentContext,
  type ContentEntry,
  type ContentItem,
  type StoredItem,
} from '#foundation/content/kind.ts'
import { retireRows } from '#foundation/content/retirement.ts'
import { visibleTextIssues } from '#foundation/domain/bounds.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { contentId } from '#foundation/domain/ids.ts'
import type { PlaceFields } from '../domain/place-fields.ts'
import { MAX_COORDINATE, realmInput } from '../input.ts'
import { PLACE_REF_TYPES, type Place, type PlaceRefType, type RealmTables } from '../tables.ts'

export interface PlaceItem extends ContentItem, PlaceFields {
  ref?: Ref | undefined
}

interface Ref {
  type: PlaceRefType
  /** Its key in a file, or its id. */
  key: string
}

type Ctx = ContentContext<RealmTables>

const coordinate = (which: string) => ({
  type: 'number',
  minimum: -MAX_COORDINATE,
  maximum: MAX_COORDINATE,
  description: `The ${which} coordinate.`,
})

export const positionSchema = {
  type: 'object',
  properties: { x: coordinate('first'), y: coordinate('second'), z: coordinate('third') },
  required: ['x', 'y', 'z'],
  additionalProperties: false,
}

const schemaOf = (field: string) => realmInput.schema(`AddPlaceInput.${field}`)
const REF_BOUNDS = realmInput.schema('PlaceRefInput.id')

export const placeContent = defineContentKind<RealmTables, PlaceItem>({
  list: 'places',
  prefix: 'place',
  within: 'realms',
  properties: {
    name: {
      type: 'string',
      ...schemaOf('name'),
      description: 'What it is called.',
    },
    kind: {
      type: 'string',
      ...schemaOf('kind'),
      description: 'What kind of place it is, e.g. library.',
    },
    position: { ...positionSchema, description: 'A point within the bounds of the realm.' },
    ref: {
      type: 'object',
      properties: {
        type: { enum: PLACE_REF_TYPES, description: 'What kind of thing it is.' },
        key: {
          type: 'string',
          ...REF_BOUNDS,
          description: 'Its key in the files of the service that has it, or its id.',
        },
      },
      required: ['type', 'key'],
      additionalProperties: false,
      description: 'What it points at. Whether it exists is not asked.',
    },
  },
  required: ['name', 'kind', 'position'],
  issues: itemIssues,
  references: ({ ref }) =>
    ref ? [{ field: 'ref.key', prefix: ref.type.toLowerCase(), key: ref.key }] : [],
  normalize: withRefId,
  find: findPlaces,
  add: addPlaces,
  update: updatePlace,
  retire: ({ trx, now }, stored) => retireRows(trx, 'places', stored, now()),
})

function itemIssues({ ref, ...place }: PlaceItem): Issue[] {
  return [
    ...realmInput.issues('AddPlaceInput', place),
    ...visibleTextIssues('ref.key', ref?.key, Number(REF_BOUNDS.maxLength)),
  ]
}

/** A key and the id derived from it name the same item. */
function withRefId({ ref, ...place }: PlaceItem): PlaceItem {
  return ref ? { ...place, ref: { type: ref.type, key: refIdOf(ref) } } : place
}

function refIdOf({ type, key }: Ref): string {
  return contentId(type.toLowerCase(), key)
}

async function findPlaces({ trx }: Ctx, ids?: readonly string[]): Promise<StoredItem<PlaceItem>[]> {
  const places = trx.selectFrom('places').selectAll().orderBy('createdAt').orderBy('id')
  const wanted =
    ids === undefined
      ? places.where('retiredAt', 'is', null)
      : places.where('id', '=', sql<string>`any(${[...ids]})`).forNoKeyUpdate()
  return (await wanted.execute()).map(toStored)
}

function toStored(place: Place): StoredItem<PlaceItem> {
  const { id, realmId, contentKey, name, kind, x, y, z, createdAt, retiredAt } = place
  return {
    id,
    parentId: realmId,
    contentKey,
    retired: retiredAt !== null,
    item: {
      key: contentKey ?? id,
      name,
      kind,
      position: { x, y, z },
      ref: refOf(place),
      createdAt: createdAt.toISOString(),
    },
  }
}

function refOf({ refType: type, refId, refKey }: Place): Ref | undefined {
  if (type === null || refId === null) return undefined
  const isGood = refKey !== null && refIdOf({ type, key: refKey }) === refId
  return { type, key: isGood ? refKey : refId }
}

async function addPlaces({ trx }: Ctx, entries: readonly ContentEntry<PlaceItem>[]): Promise<void> {
  const rows = entries.map(({ id, parentId, item, createdAt }) => ({
    id,
    realmId: parentId!,
    createdAt,
    ...columnsOf(item),
  }))
  await trx.insertInto('places').values(rows).execute()
}

async function updatePlace(
  { trx }: Ctx,
  { id, item, createdAt }: ContentEntry<PlaceItem>,
): Promise<void> {
  await trx
    .updateTable('places')
    .set({ ...columnsOf(item), retiredAt: null })
    .$if(item.createdAt !== undefined, (query) => query.set({ createdAt }))
    .where('id', '=', id)
    .execute()
}

function columnsOf({ key, name, kind, position: { x, y, z }, ref }: PlaceItem) {
  const refColumns = {
    refType: ref?.type ?? null,
    refId: ref ? refIdOf(ref) : null,
    refKey: ref?.key ?? null,
  }
  return { contentKey: key, name, kind, x, y, z, ...refColumns }
}
