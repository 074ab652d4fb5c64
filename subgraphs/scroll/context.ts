// What the Scroll service's resolvers and domain functions are handed.
import type { Kysely } from 'kysely'
import type { Context } from '#foundation/service/context.ts'
import { contentLoader, visibleLoaders } from './domain/scroll.ts'
import type { ScrollTables } from './tables.ts'

export type ScrollContext = Context<ScrollTables, ReturnType<typeof scrollLoaders>, 'identity'>

/** The loaders of one request. */
export function scrollLoaders(db: Kysely<ScrollTables>) {
  return { visible: visibleLoaders(db), content: contentLoader(db) }
}
