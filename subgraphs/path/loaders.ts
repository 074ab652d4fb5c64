// The loaders of one request.
import { createTableLoader } from '#foundation/database/reads/row-loader.ts'
import { lazyMembers } from '#foundation/service/lazy-members.ts'
import type { LoaderSource } from '#foundation/service/subgraph.ts'
import { completionLoader } from './domain/quest-state.ts'
import { completedQuestPages } from './domain/quest.ts'
import type { PathLoaders } from './context.ts'
import type { PathTables } from './tables.ts'

export const pathLoaders = lazyMembers<LoaderSource<PathTables>, PathLoaders>({
  quest: ({ db }) => createTableLoader(db, 'quests'),
  completedQuests: ({ db }) => completedQuestPages(db),
  completion: ({ db }) => completionLoader(db),
})
