// Changes quests for administrators, and records each change for the audit trail in its transaction.
import type { Transaction } from '#foundation/database/database.ts'
import { changesOf, given, type Patch } from '#foundation/domain/changes.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { recordAudit } from '#foundation/peers/audit-outbox.ts'
import type { PathContext } from '../context.ts'
import type { PathTables, Quest } from '../tables.ts'
import type { NewQuest, QuestFields } from './quest-fields.ts'

export async function addQuest(ctx: PathContext, input: NewQuest): Promise<Quest> {
  return ctx.db.transaction().execute(async (trx) => {
    const quest = await trx
      .insertInto('quests')
      .values({ ...input, id: newId('quest'), createdAt: ctx.now() })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordChange(ctx, trx, 'content_added', quest)
    return quest
  })
}

type QuestUpdate = { id: string } & Patch<QuestFields>

/** Changes the given fields. Null clears the credential, and is ignored for required fields. @throws NOT_FOUND */
export async function updateQuest(
  ctx: PathContext,
  { id, credentialType, ...input }: QuestUpdate,
): Promise<Quest> {
  const wanted: Partial<QuestFields> = {
    ...given<QuestFields>(input),
    ...(credentialType !== undefined && { credentialType }),
  }
  const quest = await ctx.db.transaction().execute((trx) => changeQuest(ctx, trx, id, wanted))
  ctx.loaders.quest.clear(id)
  return quest
}

async function changeQuest(
  ctx: PathContext,
  trx: Transaction<PathTables>,
  id: string,
  wanted: Partial<QuestFields>,
): Promise<Quest> {
  const quest = await lockQuest(trx, id)
  const changes = changesOf<Quest>(quest, wanted)
  if (Object.keys(changes).length === 0) return quest
  await trx.updateTable('quests').set(changes).where('id', '=', id).execute()
  await recordChange(ctx, trx, 'content_updated', quest, Object.keys(changes))
  return { ...quest, ...changes }
}

/** Retires a quest. Repeating it changes nothing. @throws NOT_FOUND */
export function retireQuest(ctx: PathContext, id: string): Promise<Quest> {
  return setRetired(ctx, id, 'content_retired', ctx.now())
}

/** Restores a retired quest. Repeating it changes nothing. @throws NOT_FOUND */
export function restoreQuest(ctx: PathContext, id: string): Promise<Quest> {
  return setRetired(ctx, id, 'content_restored', null)
}

async function setRetired(
  ctx: PathContext,
  id: string,
  kind: string,
  retiredAt: Date | null,
): Promise<Quest> {
  const quest = await ctx.db.transaction().execute(async (trx) => {
    const known = await lockQuest(trx, id)
    if ((known.retiredAt === null) === (retiredAt === null)) return known
    await trx.updateTable('quests').set({ retiredAt }).where('id', '=', id).execute()
    await recordChange(ctx, trx, kind, known)
    return { ...known, retiredAt }
  })
  ctx.loaders.quest.clear(id)
  return quest
}

/** Locks a quest: changes are serialized, and wait for completions that have started. @throws NOT_FOUND */
function lockQuest(trx: Transaction<PathTables>, id: string): Promise<Quest> {
  return trx
    .selectFrom('quests')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Quest', id))
}

function recordChange(
  ctx: PathContext,
  trx: Transaction<PathTables>,
  kind: string,
  { id }: Quest,
  changed?: readonly string[],
): Promise<void> {
  return recordAudit(ctx, trx, { kind, details: { type: 'Quest', id, changed } })
}
