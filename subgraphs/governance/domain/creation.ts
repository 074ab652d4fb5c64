// Creates proposals, and checks the author's level and the end of voting.
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Rule } from '#foundation/domain/constraint.ts'
import { forbidden, notFound } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { afterCommit } from '#foundation/idempotency/phases.ts'
import { peerOperation } from '#foundation/peers/peers.ts'
import type { GovernanceContext } from '../context.ts'
import type { Proposal } from '../tables.ts'
import { recordProposal, settleParticipation, type DueParticipation } from './participation.ts'
import { standingAt } from './proposal.ts'

const REQUIRED_LEVEL = 50
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface NewProposal {
  title: string
  description: string
  endTime?: Date | null | undefined
}

export const CallerLevel = peerOperation<{ me: { level: number } | null }, object>(
  `query CallerLevel { me { level } }`,
)

/** @throws INSUFFICIENT_PERMISSIONS; INTERNAL_ERROR with `retry` while Identity is down */
export async function createProposal(
  ctx: GovernanceContext,
  input: NewProposal,
): Promise<Proposal> {
  const proposerId = requireIdentity(ctx)
  const createdAt = ctx.now()
  await requireLevel(ctx, proposerId)
  const { proposal, due } = await insertProposal(ctx, { ...input, proposerId, createdAt })
  await afterCommit(ctx, () => settleParticipation(ctx, { ...due, identityId: proposerId }))
  return proposal
}

function insertProposal(
  { db, settings }: GovernanceContext,
  { endTime, ...input }: NewProposal & { proposerId: string; createdAt: Date },
): Promise<{ proposal: Proposal; due: DueParticipation }> {
  const { proposerId, createdAt } = input
  const proposal = {
    ...input,
    id: newId('proposal'),
    quorum: settings.quorum,
    endTime: endTime ?? new Date(createdAt.getTime() + 7 * DAY_MS),
  }
  return db.transaction().execute(async (trx) => ({
    proposal: await trx
      .insertInto('proposals')
      .values(proposal)
      .returningAll()
      .returning(standingAt(createdAt))
      .executeTakeFirstOrThrow(),
    due: await recordProposal(trx, proposerId, createdAt),
  }))
}

/** When voting on a new proposal ends. */
export const endTimeRule: Rule<Date, GovernanceContext> = ({ ctx, field, value }) => {
  const aheadMs = value.getTime() - ctx.now().getTime()
  if (aheadMs >= HOUR_MS && aheadMs <= 90 * DAY_MS) return []
  return [{ field, reason: 'must be one hour to 90 days ahead' }]
}

/** Queries the ID service, because the level may have changed since the caller's token was issued. */
async function requireLevel({ peers }: GovernanceContext, identityId: string): Promise<void> {
  const { me } = await peers.identity(CallerLevel, {})
  if (!me) throw notFound('Identity', identityId)
  if (me.level >= REQUIRED_LEVEL) return
  throw forbidden(`Creating a proposal needs level ${REQUIRED_LEVEL}; yours is ${me.level}.`, {
    requiredLevel: REQUIRED_LEVEL,
    level: me.level,
  })
}
