// Erases the idempotency keys of a person, and stored responses to others that name them.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { deleteRowsOf, pagesOf } from '#foundation/database/people/person-rows.ts'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
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

/** A person's idempotency keys of the last day. */
export function exportKeys<Tables>(db: Kysely<Tables>, identityId: string) {
  const keys = asKeys(db)
    .selectFrom('idempotencyKeys')
    .select(['clientId', 'field', 'key', 'createdAt'])
    .where('identityId', '=', identityId)
  return pagesOf('idempotency-keys', keys, { key: ['clientId', 'field', 'key'] })
}

/**
 * Deletes the keys of a person, and the stored responses to others that contain their id or match `isAlso` (a
 * condition on the columns `answer` and `outcomes`). The keys of those responses stay valid.
 */
export async function eraseKeys<Tables>(
  db: Kysely<Tables>,
  identityId: string,
  isAlso: RawBuilder<boolean> = sql`false`,
): Promise<void> {
  const keys = asKeys(db)
  await deleteRowsOf(keys, { table: 'idempotencyKeys', column: 'identityId' }, identityId)
  const isAbout = sql<boolean>`strpos(answer, ${idSuffix(identityId)}) > 0 or ${isAlso}`
  const all = readsAlone(keys.selectFrom('idempotencyKeys').select([...KEY, isAbout.as('isAbout')]))
  for await (const { rows } of pagesOf('keys', all, { key: KEY })) {
    for (const row of rows) if (row.isAbout) await forgetResponse(keys, row)
  }
}

/** Matches stored responses in which one of these fields equals one of these values. */
export function responsesWith(
  fields: readonly string[],
  values: readonly string[],
): RawBuilder<boolean> {
  const pairs = fields.flatMap((field) =>
    values.map((value) => `${JSON.stringify(field)}:${JSON.stringify(value)}`),
  )
  return sql`exists (select from unnest(${pairs}::text[]) as pair where strpos(answer, pair) > 0)`
}

function asKeys<Tables>(db: Kysely<Tables>): Kysely<KeyTables> {
  return db as unknown as Kysely<KeyTables>
}

async function forgetResponse(db: Kysely<KeyTables>, { identityId, ...key }: Key): Promise<void> {
  await db
    .updateTable('idempotencyKeys')
    .set({ answer: null })
    .where('identityId', '=', identityId)
    .where('clientId', '=', key.clientId)
    .where('field', '=', key.field)
    .where('key', '=', key.key)
    .execute()
}
