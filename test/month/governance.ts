// Proposals: who may propose, how people vote, and how each proposal ends.
import { expect } from 'vitest'
import { DAY_MS } from './production.ts'
import type { Resident } from './resident.ts'

export async function levelOf(resident: Resident): Promise<number> {
  const { level } = await resident.call('GET', '/api/claims')
  return level as number
}

/** Proposes something for some days, and returns its id. */
export async function propose(author: Resident, title: string, days: number): Promise<string> {
  const endTime = new Date(author.session.production.now().getTime() + days * DAY_MS).toISOString()
  const body = { title, description: `${title}: for and against.`, endTime }
  const { data } = await author.call('POST', '/api/proposals', { body, status: 201 })
  expect(data).toMatchObject({ status: 'active', yesVotes: 0, noVotes: 0, endTime })
  return data.id as string
}

/** Below level 50 nobody can propose. */
export async function expectTooEarly(resident: Resident): Promise<void> {
  const level = await levelOf(resident)
  const body = { title: 'Too Early', description: 'I cannot wait.' }
  const { error } = await resident.call('POST', '/api/proposals', { body, status: 403 })
  expect(error).toMatchObject({
    code: 'INSUFFICIENT_PERMISSIONS',
    details: { requiredLevel: 50, level },
  })
}

async function vote(voter: Resident, proposalId: string, choice: 'yes' | 'no'): Promise<void> {
  if (voter.username < 'h') {
    const path = `/api/proposals/${proposalId}/vote`
    const { data } = await voter.call('POST', path, { body: { vote: choice } })
    expect(data).toMatchObject({ proposalId, vote: choice })
    return
  }
  const { castVote } = await voter.ask(
    `mutation ($id: ID!, $vote: VoteChoice!) {
      castVote(proposalId: $id, input: { vote: $vote }) { proposal { myVote { vote } } }
    }`,
    { id: proposalId, vote: choice },
  )
  expect(castVote).toEqual({ proposal: { myVote: { vote: choice } } })
}

/** Everybody votes at once; the first of them vote yes. */
export async function voteAll(
  voters: readonly Resident[],
  { proposalId, yes }: { proposalId: string; yes: number },
): Promise<void> {
  await Promise.all(
    voters.map((voter, index) => vote(voter, proposalId, index < yes ? 'yes' : 'no')),
  )
}

/** The author withdraws the proposal before anybody has voted. */
export async function cancelProposal(author: Resident, id: string): Promise<void> {
  const { cancelProposal } = await author.ask(
    'mutation ($id: ID!) { cancelProposal(id: $id) { status outcome } }',
    { id },
  )
  expect(cancelProposal).toEqual({ status: 'cancelled', outcome: null })
}

/** A vote is too late, even for somebody who has voted. */
export async function expectClosed(voter: Resident, proposalId: string): Promise<void> {
  const path = `/api/proposals/${proposalId}/vote`
  const { error } = await voter.call('POST', path, { body: { vote: 'yes' }, status: 400 })
  expect(error.details).toMatchObject({ reason: 'VOTING_CLOSED' })
}

/** The titles of the proposals with that status. */
export async function titlesOf(resident: Resident, status: string): Promise<string[]> {
  const { proposals } = await resident.call('GET', `/api/proposals?status=${status}&orderBy=title`)
  return (proposals as { title: string }[]).map(({ title }) => title)
}
