// Quests in content files.
import type { ContentItem } from '#foundation/content/kind.ts'
import { rowKind } from '#foundation/content/row-kind.ts'
import type { NewQuest } from '../domain/quest-fields.ts'
import { pathInput } from '../input.ts'
import { QUEST_DIFFICULTIES, QUEST_TYPES, type PathTables, type StoredQuest } from '../tables.ts'

export const questContent = rowKind<PathTables, StoredQuest, ContentItem & NewQuest>({
  list: 'quests',
  prefix: 'quest',
  table: 'quests',
  columns: pathInput.schemas('AddQuestInput', {
    title: 'What it is called.',
    description: 'What there is to do.',
    xpReward: 'The xp that completing it grants.',
    goldReward: 'The gold that completing it grants.',
    type: {
      enum: QUEST_TYPES,
      description:
        'How often one person can complete it: once each UTC day (daily), once each ISO week (weekly), or once (story).',
    },
    difficulty: { enum: QUEST_DIFFICULTIES, description: 'How hard it is.' },
    credentialType: "The type of the credential that a person's first completion issues.",
  }),
  optional: ['credentialType'],
  issues: (quest) => pathInput.issues('AddQuestInput', quest),
})
