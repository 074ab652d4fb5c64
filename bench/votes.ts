// Votes to cast: a person votes once on a proposal, so every request needs another one.
import { newId } from '#foundation/domain/ids.ts'
import { execute } from './system.ts'

/** In a round of three seconds, a connection casts fewer. */
const PROPOSALS = 3_000

const INSERT = `
  insert into governance.proposals (id, proposer_id, title, description, quorum, end_time, created_at)
  select id, 'nobody', 'A proposal', 'To vote on.', 1, now() + interval '1 day', now()
  from unnest($1::text[]) as proposal (id)`

/**
 * Adds proposals, and returns where a connection casts its next vote. Each connection must be
 * another person's. All vote on all proposals, and begin at different ones.
 */
export async function freshProposals(
  databaseUrl: string,
  connections: number,
): Promise<(connection: number) => string> {
  const ids = Array.from({ length: PROPOSALS }, () => newId('proposal'))
  await execute(databaseUrl, INSERT, [ids])
  const votes = Array.from({ length: connections }, () => 0)
  return (connection) => {
    const cast = votes[connection]!
    if (cast === PROPOSALS) throw new Error('A connection has voted on every proposal.')
    votes[connection] = cast + 1
    const first = Math.floor((connection * PROPOSALS) / connections)
    return `/api/proposals/${ids[(first + cast) % PROPOSALS]!}/vote`
  }
}
