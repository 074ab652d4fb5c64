// What the tests of the whole system know of the Governance service.
import type { TestedService } from '#test/tested-service.ts'
import { governanceRows } from '../../../test/contract/governance.ts'
import { MIGRATIONS, SHARED } from '../../../test/personal-data/columns.ts'

export const testedService: TestedService = {
  rows: governanceRows,
  columns: {
    ...SHARED,
    ...MIGRATIONS,
    participations: { person: 'identity_id' },
    // The last voter who has been notified. The row is gone when all have been.
    closing_notices: { person: 'after_voter', others: 'proposal_id' },
    proposals: { person: 'proposer_id', texts: 'title description', others: 'id outcome' },
    votes: { person: 'identity_id', others: 'proposal_id vote' },
  },
  triggers: { migration: '0002-tables', hash: 'xl6UwVxTuRDA' },
}
