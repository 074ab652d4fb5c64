// Votes to cast: a person votes once on a proposal, so every request needs another one.
import { newId } from '#foundation/domain/ids.ts'
import { execute } from './system.ts'

/** In a round of three seconds, a person casts fewer votes. */
const PROPOSALS = 3_000

const INSERT = `
  insert into governance.proposals (id, proposer_id, title, description, quorum, end_time, created_at)
  select id, 'nobody', 'A proposal', 'To vote on.', 1, now() + interval '1 day', now()
  from unnest($1::text[]) as proposal (id)`

/** Adds proposals, and returns the paths of their votes. */
export async function freshProposals(databaseUrl: string): Promise<string[]> {
  const ids = Array.from({ length: PROPOSALS }, () => newId('proposal'))
  await execute(databaseUrl, INSERT, [ids])
  return ids.map((id) => `/api/proposals/${id}/vote`)
}
