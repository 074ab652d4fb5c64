// The keys of a person who leaves, and the answers that name them to others.
import { sql, type Kysely } from 'kysely'
import { deleteRowsOf, pagesOf, ROWS_AT_ONCE } from '#foundation/database/person-rows.ts'
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
  const column = { table: 'idempotencyKeys', column: 'identityId' } as const
  await deleteRowsOf(asKeys(db), column, identityId)
  const words = [idSuffix(identityId), ...texts.map(asInJson)]
  for (let last: Key | undefined = FIRST; last;) last = await forgetAnswers(db, words, last)
}

function asKeys<Tables>(db: Kysely<Tables>): Kysely<KeyTables> {
  return db as unknown as Kysely<KeyTables>
}

function asInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

type Key = Omit<KeyTables['idempotencyKeys'], 'createdAt' | 'answer'>

const FIRST: Key = { identityId: '', clientId: '', field: '', key: '' }

/** Of the keys after that one, as many as one statement reads. Returns the last of them. */
async function forgetAnswers<Tables>(
  db: Kysely<Tables>,
  words: readonly string[],
  { identityId, clientId, field, key }: Key,
): Promise<Key | undefined> {
  const { rows } = await sql<Key>`
    with page as (
      select identity_id, client_id, field, key, answer from idempotency_keys
      where (identity_id, client_id, field, key) > (${identityId}, ${clientId}, ${field}, ${key})
      order by identity_id, client_id, field, key limit ${sql.lit(ROWS_AT_ONCE)}
    ), forgotten as (
      update idempotency_keys as kept set answer = null from page
      where (kept.identity_id, kept.client_id, kept.field, kept.key)
          = (page.identity_id, page.client_id, page.field, page.key)
        and exists (select from unnest(${[...words]}::text[]) as word where strpos(page.answer, word) > 0)
    )
    select identity_id, client_id, field, key from page
    order by identity_id desc, client_id desc, field desc, key desc limit 1`.execute(db)
  return rows[0]
}
