// What the caller can do with a quest now: complete it, or wait until its next period.
import DataLoader from 'dataloader'
import { sql, type Kysely } from 'kysely'
import { findIdentityId } from '#foundation/auth/caller.ts'
import { executeWith, once, placeholder } from '#foundation/database/built-once.ts'
import type { PathContext } from '../context.ts'
import type { PathTables, Quest, QuestCompletion } from '../tables.ts'
import { availableAgain, periodOf } from './period.ts'

export interface QuestProgress {
  status: 'available' | 'done'
  completedAt: Date | null
  opensAt: Date | null
}

const AVAILABLE: QuestProgress = { status: 'available', completedAt: null, opensAt: null }

/** Null for a machine client, and for a retired quest that the caller cannot have completed last. */
export async function findMyState(ctx: PathContext, quest: Quest): Promise<QuestProgress | null> {
  const identityId = findIdentityId(ctx)
  if (identityId === undefined) return null
  const { id: questId, type, retiredAt } = quest
  // A retired quest keeps the period that was its last.
  const period = periodOf(type, retiredAt ?? ctx.now())
  const completedAt = await ctx.loaders.completedAt.load({ identityId, questId, period })
  if (!completedAt) return retiredAt ? null : AVAILABLE
  const opensAt = retiredAt ? undefined : availableAgain(type, completedAt)
  return { status: 'done', completedAt, opensAt: opensAt ?? null }
}

type CompletionKey = Pick<QuestCompletion, 'identityId' | 'questId' | 'period'>

const keyText = ({ identityId, questId, period }: CompletionKey) =>
  `${identityId} ${questId} ${period}`

const byKeys = once((db: Kysely<PathTables>) =>
  db
    .selectFrom('questCompletions')
    .select(['identityId', 'questId', 'period', 'completedAt'])
    .where(
      sql<boolean>`(identity_id, quest_id, period) in (
        select * from unnest(${placeholder('identityIds')}::text[],
          ${placeholder('questIds')}::text[], ${placeholder('periods')}::text[]))`,
    )
    .compile(),
)

/** When a person completed a quest in a period. */
export function completedAtLoader(
  db: Kysely<PathTables>,
): DataLoader<CompletionKey, Date | undefined, string> {
  const load = async (keys: readonly CompletionKey[]) => {
    const rows = await executeWith(db, byKeys(db), {
      identityIds: keys.map(({ identityId }) => identityId),
      questIds: keys.map(({ questId }) => questId),
      periods: keys.map(({ period }) => period),
    })
    const byKey = new Map(rows.map((row) => [keyText(row), row.completedAt]))
    return keys.map((key) => byKey.get(keyText(key)))
  }
  return new DataLoader(load, { cacheKeyFn: keyText })
}
