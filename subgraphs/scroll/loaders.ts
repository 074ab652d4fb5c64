// The loaders of one request.
import { lazyMembers } from '#foundation/service/lazy-members.ts'
import type { LoaderSource } from '#foundation/service/subgraph.ts'
import { contentLoader } from './domain/content.ts'
import { revisionLoader, revisionPages } from './domain/revision.ts'
import { visibleLoaders } from './domain/scroll.ts'
import type { ScrollLoaders } from './context.ts'
import type { ScrollTables } from './tables.ts'

export const scrollLoaders = lazyMembers<LoaderSource<ScrollTables>, ScrollLoaders>({
  visible: ({ db }) => visibleLoaders(db),
  content: ({ db }) => contentLoader(db, 'scrolls'),
  revision: ({ db }) => revisionLoader(db),
  revisions: ({ db }) => revisionPages(db),
  revisionContent: ({ db }) => contentLoader(db, 'scrollRevisions'),
})
