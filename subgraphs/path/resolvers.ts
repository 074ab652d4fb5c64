// Field → domain function.
import { connectionResolvers } from '#foundation/database/lists/pagination.ts'
import { watchEntity } from '#foundation/events/occurrences.ts'
import { completeQuest, findNewlyCompleted } from './domain/completion.ts'
import { addQuest, restoreQuest, retireQuest, updateQuest } from './domain/quest-changes.ts'
import { findMyState } from './domain/quest-state.ts'
import { getQuest, listQuests } from './domain/quest.ts'
import type { Resolvers } from './schema.generated.ts'

export const resolvers: Resolvers = {
  Query: {
    quests: (_root, page, ctx) => listQuests(ctx, page),
    quest: (_root, { id }, ctx) => getQuest(ctx, id),
  },
  Mutation: {
    completeQuest: (_root, { questId }, ctx) => completeQuest(ctx, questId),
    addQuest: (_root, { input }, ctx) => addQuest(ctx, input),
    updateQuest: (_root, { input }, ctx) => updateQuest(ctx, input),
    retireQuest: (_root, { questId }, ctx) => retireQuest(ctx, questId),
    restoreQuest: (_root, { questId }, ctx) => restoreQuest(ctx, questId),
  },
  Subscription: {
    quest: {
      subscribe: (_root, { id, since }, ctx) => watchEntity(ctx, [id], { since }),
      resolve: (_root, { id }, ctx) => getQuest(ctx, id),
    },
  },
  Quest: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.quest.load(id)) ?? null,
    myState: (quest, _args, ctx) => findMyState(ctx, quest),
  },
  QuestCompletionResult: {
    quest: ({ questId }, _args, ctx) => getQuest(ctx, questId),
    completedQuestEdge: (result, _args, ctx) => findNewlyCompleted(ctx, result),
    identity: ({ identityId }) => ({ id: identityId }),
  },
  QuestConnection: connectionResolvers,
  Identity: {
    __resolveReference: ({ id }) => ({ id }),
    completedQuests: ({ id }, page, { loaders }) => loaders.completedQuests.load(id, page),
  },
}
