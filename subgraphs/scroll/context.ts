// The context of the Scroll service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { PageLoader } from '#foundation/database/lists/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type { ContentLoader } from './domain/content.ts'
import type { ScrollCaller, Reader } from './domain/person.ts'
import type { Scroll, ScrollRevision, ScrollTables } from './tables.ts'

/** Loaders that return only what the caller may see. */
export interface VisibleLoaders {
  reader: Reader
  scroll: DataLoader<string, Scroll | undefined>
  /** Keyed by the author's id. */
  scrollsOf: PageLoader<Scroll>
}

export interface ScrollLoaders {
  visible: (asking: ScrollCaller) => Promise<VisibleLoaders>
  content: ContentLoader
  revision: DataLoader<string, ScrollRevision | undefined>
  /** Keyed by the scroll's id. */
  revisions: PageLoader<ScrollRevision>
  revisionContent: ContentLoader
}

export type ScrollContext = Context<ScrollTables, ScrollLoaders, 'identity'>
