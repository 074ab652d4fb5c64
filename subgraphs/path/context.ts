// The context of the Path service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { PageLoader } from '#foundation/database/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type { CompletedQuest, PathTables, Quest, QuestCompletion } from './tables.ts'

export interface PathLoaders {
  quest: DataLoader<string, Quest | undefined>
  /** Of a person. */
  completedQuests: PageLoader<CompletedQuest>
  /** When a person completed a quest in a period. */
  completedAt: DataLoader<
    Pick<QuestCompletion, 'identityId' | 'questId' | 'period'>,
    Date | undefined,
    string
  >
}

export type PathContext = Context<PathTables, PathLoaders, 'identity' | 'market'>
