// Quests: the list, one by its id, and those a person has completed.
import type DataLoader from 'dataloader'
import type { Kysely, RawBuilder } from 'kysely'
import { NEWEST_FIRST } from '#foundation/database/page-statement.ts'
import {
  createPageLoader,
  paginate,
  type Connection,
  type PageArguments,
} from '#foundation/database/pagination.ts'
import { readRowCount } from '#foundation/database/row-count.ts'
import { once } from '#foundation/database/built-once.ts'
import { createRowLoader } from '#foundation/database/row-loader.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { PathContext } from '../context.ts'
import type { CompletedQuest, PathTables, Quest } from '../tables.ts'

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

const listed = once((db: Kysely<PathTables>) =>
  db.selectFrom('quests').select(COLUMNS).where('retiredAt', 'is', null),
)

export function listQuests({ db }: PathContext, page: PageArguments): Promise<Connection<Quest>> {
  const placeOf = ({ createdAt, id }: Quest) => ({ at: createdAt, id })
  return paginate(db, listed(db), page, placeOf, NEWEST_FIRST, {
    total: () => readRowCount(db, 'quests'),
  })
}

export async function getQuest({ loaders }: PathContext, id: string): Promise<Quest> {
  const quest = await loaders.quest.load(id)
  if (!quest) throw notFound('Quest', id)
  return quest
}

const byId = once(
  (db: Kysely<PathTables>) => (anyId: RawBuilder<string>) =>
    db.selectFrom('quests').selectAll().where('id', '=', anyId),
)

export function questLoader(db: Kysely<PathTables>): DataLoader<string, Quest | undefined> {
  return createRowLoader(db, byId(db))
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

/** The place of a quest among those that a person has completed. */
export const placeOfCompleted = ({ firstCompletedAt, id }: CompletedQuest) => ({
  at: firstCompletedAt,
  id,
})

/** A person's completed quests, by the time of the first completion, newest first. */
export function completedQuestPages(db: Kysely<PathTables>) {
  return createPageLoader(db, completedBy(db), placeOfCompleted, {
    column: 'first_completed_at',
    id: 'completed_quests.quest_id',
    direction: 'desc',
  })
}
