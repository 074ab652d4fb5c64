// Votes: one per identity, final, counted in the same transaction, and visible only to the voter.
import DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import { executeWith, once, placeholder } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { createPageLoader } from '#foundation/database/pagination.ts'
import { refused } from '#foundation/domain/errors.ts'
import type { GovernanceContext } from '../context.ts'
import type { GovernanceTables, Proposal, Vote, VoteChoice } from '../tables.ts'
import { recordParticipation, settleParticipation } from './participation.ts'
import { getProposal, votingClosed } from './proposal.ts'

/** A vote, and the resulting counts of the proposal. */
export interface VoteResult {
  proposalId: string
  vote: VoteChoice
  yesVotes: number
  noVotes: number
  votedAt: Date
}

/**
 * Casts the caller's vote. The clock here decides whether the proposal has ended.
 * @throws NOT_FOUND, VOTING_CLOSED, ALREADY_VOTED
 */
export async function castVote(
  ctx: GovernanceContext,
  proposalId: string,
  choice: VoteChoice,
): Promise<VoteResult> {
  const identityId = requireIdentity(ctx)
  const proposal = await getProposal(ctx, proposalId)
  if (proposal.status !== 'active') throw votingClosed(proposal)
  const vote: Vote = { proposalId, identityId, vote: choice, votedAt: ctx.now() }
  const { counts, due } = await ctx.db.transaction().execute(async (trx) => {
    await insertVote(trx, vote, proposal)
    const due = await recordParticipation(trx, identityId, 'voted', vote.votedAt)
    // Last, because all votes on this proposal wait for this row.
    return { due, counts: await countVote(trx, vote, proposal) }
  })
  if (due) await settleParticipation(ctx, due)
  return { proposalId, vote: choice, votedAt: vote.votedAt, ...counts }
}

async function insertVote(
  trx: Transaction<GovernanceTables>,
  vote: Vote,
  { title }: Proposal,
): Promise<void> {
  const inserted = await trx
    .insertInto('votes')
    .values(vote)
    .onConflict((conflict) => conflict.constraint('one_vote_an_identity').doNothing())
    .returning('proposalId')
    .executeTakeFirst()
  if (inserted) return
  throw refused('ALREADY_VOTED', `You have voted on “${title}” already, and a vote is final.`)
}

async function countVote(
  trx: Transaction<GovernanceTables>,
  { proposalId, vote, votedAt }: Vote,
  proposal: Proposal,
): Promise<Pick<VoteResult, 'yesVotes' | 'noVotes'>> {
  const counts = await trx
    .updateTable('proposals')
    .set(({ eb }) =>
      vote === 'yes' ? { yesVotes: eb('yesVotes', '+', 1) } : { noVotes: eb('noVotes', '+', 1) },
    )
    .where('id', '=', proposalId)
    .where('outcome', 'is', null)
    .where('endTime', '>', votedAt)
    .returning(['yesVotes', 'noVotes'])
    .executeTakeFirst()
  if (!counts) throw votingClosed(proposal)
  return counts
}

/** The caller's own vote on a proposal. */
export async function findMyVote(
  { viewer, loaders }: GovernanceContext,
  { id }: Proposal,
): Promise<Vote | undefined> {
  return viewer && loaders.vote.load({ proposalId: id, identityId: viewer.identityId })
}

type VoteKey = Pick<Vote, 'proposalId' | 'identityId'>

const byKeys = once((db: Kysely<GovernanceTables>) =>
  db
    .selectFrom('votes')
    .selectAll()
    .where(
      sql<boolean>`(proposal_id, identity_id) in (
        select * from unnest(${placeholder('proposalIds')}::text[], ${placeholder('identityIds')}::text[]))`,
    )
    .compile(),
)

export function voteLoader(
  db: Kysely<GovernanceTables>,
): DataLoader<VoteKey, Vote | undefined, string> {
  const keyOf = ({ proposalId, identityId }: VoteKey) => `${proposalId} ${identityId}`
  return new DataLoader(
    async (keys) => {
      const proposalIds = keys.map(({ proposalId }) => proposalId)
      const identityIds = keys.map(({ identityId }) => identityId)
      const rows = await executeWith(db, byKeys(db), { proposalIds, identityIds })
      const byKey = new Map(rows.map((vote) => [keyOf(vote), vote]))
      return keys.map((key) => byKey.get(keyOf(key)))
    },
    { cacheKeyFn: keyOf },
  )
}

const ofPerson = once(
  (db: Kysely<GovernanceTables>) => (identityId: RawBuilder<string>) =>
    db.selectFrom('votes').selectAll().where('identityId', '=', identityId),
)

/** A person's votes, newest first. */
export function votePages(db: Kysely<GovernanceTables>) {
  return createPageLoader(
    db,
    ofPerson(db),
    ({ votedAt, proposalId }) => ({ at: votedAt, id: proposalId }),
    { column: 'voted_at', id: 'proposal_id', direction: 'desc' },
  )
}
