// The loaders of one request.
import type { Kysely } from 'kysely'
import { createTableLoader } from '#foundation/database/row-loader.ts'
import { completionLoader } from './domain/quest-state.ts'
import { completedQuestPages } from './domain/quest.ts'
import type { PathLoaders } from './context.ts'
import type { PathTables } from './tables.ts'

export function pathLoaders(db: Kysely<PathTables>): PathLoaders {
  return {
    quest: createTableLoader(db, 'quests'),
    completedQuests: completedQuestPages(db),
    completion: completionLoader(db),
  }
}
