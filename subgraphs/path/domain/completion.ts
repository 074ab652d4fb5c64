// Completes a quest once per period: commits, then settles at once or later, and returns the result once.
import { requireIdentity } from '#foundation/auth/caller.ts'
import { continuable } from '#foundation/database/outages/committed-changes.ts'
import type { Kysely, Transaction } from '#foundation/database/database.ts'
import { LEASE_MS } from '#foundation/database/outboxes/outbox.ts'
import { edgeOf } from '#foundation/database/lists/pagination.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { commitPhase } from '#foundation/idempotency/phases.ts'
import type { PathContext } from '../context.ts'
import type { PathTables, Quest, QuestCompletion } from '../tables.ts'
import { availableAgain, periodOf } from './period.ts'
import { getQuest, cursorKeyOfCompleted } from './quest.ts'
import { owedSteps, settleCompletion } from './settlement.ts'

/** The result for the person who completed a quest. */
export interface QuestCompletionResult {
  success: true
  xpEarned: number
  goldEarned: number
  credentialIssued: { id: string; type: string } | null
  newLevel: number
  newXP: number
  identityId: string
  questId: string
  completedAt: Date
}

/**
 * Completes a quest for the caller. Of simultaneous requests, exactly one gets the result. After an outage, repeating
 * the request returns it. @throws NOT_FOUND, ALREADY_COMPLETED; INTERNAL_ERROR with `retry` while Identity is down
 */
export async function completeQuest(
  ctx: PathContext,
  questId: string,
): Promise<QuestCompletionResult> {
  const identityId = requireIdentity(ctx)
  const recorded = await continuable(() => recordAndSettle(ctx, identityId, questId))
  const claimed = await commitPhase(ctx, {
    run: (db) => claimResult({ ...ctx, db }, recorded),
    keep: ({ id }) => id,
    again: async (id) => (await getRecorded(ctx.db, id)).completion,
  })
  return resultOf(claimed)
}

async function recordAndSettle(
  ctx: PathContext,
  identityId: string,
  questId: string,
): Promise<Recorded> {
  const recorded = await commitPhase(ctx, {
    run: (db) => recordCompletion({ ...ctx, db }, identityId, questId),
    keep: ({ completion }) => completion.id,
    again: (id) => getRecorded(ctx.db, id),
  })
  await settleCompletion(ctx, recorded.completion)
  return recorded
}

interface Recorded {
  quest: Quest
  completion: QuestCompletion
}

/**
 * The completion of this period: a new one with its pending steps, or one whose result was never returned.
 * @throws NOT_FOUND, ALREADY_COMPLETED
 */
function recordCompletion(
  { db, now }: PathContext,
  identityId: string,
  questId: string,
): Promise<Recorded> {
  return db.transaction().execute(async (trx) => {
    // Read within the transaction: `notifyOfReopenings` waits for transactions that began in a period.
    const completedAt = now()
    const quest = await lockQuestForShare(trx, questId)
    const recorded = quest.retiredAt
      ? undefined
      : await insertCompletion(trx, identityId, quest, completedAt)
    if (recorded) return { quest, completion: recorded }
    const completion = await findCompletion(trx, identityId, quest, completedAt)
    // The result of a completed quest that is retired now is still returned, if nobody has received it.
    if (!completion || (quest.retiredAt && completion.answeredAt)) throw notFound('Quest', questId)
    if (completion.answeredAt) throw alreadyCompleted(quest, completion)
    return { quest, completion }
  })
}

/** A completion that an earlier request recorded. */
async function getRecorded(db: Kysely<PathTables>, id: string): Promise<Recorded> {
  const completion = await db
    .selectFrom('questCompletions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const quest = await db
    .selectFrom('quests')
    .selectAll()
    .where('id', '=', completion.questId)
    .executeTakeFirstOrThrow()
  return { quest, completion }
}

/** Takes a shared lock on a quest, so that retiring it and this transaction exclude each other. @throws NOT_FOUND */
function lockQuestForShare(trx: Transaction<PathTables>, id: string): Promise<Quest> {
  const query = trx.selectFrom('quests').selectAll().where('id', '=', id)
  return query.forShare().executeTakeFirstOrThrow(() => notFound('Quest', id))
}

/** The person's completion in the period of `completedAt`. */
function findCompletion(
  trx: Transaction<PathTables>,
  identityId: string,
  { id: questId, type }: Quest,
  completedAt: Date,
): Promise<QuestCompletion | undefined> {
  return trx
    .selectFrom('questCompletions')
    .selectAll()
    .where('identityId', '=', identityId)
    .where('questId', '=', questId)
    .where('period', '=', periodOf(type, completedAt))
    .executeTakeFirst()
}

/** Inserts a completion; undefined if this period has one. */
async function insertCompletion(
  trx: Transaction<PathTables>,
  identityId: string,
  { id: questId, type, xpReward, goldReward, credentialType }: Quest,
  completedAt: Date,
): Promise<QuestCompletion | undefined> {
  const isFirst = await recordFirst(trx, { identityId, questId, firstCompletedAt: completedAt })
  const reward = { goldReward, credentialType: isFirst ? credentialType : null }
  const about = { identityId, questId, period: periodOf(type, completedAt), xpReward, ...reward }
  const pendingSteps = owedSteps(reward)
  const nextAttemptAt = new Date(completedAt.getTime() + LEASE_MS)
  return trx
    .insertInto('questCompletions')
    .values({ id: newId('completion'), ...about, completedAt, pendingSteps, nextAttemptAt })
    .onConflict((conflict) => conflict.constraint('one_completion_a_period').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Adds the quest to the person's list. Returns true for the first completion. */
async function recordFirst(
  trx: Transaction<PathTables>,
  first: { identityId: string; questId: string; firstCompletedAt: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('completedQuests')
    .values(first)
    .onConflict((conflict) => conflict.doNothing())
    .returning('questId')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Claims the result for this request. @throws ALREADY_COMPLETED if another request has it */
async function claimResult(
  { db, now }: PathContext,
  { quest, completion }: Recorded,
): Promise<QuestCompletion> {
  const claimed = await db
    .updateTable('questCompletions')
    .set({ answeredAt: now() })
    .where('id', '=', completion.id)
    .where('answeredAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!claimed) throw alreadyCompleted(quest, completion)
  return claimed
}

function alreadyCompleted(quest: Quest, { completedAt }: QuestCompletion): Error {
  const availableAt = availableAgain(quest.type, completedAt)?.toISOString()
  return refused(
    'ALREADY_COMPLETED',
    availableAt
      ? `${quest.title} is completed already and can be completed again from ${availableAt}.`
      : `${quest.title} is completed already.`,
    { ...(availableAt !== undefined && { availableAt }) },
  )
}

/** The quest for the person's list of completed quests, if it is new there. */
export async function findNewlyCompleted(
  ctx: PathContext,
  { identityId, questId, completedAt }: QuestCompletionResult,
): Promise<{ node: Quest; cursor: string } | null> {
  const first = await ctx.db
    .selectFrom('completedQuests')
    .select('firstCompletedAt')
    .where('identityId', '=', identityId)
    .where('questId', '=', questId)
    .executeTakeFirst()
  if (first?.firstCompletedAt.getTime() !== completedAt.getTime()) return null
  return edgeOf({ ...(await getQuest(ctx, questId)), ...first }, cursorKeyOfCompleted)
}

function resultOf(completion: QuestCompletion): QuestCompletionResult {
  const { credentialId, credentialType } = completion
  return {
    success: true,
    xpEarned: completion.xpReward,
    goldEarned: completion.goldReward,
    credentialIssued:
      credentialId !== null && credentialType !== null
        ? { id: credentialId, type: credentialType }
        : null,
    newLevel: completion.newLevel!,
    newXP: completion.newXp!,
    identityId: completion.identityId,
    questId: completion.questId,
    completedAt: completion.completedAt,
  }
}
