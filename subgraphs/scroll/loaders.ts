// The loaders of one request.
import type { Kysely } from 'kysely'
import { contentLoader } from './domain/content.ts'
import { revisionLoader, revisionPages } from './domain/revision.ts'
import { visibleLoaders } from './domain/scroll.ts'
import type { ScrollLoaders } from './context.ts'
import type { ScrollTables } from './tables.ts'

export function scrollLoaders(db: Kysely<ScrollTables>): ScrollLoaders {
  return {
    visible: visibleLoaders(db),
    content: contentLoader(db, 'scrolls'),
    revision: revisionLoader(db),
    revisions: revisionPages(db),
    revisionContent: contentLoader(db, 'scrollRevisions'),
  }
}
