// What the Path service's resolvers and domain functions are handed.
import type { Kysely } from 'kysely'
import type { Context } from '#foundation/service/context.ts'
import { completedQuestPages, questLoader } from './domain/quest.ts'
import type { PathTables } from './tables.ts'

export type PathContext = Context<PathTables, ReturnType<typeof pathLoaders>, 'identity' | 'market'>

/** The loaders of one request. */
export function pathLoaders(db: Kysely<PathTables>) {
  return { quest: questLoader(db), completedQuests: completedQuestPages(db) }
}
