// The lists of the Governance service, and rows for its tables.
import { moment, rows, somebody, word, type Lists } from './lists.ts'

/** A cursor of an unknown log, after which a page begins with the oldest event. */
const OLDEST = Buffer.from('another-log.7').toString('base64url')

export const governanceLists: Lists = {
  service: 'governance',
  fill: (identityId) => [
    `insert into proposals (id, proposer_id, title, description, quorum, outcome, end_time, created_at)
     select 'proposal_' || n, ${somebody(identityId)}, ${word}, 'D', 1,
            (array['passed', 'rejected', 'cancelled', null])[1 + n % 4],
            ${moment} + (n % 4 / 3) * interval '1 year', ${moment} from ${rows}`,
    `insert into votes (proposal_id, identity_id, vote, voted_at)
     select 'proposal_' || n, ${somebody(identityId)}, 'yes', ${moment} from ${rows}`,
    `insert into participations (identity_id, voted, proposal_count, version, granted_version,
                                 next_attempt_at)
     select case n when 100 then '${identityId}' else 'identity_' || n end, true, 0, 1, 1, ${moment}
     from ${rows}`,
    `insert into closing_notices (proposal_id, after_voter)
     select 'proposal_' || n, 'identity_' || n from generate_series(1, 20000) as n`,
  ],
  queries: [
    '{ proposals(first: 20) { nodes { id status myVote { vote } } } }',
    '{ proposals(first: 20, offset: 60) { nodes { id } } }',
    '{ proposal(id: "proposal_7") { id } }',
    `{ proposal(id: "proposal_100") { proposer {
      proposals(first: 20) { nodes { id } }
      votes(first: 20) { nodes { vote proposal { id } } }
    } } }`,
  ],
  few: [`{ governanceEvents(after: "${OLDEST}", types: ["proposal.closed"]) { next } }`],
  found: [
    {
      list: 'proposals',
      filters: [
        ...['active', 'passed', 'rejected', 'cancelled'].map((status) => `status: ${status}`),
        'author: "CALLER"',
        'voted: true',
        'voted: false',
      ],
      orders: ['oldest', 'title'],
      isSearched: true,
    },
  ],
  totals: ['proposals'],
}
