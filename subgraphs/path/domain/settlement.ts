// What a completion owes elsewhere: a list of steps, each with a key that makes it happen once.
import { sql } from 'kysely'
import { peerOperation } from '#foundation/peers.ts'
import type { PathContext } from '../context.ts'
import type { QuestCompletion, SettlementStep } from '../tables.ts'

/** How long the request that recorded a completion has, before the sweep settles it as well. */
export const LEASE_MS = 10_000
const SWEEP_BATCH = 50
const LONGEST_WAIT_S = 300

export const GrantXp = peerOperation<
  { grantXp: { xp: number; level: number } },
  { input: { key: string; identityId: string; amount: number } }
>(`mutation GrantXp($input: GrantXpInput!) { grantXp(input: $input) { xp level } }`)

export const GrantCredential = peerOperation<
  { grantCredential: { granted: boolean; credential: { id: string } } },
  { input: { key: string; identityId: string; type: string; claims: object } }
>(`
  mutation GrantCredential($input: GrantCredentialInput!) {
    grantCredential(input: $input) { granted credential { id } }
  }
`)

type Outcome = Partial<Pick<QuestCompletion, 'newLevel' | 'newXp' | 'credentialId'>>

/** One step each. Every one may run again, at any time, in any process: its key makes it happen once. */
const STEPS: Record<
  SettlementStep,
  (ctx: PathContext, completion: QuestCompletion) => Promise<Outcome>
> = {
  async xp({ peers }, { id, identityId, xpReward }) {
    const input = { key: `${id}:xp`, identityId, amount: xpReward }
    const { grantXp } = await peers.identity(GrantXp, { input })
    return { newLevel: grantXp.level, newXp: grantXp.xp }
  },

  async credential({ peers }, { id, identityId, questId, credentialType }) {
    if (credentialType === null) return {}
    const input = { key: `${id}:credential`, identityId, type: credentialType, claims: { questId } }
    const { grantCredential } = await peers.identity(GrantCredential, { input })
    return { credentialId: grantCredential.granted ? grantCredential.credential.id : null }
  },
}

/** Does what is still owed. @throws when a step cannot be done now; what is done stays done. */
export async function settleCompletion(
  ctx: PathContext,
  completion: QuestCompletion,
): Promise<void> {
  for (const step of completion.pendingSteps) {
    const outcome = await STEPS[step](ctx, completion)
    await ctx.db
      .updateTable('questCompletions')
      .set({ ...outcome, pendingSteps: sql`array_remove(pending_steps, ${step})` })
      .where('id', '=', completion.id)
      .execute()
  }
}

/** Settles what requests left unsettled: after an outage, or when a process died in the middle. */
export async function sweepCompletions(ctx: PathContext, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const due = await takeDue(ctx)
    for (const completion of due) {
      if (stopping.aborted) return
      await settleCompletion(ctx, completion).catch((error: unknown) => {
        ctx.log.warn({ err: error, completion: completion.id }, 'not settled yet')
      })
    }
    if (due.length < SWEEP_BATCH) return
  }
}

/** Takes what is due and puts it off, longer each time, so that no other process takes it as well. */
function takeDue({ db, now }: PathContext): Promise<QuestCompletion[]> {
  const at = now()
  const due = db
    .selectFrom('questCompletions')
    .select('id')
    .where('pendingSteps', '<>', sql<SettlementStep[]>`'{}'`)
    .where('nextAttemptAt', '<=', at)
    .orderBy('nextAttemptAt')
    .limit(SWEEP_BATCH)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('questCompletions')
    .set({
      attempts: sql`attempts + 1`,
      nextAttemptAt: sql`${at}::timestamptz
        + least(power(2, least(attempts, 20)), ${LONGEST_WAIT_S}) * interval '1 second'`,
    })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}
