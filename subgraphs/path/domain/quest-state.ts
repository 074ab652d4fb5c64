// What the caller can do with a quest now: complete it, or wait until its next period.
import { sql, type Kysely } from 'kysely'
import { findIdentityId } from '#foundation/auth/caller.ts'
import { once, placeholder } from '#foundation/database/built-once.ts'
import { createKeyLoader } from '#foundation/database/reads/key-loader.ts'
import type { CompletionLoader, PathContext } from '../context.ts'
import type { PathTables, Quest } from '../tables.ts'
import { availableAgain, periodOf } from './period.ts'

export interface QuestProgress {
  status: 'available' | 'done'
  completedAt: Date | null
  opensAt: Date | null
}

const AVAILABLE: QuestProgress = { status: 'available', completedAt: null, opensAt: null }

/** The quest's state for the caller; null for a machine client, and for a retired quest not done in its last period. */
export async function findMyState(ctx: PathContext, quest: Quest): Promise<QuestProgress | null> {
  const identityId = findIdentityId(ctx)
  if (identityId === undefined) return null
  const { id: questId, type, retiredAt } = quest
  // The last period of a retired quest is the one in which it was retired.
  const period = periodOf(type, retiredAt ?? ctx.now())
  const completion = await ctx.loaders.completion.load({ identityId, questId, period })
  if (!completion) return retiredAt ? null : AVAILABLE
  const { completedAt } = completion
  const opensAt = retiredAt ? undefined : availableAgain(type, completedAt)
  return { status: 'done', completedAt, opensAt: opensAt ?? null }
}

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

/** Loads the completions of people by quest and period. */
export function completionLoader(db: Kysely<PathTables>): CompletionLoader {
  return createKeyLoader(db, byKeys(db), ['identityId', 'questId', 'period'])
}
