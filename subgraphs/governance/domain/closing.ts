// Ends voting: by the clock, or because the author withdraws the proposal.
import { requireIdentity } from '#foundation/auth/caller.ts'
import { forbidden, notFound, refused } from '#foundation/domain/errors.ts'
import type { GovernanceContext } from '../context.ts'
import type { Proposal, ProposalOutcome } from '../tables.ts'
import { proposalsAt, standingAt, statusAt, votingClosed } from './proposal.ts'

const CLOSING_BATCH = 100

/** @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS, VOTING_CLOSED, ALREADY_VOTED */
export async function cancelProposal(ctx: GovernanceContext, id: string): Promise<Proposal> {
  const identityId = requireIdentity(ctx)
  const at = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    // A vote updates the counts on this row, so it comes before the lock or after the cancellation.
    const proposal = await proposalsAt(trx, at)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Proposal', id))
    if (proposal.proposerId !== identityId) throw notAuthor()
    if (proposal.status !== 'active') throw votingClosed(proposal)
    if (proposal.yesVotes + proposal.noVotes > 0) throw hasVotes(proposal)
    return trx
      .updateTable('proposals')
      .set({ outcome: 'cancelled' })
      .where('id', '=', id)
      .returningAll()
      .returning(standingAt(at))
      .executeTakeFirstOrThrow()
  })
}

function notAuthor(): Error {
  return forbidden('Only its author can cancel a proposal.', { reason: 'not_author' })
}

function hasVotes({ title }: Proposal): Error {
  return refused('ALREADY_VOTED', `“${title}” already has votes and can no longer be cancelled.`)
}

/** Records the outcome of proposals whose end has passed. Skips rows locked by another process. */
export async function closeProposals(
  { db, now }: GovernanceContext,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const at = now()
    const over = db
      .selectFrom('proposals')
      .select('id')
      .where('outcome', 'is', null)
      .where('endTime', '<=', at)
      .orderBy('endTime')
      .limit(CLOSING_BATCH)
      .forUpdate()
      .skipLocked()
    const closed = await db
      .updateTable('proposals')
      .set({ outcome: statusAt<ProposalOutcome>(at) })
      .where('id', 'in', over)
      .returning('id')
      .execute()
    if (closed.length < CLOSING_BATCH) return
  }
}
