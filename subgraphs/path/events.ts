// The events of the Path service: their kinds, and who may read their subjects.
import { defineEventKinds, type ServiceEvents } from '#foundation/events/kinds.ts'
import { changed, cleared, inserted, set } from '#foundation/events/row-change.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { PathContext } from './context.ts'

const quest = { subject: 'Quest', id: 'new.id', audience: 'public' } as const

export const pathEventKinds = defineEventKinds({
  'quest.added': {
    description: 'A quest was added.',
    change: inserted('quests'),
    ...quest,
  },
  'quest.updated': {
    description: 'A quest changed.',
    change: changed('quests', [
      'title',
      'description',
      'xp_reward',
      'gold_reward',
      'type',
      'difficulty',
      'credential_type',
    ]),
    ...quest,
  },
  'quest.retired': {
    description: 'A quest was retired, and cannot be completed any more.',
    change: set('quests', 'retired_at'),
    ...quest,
  },
  'quest.restored': {
    description: 'A retired quest is back.',
    change: cleared('quests', 'retired_at'),
    ...quest,
  },
  'quest.completed': {
    description: 'The person completed a quest. The rewards follow.',
    change: inserted('quest_completions'),
    subject: 'Quest',
    id: 'new.quest_id',
    related: ['new.identity_id'],
    audience: { owner: 'new.identity_id' },
  },
  'quest.reopened': {
    description: 'A daily or weekly quest that the person has completed can be completed again.',
    // A worker writes them, because no row changes when a period ends (reopening.ts).
    subject: 'Quest',
    id: 'quest_completions.quest_id',
    related: ['quest_completions.identity_id'],
    audience: { owner: 'quest_completions.identity_id' },
  },
})

export const pathEvents: ServiceEvents<PathContext> = {
  kinds: pathEventKinds,
  subjects: { Quest: async ({ loaders }, id) => (await loaders.quest.load(id)) !== undefined },
  readsAsAdministrator,
}
