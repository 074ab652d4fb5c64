// Places in content files, each in its realm.
import type { ContentItem } from '#foundation/content/kind.ts'
import { rowKind } from '#foundation/content/row-kind.ts'
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
  /** The key of the target in a file, or its id. */
  key: string
}

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

const { maxLength: maxRefLength } = realmInput.constraint('PlaceRefInput.id')

export const placeContent = rowKind<RealmTables, Place, PlaceItem>({
  list: 'places',
  prefix: 'place',
  within: 'realms',
  table: 'places',
  parent: 'realmId',
  columns: realmInput.schemas('AddPlaceInput', {
    name: 'What it is called.',
    kind: 'What kind of place it is, e.g. library.',
    position: { ...positionSchema, description: 'A point within the bounds of the realm.' },
    ref: {
      type: 'object',
      properties: {
        type: { enum: PLACE_REF_TYPES, description: 'What kind of thing it is.' },
        key: realmInput.schema(
          'PlaceRefInput.id',
          'Its key in the files of the service that has it, or its id.',
        ),
      },
      required: ['type', 'key'],
      additionalProperties: false,
      description: 'What it points at. Whether it exists is not asked.',
    },
  }),
  optional: ['ref'],
  mapped: {
    position: {
      toColumns: ({ x, y, z }) => ({ x, y, z }),
      fromRow: ({ x, y, z }) => ({ x, y, z }),
    },
    ref: { toColumns: refColumns, fromRow: refOf },
  },
  issues: itemIssues,
  references: ({ ref }) =>
    ref ? [{ field: 'ref.key', prefix: ref.type.toLowerCase(), key: ref.key }] : [],
  normalize: withRefId,
})

function itemIssues({ ref, ...place }: PlaceItem): Issue[] {
  return [
    ...realmInput.issues('AddPlaceInput', place),
    ...visibleTextIssues('ref.key', ref?.key, maxRefLength!),
  ]
}

/** Replaces a key by its id, because both name the same target. */
function withRefId({ ref, ...place }: PlaceItem): PlaceItem {
  return ref ? { ...place, ref: { type: ref.type, key: refIdOf(ref) } } : place
}

function refIdOf({ type, key }: Ref): string {
  return contentId(type.toLowerCase(), key)
}

function refOf({ refType: type, refId, refKey }: Place): Ref | undefined {
  if (type === null || refId === null) return undefined
  const isGood = refKey !== null && refIdOf({ type, key: refKey }) === refId
  return { type, key: isGood ? refKey : refId }
}

function refColumns(ref: Ref | undefined) {
  return {
    refType: ref?.type ?? null,
    refId: ref ? refIdOf(ref) : null,
    refKey: ref?.key ?? null,
  }
}
