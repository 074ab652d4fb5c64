// The documented paths of the Path service.
import { eventsRoute } from '#foundation/service/events-route.ts'
import type { Route } from '#foundation/service/route.ts'

export const pathRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/quests',
    operation: `query Quests(
      $type: QuestType, $difficulty: QuestDifficulty, $state: QuestStatus, $orderBy: QuestOrder,
      $search: String,
      $first: Int!, $offset: Int!
    ) {
      quests(
        type: $type, difficulty: $difficulty, state: $state, orderBy: $orderBy, search: $search,
        first: $first, offset: $offset
      ) {
        nodes { id title description xpReward goldReward type difficulty }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    query: { type: 'enum', difficulty: 'enum', state: 'enum', orderBy: 'enum', search: 'text' },
    response: { form: 'list', name: 'quests' },
  },
  {
    method: 'post',
    path: '/api/quests/:id/complete',
    operation: `mutation CompleteQuest($id: ID!) {
      completeQuest(questId: $id) {
        success xpEarned goldEarned credentialIssued { id type } newLevel newXP
      }
    }`,
    response: { form: 'bare', absentWhenNull: ['credentialIssued'] },
  },
  eventsRoute('pathEvents'),
]
