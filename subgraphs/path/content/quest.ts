// Quests in content files.
import { sql } from 'kysely'
import {
  defineContentKind,
  type ContentContext,
  type ContentEntry,
  type ContentItem,
  type StoredItem,
} from '#foundation/content/kind.ts'
import { retireRows } from '#foundation/content/retirement.ts'
import type { QuestFields } from '../domain/quest-fields.ts'
import { pathInput } from '../input.ts'
import { QUEST_DIFFICULTIES, QUEST_TYPES, type PathTables, type StoredQuest } from '../tables.ts'

type QuestItem = ContentItem & Omit<QuestFields, 'credentialType'> & { credentialType?: string }
type Ctx = ContentContext<PathTables>

const schemaOf = (field: string) => pathInput.schema(`AddQuestInput.${field}`)

export const questContent = defineContentKind<PathTables, QuestItem>({
  list: 'quests',
  prefix: 'quest',
  properties: {
    title: {
      type: 'string',
      ...schemaOf('title'),
      description: 'What it is called.',
    },
    description: {
      type: 'string',
      ...schemaOf('description'),
      description: 'What there is to do.',
    },
    xpReward: {
      type: 'integer',
      ...schemaOf('xpReward'),
      description: 'The xp that completing it grants.',
    },
    goldReward: {
      type: 'integer',
      ...schemaOf('goldReward'),
      description: 'The gold that completing it grants.',
    },
    type: {
      enum: QUEST_TYPES,
      description:
        'How often one person can complete it: once each UTC day (daily), once each ISO week (weekly), or once (story).',
    },
    difficulty: { enum: QUEST_DIFFICULTIES, description: 'How hard it is.' },
    credentialType: {
      type: 'string',
      ...schemaOf('credentialType'),
      description: "The type of the credential that a person's first completion issues.",
    },
  },
  required: ['title', 'description', 'xpReward', 'goldReward', 'type', 'difficulty'],
  issues: (quest) => pathInput.issues('AddQuestInput', quest),
  find: findQuests,
  add: addQuests,
  update: updateQuest,
  retire: ({ trx, now }, stored) => retireRows(trx, 'quests', stored, now()),
})

async function findQuests({ trx }: Ctx, ids?: readonly string[]): Promise<StoredItem<QuestItem>[]> {
  const quests = trx.selectFrom('quests').selectAll().orderBy('createdAt').orderBy('id')
  const wanted =
    ids === undefined
      ? quests.where('retiredAt', 'is', null)
      : quests.where('id', '=', sql<string>`any(${[...ids]})`).forUpdate()
  return (await wanted.execute()).map(toStored)
}

function toStored(quest: StoredQuest): StoredItem<QuestItem> {
  const { id, contentKey, credentialType, createdAt, retiredAt } = quest
  const { title, description, xpReward, goldReward, type, difficulty } = quest
  return {
    id,
    contentKey,
    retired: retiredAt !== null,
    item: {
      key: contentKey ?? id,
      title,
      description,
      xpReward,
      goldReward,
      type,
      difficulty,
      ...(credentialType !== null && { credentialType }),
      createdAt: createdAt.toISOString(),
    },
  }
}

async function addQuests({ trx }: Ctx, entries: readonly ContentEntry<QuestItem>[]): Promise<void> {
  await trx
    .insertInto('quests')
    .values(
      entries.map(({ id, item, createdAt }) => ({
        id,
        contentKey: item.key,
        createdAt,
        ...columnsOf(item),
      })),
    )
    .execute()
}

async function updateQuest(
  { trx }: Ctx,
  { id, item, createdAt }: ContentEntry<QuestItem>,
): Promise<void> {
  await trx
    .updateTable('quests')
    .set({ contentKey: item.key, retiredAt: null, ...columnsOf(item) })
    .$if(item.createdAt !== undefined, (query) => query.set({ createdAt }))
    .where('id', '=', id)
    .execute()
}

function columnsOf(item: QuestItem) {
  const { title, description, xpReward, goldReward, type, difficulty, credentialType } = item
  return {
    title,
    description,
    xpReward,
    goldReward,
    type,
    difficulty,
    credentialType: credentialType ?? null,
  }
}
