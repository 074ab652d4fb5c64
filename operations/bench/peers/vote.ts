// Casting a vote, as one would write it by hand: the checks, then one transaction.
import type { Pool, PoolClient } from 'pg'

/** What a caller is refused with. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: object

  constructor(status: number, code: string, message: string, details: object) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

interface Proposal {
  title: string
  outcome: string | null
  end_time: Date
}

interface Counts {
  yes_votes: number
  no_votes: number
}

const PROPOSAL = 'select title, outcome, end_time from governance.proposals where id = $1'
const VOTE = `insert into governance.votes (proposal_id, identity_id, vote, voted_at)
  values ($1, $2, $3, $4) on conflict do nothing`
/** The first vote of a person changes their credential; a sweep of the service sends it. */
const PARTICIPATION = `insert into governance.participations
  (identity_id, voted, proposal_count, version, next_attempt_at) values ($1, true, 0, 1, $2)
  on conflict (identity_id) do update
  set voted = true, version = participations.version + 1, attempts = 0, next_attempt_at = $2
  where not participations.voted`
const COUNT = {
  yes: 'update governance.proposals set yes_votes = yes_votes + 1',
  no: 'update governance.proposals set no_votes = no_votes + 1',
}
const WHILE_OPEN =
  'where id = $1 and outcome is null and end_time > $2 returning yes_votes, no_votes'

export type Choice = keyof typeof COUNT

/** The documented response. @throws Refusal */
export async function castVote(pool: Pool, person: string, id: string, choice: Choice) {
  const votedAt = new Date()
  const { rows } = await pool.query<Proposal>({ name: 'proposal', text: PROPOSAL, values: [id] })
  const proposal = rows[0]
  if (!proposal) {
    const details = { resource: 'Proposal', id }
    throw new Refusal(404, 'NOT_FOUND', `Proposal ${id} does not exist.`, details)
  }
  if (proposal.outcome !== null || proposal.end_time <= votedAt) throw closed(proposal)
  const client = await pool.connect()
  try {
    await client.query('begin')
    const counts = await record(client, { person, id, choice, votedAt, proposal })
    await client.query('commit')
    const { yes_votes: yesVotes, no_votes: noVotes } = counts
    return { proposalId: id, vote: choice, yesVotes, noVotes, votedAt }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

interface Vote {
  person: string
  id: string
  choice: Choice
  votedAt: Date
  proposal: Proposal
}

async function record(client: PoolClient, vote: Vote): Promise<Counts> {
  const { person, id, choice, votedAt, proposal } = vote
  const values = [id, person, choice, votedAt]
  const { rowCount } = await client.query({ name: 'vote', text: VOTE, values })
  if (rowCount === 0) {
    const message = `You have voted on “${proposal.title}” already, and a vote is final.`
    throw new Refusal(400, 'VALIDATION_ERROR', message, { reason: 'ALREADY_VOTED' })
  }
  const soon = new Date(votedAt.getTime() + 10_000)
  await client.query({ name: 'participation', text: PARTICIPATION, values: [person, soon] })
  const text = `${COUNT[choice]} ${WHILE_OPEN}`
  const { rows } = await client.query<Counts>({
    name: `count ${choice}`,
    text,
    values: [id, votedAt],
  })
  if (!rows[0]) throw closed(proposal)
  return rows[0]
}

function closed({ title }: Proposal): Refusal {
  const message = `Voting on “${title}” is closed.`
  return new Refusal(400, 'VALIDATION_ERROR', message, { reason: 'VOTING_CLOSED' })
}
