// The keys of a person who leaves, and the answers that name them to others.
import { sql, type Kysely } from 'kysely'
import { deleteRowsOf, pagesOf } from '#foundation/database/person-rows.ts'
import { idSuffix } from '#foundation/domain/ids.ts'

interface KeyTables {
  idempotencyKeys: {
    identityId: string
    clientId: string
    field: string
    key: string
    createdAt: Date
    answer: string | null
  }
}

const KEY = ['identityId', 'clientId', 'field', 'key'] as const
type Key = Pick<KeyTables['idempotencyKeys'], (typeof KEY)[number]>

/** The requests of the last day that a person repeated, or might have. */
export function exportKeys<Tables>(db: Kysely<Tables>, identityId: string) {
  const keys = asKeys(db)
    .selectFrom('idempotencyKeys')
    .select(['clientId', 'field', 'key', 'createdAt'])
    .where('identityId', '=', identityId)
  return pagesOf('idempotency-keys', keys, { key: ['clientId', 'field', 'key'] })
}

/**
 * Deletes the keys of a person. Answers to others that contain their id, or one of these texts, are not kept
 * any more: the keys of those still count.
 */
export async function eraseKeys<Tables>(
  db: Kysely<Tables>,
  identityId: string,
  texts: readonly string[] = [],
): Promise<void> {
  const keys = asKeys(db)
  await deleteRowsOf(keys, { table: 'idempotencyKeys', column: 'identityId' }, identityId)
  const words = [idSuffix(identityId), ...texts.map(asInJson)]
  const all = keys.selectFrom('idempotencyKeys').select([...KEY, contains(words).as('isAbout')])
  for await (const { rows } of pagesOf('keys', all, { key: KEY })) {
    for (const row of rows) if (row.isAbout) await forgetAnswer(keys, row)
  }
}

function asKeys<Tables>(db: Kysely<Tables>): Kysely<KeyTables> {
  return db as unknown as Kysely<KeyTables>
}

function asInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function contains(words: readonly string[]) {
  return sql<boolean>`exists (
    select from unnest(${[...words]}::text[]) as word where strpos(answer, word) > 0
  )`
}

async function forgetAnswer(db: Kysely<KeyTables>, { identityId, ...key }: Key): Promise<void> {
  await db
    .updateTable('idempotencyKeys')
    .set({ answer: null })
    .where('identityId', '=', identityId)
    .where('clientId', '=', key.clientId)
    .where('field', '=', key.field)
    .where('key', '=', key.key)
    .execute()
}
