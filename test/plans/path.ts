// The lists of the Path service, and rows for its tables.
import { moment, rows, somebody, word, type Lists } from './lists.ts'

export const pathLists: Lists = {
  service: 'path',
  fill: (identityId) => [
    `insert into quests (id, title, description, xp_reward, gold_reward, type, difficulty, created_at)
     select 'quest_' || n, ${word}, 'D', 1, 1, (array['daily', 'weekly', 'story'])[1 + n % 3],
            (array['beginner', 'intermediate', 'advanced'])[1 + n % 3], ${moment} from ${rows}`,
    `insert into quest_completions (id, identity_id, quest_id, period, xp_reward, gold_reward,
                                    completed_at, pending_steps, next_attempt_at)
     select 'completion_' || n, ${somebody(identityId)}, 'quest_' || n, 'once', 1, 1, ${moment}, '{}',
            ${moment} from ${rows}`,
    `insert into completed_quests (identity_id, quest_id, first_completed_at)
     select ${somebody(identityId)}, 'quest_' || n, ${moment} from ${rows}`,
  ],
  queries: [
    '{ quests(first: 20) { nodes { id } } }',
    '{ quests(first: 20, offset: 60) { nodes { id } } }',
    '{ quest(id: "quest_7") { id } }',
    `{ _entities(representations: [{ __typename: "Identity", id: "identity_7" }]) {
      ... on Identity { completedQuests(first: 20) { nodes { id } } }
    } }`,
  ],
  states: ['{ quests(first: 100) { nodes { myState { status } } } }'],
  found: [
    {
      list: 'quests',
      filters: ['type: daily', 'difficulty: advanced', 'state: done', 'state: available'],
      orders: ['oldest', 'title'],
      isSearched: true,
    },
  ],
  totals: ['quests'],
}
