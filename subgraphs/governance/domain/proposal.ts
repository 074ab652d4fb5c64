// Proposals: the list, one by its id, those of a person, and their status.
import type DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { once, placeholder } from '#foundation/database/built-once.ts'
import type { Db } from '#foundation/database/database.ts'
import { NEWEST_FIRST } from '#foundation/database/page-statement.ts'
import {
  createPageLoader,
  paginate,
  type Connection,
  type PageArguments,
} from '#foundation/database/pagination.ts'
import { readRowCount } from '#foundation/database/row-count.ts'
import { createRowLoader } from '#foundation/database/row-loader.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import type { GovernanceContext } from '../context.ts'
import type { GovernanceTables, Proposal, ProposalStatus } from '../tables.ts'

type Moment = Date | RawBuilder<Date>

/** The proposals as they stand at that moment. */
export function proposalsAt(db: Db<GovernanceTables>, at: Moment) {
  return db.selectFrom('proposals').selectAll().select(statusAt(at).as('status'))
}

/**
 * The status at that time, as SQL. It is derived from the end and the counts, so a proposal that
 * has ended never shows as active, even before its outcome is recorded.
 */
export function statusAt<Status extends ProposalStatus = ProposalStatus>(at: Moment) {
  return sql<Status>`case
    when outcome is not null then outcome
    when end_time > ${at} then 'active'
    when yes_votes > no_votes and yes_votes + no_votes >= quorum then 'passed'
    else 'rejected'
  end`
}

/** The result of the vote by its counts at this time, by the same rule. Null if cancelled. */
export function outcomeOf(proposal: Proposal): 'passed' | 'rejected' | null {
  const { status, yesVotes, noVotes, quorum } = proposal
  if (status === 'cancelled') return null
  if (status !== 'active') return status
  return yesVotes > noVotes && yesVotes + noVotes >= quorum ? 'passed' : 'rejected'
}

const listed = once((db: Kysely<GovernanceTables>) => proposalsAt(db, placeholder('now')))

export function listProposals(
  { db, now }: GovernanceContext,
  page: PageArguments,
): Promise<Connection<Proposal>> {
  const total = () => readRowCount(db, 'proposals')
  return paginate(db, listed(db), page, placeOf, NEWEST_FIRST, { values: { now: now() }, total })
}

export async function getProposal({ loaders }: GovernanceContext, id: string): Promise<Proposal> {
  const proposal = await loaders.proposal.load(id)
  if (!proposal) throw notFound('Proposal', id)
  return proposal
}

const byId = once(
  (db: Kysely<GovernanceTables>) => (anyId: RawBuilder<string>) =>
    listed(db).where('id', '=', anyId),
)

export function proposalLoader(
  db: Kysely<GovernanceTables>,
  now: () => Date,
): DataLoader<string, Proposal | undefined> {
  return createRowLoader(db, byId(db), { values: () => ({ now: now() }) })
}

const ofProposer = once(
  (db: Kysely<GovernanceTables>) => (proposerId: RawBuilder<string>) =>
    listed(db).where('proposerId', '=', proposerId),
)

/** A person's proposals, newest first. */
export function proposalPages(db: Kysely<GovernanceTables>, now: () => Date) {
  const list = ofProposer(db)
  return createPageLoader(db, list, placeOf, NEWEST_FIRST, undefined, () => ({ now: now() }))
}

function placeOf({ createdAt, id }: Proposal) {
  return { at: createdAt, id }
}

/** The error for an action that needs an active proposal. */
export function votingClosed({ title }: Proposal): Error {
  return refused('VOTING_CLOSED', `Voting on “${title}” is closed.`)
}
