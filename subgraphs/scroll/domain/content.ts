// The contents of scrolls and revisions, which are long and only read where they are selected.
import DataLoader from 'dataloader'
import { sql, type Kysely } from 'kysely'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
import type { Scroll, ScrollTables } from '../tables.ts'

/** The columns on which the visibility of a scroll depends. */
const SHOWN = ['visibility', 'withdrawnAt', 'hiddenAt'] as const

export type Shown = Pick<Scroll, (typeof SHOWN)[number]>

/** The visibility when the content was read; undefined for a revision. */
export type ShownThen = { [Column in keyof Shown]: Shown[Column] | undefined }

type Content = ShownThen & { id: string; content: string }

export type ContentLoader = DataLoader<string, Content | undefined>

/** The maximum content that one statement reads, in bytes. A single larger scroll may exceed it. */
const CONTENT_AT_ONCE = 1024 * 1024

/** Loads the contents of scrolls or revisions. It checks no permission: use it for rows that the caller may see. */
export function contentLoader(
  db: Kysely<ScrollTables>,
  table: 'scrolls' | 'scrollRevisions',
): ContentLoader {
  return new DataLoader(async (ids) => {
    const byId = new Map<string, Content>()
    for (let left = [...ids]; left.length > 0; left = left.filter((id) => !byId.has(id))) {
      const rows = await readContents(db, table, left)
      if (rows.length === 0) break
      for (const row of rows) byId.set(row.id, row)
    }
    return ids.map((id) => byId.get(id))
  })
}

/** Reads the contents of as many scrolls as fit in CONTENT_AT_ONCE, at least one. */
function readContents(
  db: Kysely<ScrollTables>,
  table: 'scrolls' | 'scrollRevisions',
  ids: string[],
): Promise<Content[]> {
  const size = sql<number>`octet_length(content)`
  const scrolls = db
    // Revisions have these columns as well.
    .selectFrom(table as 'scrolls')
    .select(['id', 'content', sql<number>`sum(${size}) over (order by id) - ${size}`.as('before')])
    .$if(table === 'scrolls', (ofScrolls) => ofScrolls.select(SHOWN))
    .where('id', '=', sql<string>`any(${ids})`)
  const fitting = db
    .selectFrom(scrolls.as('scroll'))
    .selectAll()
    .where('before', '<', CONTENT_AT_ONCE)
  return readsAlone(fitting).execute()
}
