// The loaders of one request.
import type { Kysely } from 'kysely'
import { completionLoader } from './domain/quest-state.ts'
import { completedQuestPages, questLoader } from './domain/quest.ts'
import type { PathLoaders } from './context.ts'
import type { PathTables } from './tables.ts'

export function pathLoaders(db: Kysely<PathTables>): PathLoaders {
  return {
    quest: questLoader(db),
    completedQuests: completedQuestPages(db),
    completion: completionLoader(db),
  }
}
