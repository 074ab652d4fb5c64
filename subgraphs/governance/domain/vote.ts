// Votes: one per identity, final, counted in the same transaction, and visible only to the voter.
import type DataLoader from 'dataloader'
import { sql, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import { executeWith, once, placeholder } from '#foundation/database/built-once.ts'
import { createKeyLoader } from '#foundation/database/reads/key-loader.ts'
import { createPageLoader, edgeOf } from '#foundation/database/lists/pagination.ts'
import { refused } from '#foundation/domain/errors.ts'
import { joinedId, splitId } from '#foundation/domain/ids.ts'
import { afterCommit } from '#foundation/idempotency/phases.ts'
import type { GovernanceContext } from '../context.ts'
import type { GovernanceTables, Proposal, Vote, VoteChoice } from '../tables.ts'
import {
  CHANGED_PARTICIPATION,
  firstAttempt,
  settleParticipation,
  type DueParticipation,
} from './participation.ts'
import { getProposal, votingClosed } from './proposal.ts'

/** A vote, and the resulting counts of the proposal. */
export interface VoteResult {
  proposalId: string
  vote: VoteChoice
  yesVotes: number
  noVotes: number
  votedAt: Date
  identityId: string
}

/** The edge of a vote in its voter's list. */
export function voteEdge(vote: Vote): { node: Vote; cursor: string } {
  return edgeOf(vote, cursorKeyOf)
}

/**
 * Casts the caller's vote. The clock of this process decides whether voting has ended.
 * @throws NOT_FOUND, VOTING_CLOSED, ALREADY_VOTED
 */
export async function castVote(
  ctx: GovernanceContext,
  proposalId: string,
  choice: VoteChoice,
): Promise<VoteResult> {
  const identityId = requireIdentity(ctx)
  const vote: Vote = { proposalId, identityId, vote: choice, votedAt: ctx.now() }
  const [cast] = await executeWith(ctx.db, casting(ctx.db), {
    ...vote,
    nextAttemptAt: firstAttempt(vote.votedAt),
  })
  if (!cast || cast.yesVotes === null) throw await refusal(ctx, proposalId, cast !== undefined)
  const { yesVotes, noVotes, ...due } = cast
  if (due.version !== null) {
    await afterCommit(ctx, () => settleParticipation(ctx, { ...due, identityId }))
  }
  return { ...vote, yesVotes, noVotes }
}

/** The row that `casting` returns. */
type Cast =
  /** The new counts, and the participation if the voter's credential changes. */
  | ({ yesVotes: number; noVotes: number } & (DueParticipation | { version: null }))
  /** The proposal is open, and the caller has voted on it. */
  | { yesVotes: null }

/**
 * Casts a vote and updates the counts and the participation in one statement, because votes on one proposal queue for
 * the lock on its row. Returns no row if the proposal is not open. Changes nothing if the caller has already voted.
 */
const casting = once((db: Kysely<GovernanceTables>): CompiledQuery<Cast> =>
  sql<Cast>`
      with open as (
        select id from proposals
        where id = ${placeholder('proposalId')} and outcome is null
          and end_time > ${placeholder('votedAt')}
        for no key update
      ), cast_vote as (
        insert into votes (proposal_id, identity_id, vote, voted_at)
        select id, ${placeholder('identityId')}, ${placeholder('vote')},
          ${placeholder('votedAt')}::timestamptz
        from open
        on conflict on constraint one_vote_an_identity do nothing
        returning proposal_id, identity_id, vote
      ), counted as (
        update proposals
        set yes_votes = yes_votes + (vote = 'yes')::integer,
          no_votes = no_votes + (vote = 'no')::integer
        from cast_vote where id = proposal_id
        returning yes_votes, no_votes
      ), participation as (
        insert into participations (identity_id, voted, proposal_count, version, next_attempt_at)
        select identity_id, true, 0, 1, ${placeholder('nextAttemptAt')}::timestamptz
        from cast_vote
        on conflict (identity_id) do update ${CHANGED_PARTICIPATION}
        returning voted, proposal_count, version
      )
      select yes_votes, no_votes, voted, proposal_count, version
      from open left join counted on true left join participation on true`.compile(db),
)

/** The error for a vote that was not cast. @throws NOT_FOUND */
async function refusal(ctx: GovernanceContext, id: string, hasVoted: boolean): Promise<Error> {
  const proposal = await getProposal(ctx, id)
  if (!hasVoted || proposal.status !== 'active') return votingClosed(proposal)
  const message = `You have voted on “${proposal.title}” already, and a vote is final.`
  return refused('ALREADY_VOTED', message)
}

/** The caller's own vote on a proposal. */
export async function findMyVote(
  { viewer, loaders }: GovernanceContext,
  { id }: Proposal,
): Promise<Vote | undefined> {
  return viewer && loaders.vote.load({ proposalId: id, identityId: viewer.identityId })
}

type VoteKey = Pick<Vote, 'proposalId' | 'identityId'>

/** The id of a vote: a person has at most one on each proposal. */
export function voteId({ proposalId, identityId }: VoteKey): string {
  return joinedId('vote', proposalId, identityId)
}

/** A vote by its id; undefined for anybody but its voter. */
export async function findVote(
  { viewer, loaders }: GovernanceContext,
  id: string,
): Promise<Vote | undefined> {
  const [proposal, voter] = splitId('vote', id) ?? []
  if (viewer?.identityId !== `identity_${voter}`) return undefined
  return loaders.vote.load({ proposalId: `proposal_${proposal}`, identityId: viewer.identityId })
}

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
  return createKeyLoader(db, byKeys(db), ['proposalId', 'identityId'])
}

const ofPerson = once(
  (db: Kysely<GovernanceTables>) => (identityId: RawBuilder<string>) =>
    db.selectFrom('votes').selectAll().where('identityId', '=', identityId),
)

const cursorKeyOf = ({ votedAt, proposalId }: Vote) => ({ at: votedAt, id: proposalId })

/** The votes of each person, newest first. */
export function votePages(db: Kysely<GovernanceTables>) {
  return createPageLoader(db, ofPerson(db), cursorKeyOf, {
    column: 'voted_at',
    id: 'proposal_id',
    direction: 'desc',
  })
}
