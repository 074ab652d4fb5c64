// For migrations: the indexes of searches, and the extension that they need.
import { sql, type Kysely } from 'kysely'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { TRIGRAM_SCHEMA } from '#foundation/domain/trigram.ts'

export interface SearchIndex {
  table: string
  /** The prefix of the index names; the table's name by default. */
  name?: string
  /** See `SearchedTexts`. */
  title: string
  text: string
  /** Which rows are in the list, as SQL; all by default. */
  where?: string
}

/** Adds an index for each part that a search looks at. */
export async function addSearchIndex(
  db: Kysely<unknown>,
  { table, name = table, title, text, where = 'true' }: SearchIndex,
): Promise<void> {
  await addTrigrams(db)
  await sql
    .raw(
      `create index ${name}_search_words on ${table}
       using gin (to_tsvector('simple', ${text})) where ${where}`,
    )
    .execute(db)
  await sql
    .raw(
      `create index ${name}_search_letters on ${table}
       using gin ((${title}) ${TRIGRAM_SCHEMA}.gin_trgm_ops) where ${where}`,
    )
    .execute(db)
}

/** The advisory lock of all who add the extension; the number is arbitrary. */
const ADDING_TRIGRAMS = 4_715_002_026

/** Several services may migrate one database at the same time, so one adds the extension while the others wait. */
async function addTrigrams(db: Kysely<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(ADDING_TRIGRAMS)})`.execute(db)
  const { rows } = await reads(sql<{ schema: string }>`
    select nspname as schema
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`).execute(db)
  const schema = rows[0]?.schema
  if (schema === TRIGRAM_SCHEMA) return
  if (schema !== undefined) throw new Error(elsewhere(schema))
  await sql`create extension pg_trgm schema ${sql.raw(TRIGRAM_SCHEMA)}`
    .execute(db)
    .catch((cause: unknown) => {
      throw new Error(missing(cause), { cause })
    })
}

function elsewhere(schema: string): string {
  return (
    `The extension pg_trgm is in the schema ${schema}, where the services do not look. ` +
    `Move it: alter extension pg_trgm set schema ${TRIGRAM_SCHEMA}.`
  )
}

function missing(cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return (
    `The extension pg_trgm cannot be added: ${reason}. As a user who may, run: ` +
    `create extension pg_trgm schema ${TRIGRAM_SCHEMA}.`
  )
}
