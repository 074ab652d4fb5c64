// The context of the Path service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { PageLoader } from '#foundation/database/lists/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type { CompletedQuest, PathTables, Quest, QuestCompletion } from './tables.ts'

/** The key of a completion: a person completes a quest once in a period. */
export type CompletionKey = Pick<QuestCompletion, 'identityId' | 'questId' | 'period'>

export type CompletionLoader = DataLoader<
  CompletionKey,
  (CompletionKey & Pick<QuestCompletion, 'completedAt'>) | undefined,
  string
>

export interface PathLoaders {
  quest: DataLoader<string, Quest | undefined>
  /** Keyed by the person's id. */
  completedQuests: PageLoader<CompletedQuest>
  /** A person's completion of a quest in a period. */
  completion: CompletionLoader
}

export type PathContext = Context<PathTables, PathLoaders, 'identity' | 'market'>
