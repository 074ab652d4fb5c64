// Finds proposals: the list, one by its id, and those of a person; derives their status.
import type DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { once, placeholder } from '#foundation/database/built-once.ts'
import type { Db } from '#foundation/database/database.ts'
import {
  BY_AGE,
  filteredList,
  sent,
  type ListArguments,
} from '#foundation/database/lists/filtered-list.ts'
import { NEWEST_FIRST } from '#foundation/database/lists/page-statement.ts'
import { createPageLoader, type Connection } from '#foundation/database/lists/pagination.ts'
import { readRowCount } from '#foundation/database/migrations/row-count.ts'
import { createRowLoader } from '#foundation/database/reads/row-loader.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import type { GovernanceContext } from '../context.ts'
import type { GovernanceTables, Proposal, ProposalStatus } from '../tables.ts'

type Moment = Date | RawBuilder<Date>

/** Proposals with their status and result at that moment. */
export function proposalsAt(db: Db<GovernanceTables>, at: Moment) {
  return db.selectFrom('proposals').selectAll().select(standingAt(at))
}

/** The derived columns of a proposal: its status, and the result if voting ended at that moment. */
export function standingAt(at: Moment) {
  return [statusAt(at).as('status'), RESULT.as('result')] as const
}

const RESULT = sql<'passed' | 'rejected'>`case
  when yes_votes > no_votes and yes_votes + no_votes >= quorum then 'passed'
  else 'rejected'
end`

/**
 * The status at that time, as SQL. It is derived from the end and the counts, so a proposal that
 * has ended never shows as active, even before its outcome is recorded.
 */
export function statusAt<Status extends ProposalStatus = ProposalStatus>(at: Moment) {
  return sql<Status>`case
    when outcome is not null then outcome
    when end_time > ${at} then 'active'
    else ${RESULT}
  end`
}

/** The result, or while voting is open the result if it ended now. Null if cancelled. */
export function outcomeOf({ status, result }: Proposal): 'passed' | 'rejected' | null {
  if (status === 'cancelled') return null
  return status === 'active' ? result : status
}

const listed = once((db: Kysely<GovernanceTables>) => proposalsAt(db, placeholder('now')))

/** The condition for an outcome. The index for its first part also has the few proposals without an outcome. */
function decided(outcome: 'passed' | 'rejected') {
  const status = sql.lit(outcome)
  return sql<boolean>`(
    (outcome is null or outcome = ${status}) and ${statusAt(placeholder('now'))} = ${status}
  )`
}

const hasVoted = sql`
  id in (select proposal_id from votes where identity_id = ${placeholder('identityId')})`

const proposals = filteredList({
  rows: listed,
  filters: {
    status: {
      when: {
        active: sql<boolean>`(outcome is null and end_time > ${placeholder('now')})`,
        passed: decided('passed'),
        rejected: decided('rejected'),
        cancelled: sql<boolean>`outcome = 'cancelled'`,
      },
    },
    author: { is: sql<boolean>`proposer_id = ${sent('author')}` },
    voted: {
      when: {
        true: sql<boolean>`(${hasVoted}) is true`,
        false: sql<boolean>`(${hasVoted}) is not true`,
      },
    },
  },
  orders: { ...BY_AGE, title: ['title', 'asc', 'text'] },
  search: { title: 'title', text: `title || ' ' || description` },
})

export function listProposals(
  { db, now, viewer }: GovernanceContext,
  wanted: ListArguments<'status' | 'author' | 'voted', keyof typeof BY_AGE | 'title'>,
): Promise<Connection<Proposal>> {
  const total = () => readRowCount(db, 'proposals')
  const values = { now: now(), identityId: viewer?.identityId ?? null }
  return proposals(db, wanted, { values, total })
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

/** The proposals of each person, newest first. */
export function proposalPages(db: Kysely<GovernanceTables>, now: () => Date) {
  const list = ofProposer(db)
  return createPageLoader(db, list, cursorKeyOf, NEWEST_FIRST, undefined, () => ({ now: now() }))
}

function cursorKeyOf({ createdAt, id }: Proposal) {
  return { at: createdAt, id }
}

/** The error for an action that needs an active proposal. */
export function votingClosed({ title }: Proposal): Error {
  return refused('VOTING_CLOSED', `Voting on “${title}” is closed.`)
}
