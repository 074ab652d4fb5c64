// Quests: the list, one by its id, and those a person has completed.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import {
  BY_AGE,
  filteredList,
  sent,
  type ListArguments,
} from '#foundation/database/lists/filtered-list.ts'
import { createPageLoader, type Connection } from '#foundation/database/lists/pagination.ts'
import { readRowCount } from '#foundation/database/migrations/row-count.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { PathContext } from '../context.ts'
import type { CompletedQuest, PathTables, Quest } from '../tables.ts'
import { isDone, periodsAt } from './period.ts'

const COLUMNS = [
  'id',
  'title',
  'description',
  'xpReward',
  'goldReward',
  'type',
  'difficulty',
  'credentialType',
  'createdAt',
  'retiredAt',
] as const satisfies (keyof Quest)[]

const quests = filteredList({
  rows: (db: Kysely<PathTables>) =>
    db.selectFrom('quests').select(COLUMNS).where('retiredAt', 'is', null),
  filters: {
    type: { is: sql<boolean>`type = ${sent('type')}` },
    difficulty: { is: sql<boolean>`difficulty = ${sent('difficulty')}` },
    state: { when: { available: sql<boolean>`${isDone} is not true`, done: isDone } },
  },
  orders: { ...BY_AGE, title: ['title', 'asc', 'text'] },
  search: { title: 'title', text: `title || ' ' || description` },
})

type QuestFilters = ListArguments<'type' | 'difficulty' | 'state', keyof typeof BY_AGE | 'title'>

export function listQuests(
  { db, viewer, now }: PathContext,
  wanted: QuestFilters,
): Promise<Connection<Quest>> {
  const total = () => readRowCount(db, 'quests')
  if (!wanted.state) return quests(db, wanted, { total })
  const identityId = viewer?.identityId ?? null
  return quests(db, wanted, { values: { identityId, ...periodsAt(now()) } })
}

export async function getQuest({ loaders }: PathContext, id: string): Promise<Quest> {
  const quest = await loaders.quest.load(id)
  if (!quest) throw notFound('Quest', id)
  return quest
}

const completedBy = once(
  (db: Kysely<PathTables>) => (identityId: RawBuilder<string>) =>
    db
      .selectFrom('completedQuests')
      .innerJoin('quests', 'quests.id', 'completedQuests.questId')
      .selectAll('quests')
      .select('firstCompletedAt')
      .where('completedQuests.identityId', '=', identityId),
)

/** The position of a quest in a person's list of completed quests. */
export const cursorKeyOfCompleted = ({ firstCompletedAt, id }: CompletedQuest) => ({
  at: firstCompletedAt,
  id,
})

/** A person's completed quests, by the time of the first completion, newest first. */
export function completedQuestPages(db: Kysely<PathTables>) {
  return createPageLoader(db, completedBy(db), cursorKeyOfCompleted, {
    column: 'first_completed_at',
    id: 'completed_quests.quest_id',
    direction: 'desc',
  })
}
