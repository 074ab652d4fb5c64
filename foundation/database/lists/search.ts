// Searching a list: PostgreSQL full text for words, and pg_trgm for typing errors in titles.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { placeholder } from '#foundation/database/built-once.ts'
import type { List, Order } from '#foundation/database/lists/page-statement.ts'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
import { TRIGRAM_SCHEMA } from '#foundation/domain/trigram.ts'

/** The texts that a search compares, as SQL; the indexes use the same expressions. */
export interface SearchedTexts {
  /** A short text: it is compared letter by letter, and decides the rank. */
  title: string
  /** All searchable words, those of the title included. */
  text: string
}

/** The maximum number of matches of a search, because every search sorts its matches. */
const MAX_MATCHES = 1_000

export const BEST_FIRST: Order = {
  column: 'rank',
  id: 'id',
  direction: 'desc',
  type: 'float8',
  name: 'best',
}

export interface Ranked {
  rank: number
}

/** The rows that match the placeholder `search`, with their rank. An index finds them, in no order. */
export function matchesOf<Tables, Row>(
  db: Kysely<Tables>,
  rows: List<Row>,
  texts: SearchedTexts,
): List<Row & Ranked> {
  const found = rows
    .where(isMatch(texts))
    .select(rankOf(texts).as('rank'))
    .limit(MAX_MATCHES) as unknown as List<Row & Ranked>
  const matches = db as unknown as Kysely<never>
  const search = matches.selectFrom(found.as('found')).selectAll()
  return readsAlone(search) as unknown as List<Row & Ranked>
}

const words = placeholder<string>('search')
const query = sql`plainto_tsquery('simple', ${words}::text)`
const trigrams = (name: string) => sql.raw(`${TRIGRAM_SCHEMA}.${name}`)
const similar = sql.raw(`operator(${TRIGRAM_SCHEMA}.%>)`)

/** Null for a search without trigrams, because PostgreSQL would scan the whole index. */
const letters = sql`
  case when ${trigrams('show_trgm')}(${words}::text) <> '{}' then ${words}::text end`

function isMatch({ title, text }: SearchedTexts): RawBuilder<boolean> {
  return sql<boolean>`(
    (${sql.raw(title)}) ${similar} (${letters})
    or to_tsvector('simple', ${sql.raw(text)}) @@ ${query}
  )`
}

/** Ranks exact words in the title before similar ones, and those before words in the text. */
function rankOf({ title }: SearchedTexts): RawBuilder<number> {
  const hasWords = sql`(to_tsvector('simple', ${sql.raw(title)}) @@ ${query})::integer`
  const likeness = sql`${trigrams('word_similarity')}(${words}::text, ${sql.raw(title)})`
  return sql<number>`(${hasWords} + ${likeness})::float8`
}
