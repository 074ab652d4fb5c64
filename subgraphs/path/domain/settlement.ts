// The effects of a completion on other services: a list of steps, each with an idempotency key.
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { outboxBacklog } from '#foundation/database/outboxes/backlog.ts'
import { sweepOutbox } from '#foundation/database/outboxes/outbox.ts'
import { asReported } from '#foundation/domain/errors.ts'
import { reasonAbout } from '#foundation/domain/reasons.ts'
import { peerOperation } from '#foundation/peers/peers.ts'
import { createOutage } from '#foundation/process/outage.ts'
import type { PathContext } from '../context.ts'
import type { QuestCompletion, SettlementStep } from '../tables.ts'

/** How long a response waits for the gold, which may follow later. Callers time out after 10 s. */
export const GOLD_WAIT_MS = 2_000

export const GrantXp = peerOperation<
  { grantXp: { xp: number; level: number } },
  { input: { key: string; identityId: string; amount: number; reason?: string } }
>(`mutation GrantXp($input: GrantXpInput!) { grantXp(input: $input) { xp level } }`)

export const GrantCredential = peerOperation<
  { grantCredential: { granted: boolean; credential: { id: string } } },
  { input: { key: string; identityId: string; type: string; claims: object } }
>(`
  mutation GrantCredential($input: GrantCredentialInput!) {
    grantCredential(input: $input) { granted credential { id } }
  }
`)

export const GrantGold = peerOperation<
  { grantGold: { goldBalance: number } },
  { input: { key: string; identityId: string; amount: number; reason: string } }
>(`mutation GrantGold($input: GrantGoldInput!) { grantGold(input: $input) { goldBalance } }`)

type Outcome = Partial<Pick<QuestCompletion, 'newLevel' | 'newXp' | 'credentialId'>>

/** Each step may run again, at any time, in any process: its idempotency key makes it take effect once. */
const STEPS: Record<
  SettlementStep,
  (ctx: PathContext, completion: QuestCompletion) => Promise<Outcome>
> = {
  async xp({ peers }, { id, identityId, questId, xpReward }) {
    const input = { key: `${id}:xp`, identityId, amount: xpReward }
    const reason = reasonAbout('completed', questId)
    const { grantXp } = await peers.identity(GrantXp, { input: { ...input, reason } })
    return { newLevel: grantXp.level, newXp: grantXp.xp }
  },

  async credential({ peers }, { id, identityId, questId, credentialType }) {
    if (credentialType === null) return {}
    const input = { key: `${id}:credential`, identityId, type: credentialType, claims: { questId } }
    const { grantCredential } = await peers.identity(GrantCredential, { input })
    return { credentialId: grantCredential.granted ? grantCredential.credential.id : null }
  },

  async gold({ peers }, { id, identityId, questId, goldReward }) {
    const reason = reasonAbout('completed', questId)
    const input = { key: `${id}:gold`, identityId, amount: goldReward, reason }
    await peers.market(GrantGold, { input })
    return {}
  },
}

type Reward = Pick<QuestCompletion, 'goldReward' | 'credentialType'>

/** The pending steps of a new completion. */
export function owedSteps({ goldReward, credentialType }: Reward): SettlementStep[] {
  const steps: SettlementStep[] = ['xp']
  if (credentialType !== null) steps.push('credential')
  if (goldReward > 0) steps.push('gold')
  return steps
}

/**
 * Settles a completion for the request that returns it. The response needs xp and credential. The gold is granted at
 * the same time, and left to the sweep if that fails or takes long. @throws if granting xp or the credential fails
 */
export async function settleCompletion(
  ctx: PathContext,
  completion: QuestCompletion,
): Promise<void> {
  const { pendingSteps } = completion
  const gold = pendingSteps.filter((step) => step === 'gold')
  const needed = pendingSteps.filter((step) => step !== 'gold')
  const timeout = delay(GOLD_WAIT_MS, undefined, { ref: false })
  const goldTried = Promise.race([trySteps(ctx, completion, gold), timeout])
  const [failure] = await trySteps(ctx, completion, needed)
  await goldTried
  if (failure) throw failure
}

const outage = createOutage('cannot settle the completion; the sweep retries it')

/** Tries each step, even if others fail; completed steps stay completed. Returns the failures. */
async function trySteps(
  ctx: PathContext,
  completion: QuestCompletion,
  steps: readonly SettlementStep[],
): Promise<Error[]> {
  const failures: Error[] = []
  const tries = steps.map((step) =>
    settleStep(ctx, completion, step).catch((error: Error) => {
      outage.deliveryFailed(ctx, error, { completion: completion.id, step })
      failures.push(error)
    }),
  )
  await Promise.all(tries)
  return failures
}

async function settleStep(
  ctx: PathContext,
  completion: QuestCompletion,
  step: SettlementStep,
): Promise<void> {
  const outcome = await STEPS[step](ctx, completion)
  await ctx.db
    .updateTable('questCompletions')
    .set({ ...outcome, pendingSteps: sql`array_remove(pending_steps, ${step})` })
    .where('id', '=', completion.id)
    .execute()
}

/** Completions with a step that has not taken effect. */
const COMPLETIONS = { table: 'questCompletions', isOwed: sql<boolean>`pending_steps <> '{}'` }

export const settlementBacklog = outboxBacklog({ ...COMPLETIONS, since: sql.ref('completedAt') })

/** Settles what requests left unsettled after an outage or a crash. */
export function sweepCompletions(ctx: PathContext, stopping: AbortSignal): Promise<void> {
  const settle = async (completion: QuestCompletion) => {
    const [failure] = await trySteps(ctx, completion, completion.pendingSteps)
    if (failure) throw asReported(failure)
  }
  return sweepOutbox(ctx, { ...COMPLETIONS, key: 'id', settle }, stopping)
}
