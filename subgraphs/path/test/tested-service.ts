// What the tests of the whole system know of the Path service.
import type { TestedService } from '#test/tested-service.ts'
import { pathRows } from '../../../test/contract/path.ts'
import { AUDIT, MIGRATIONS, SHARED } from '../../../test/personal-data/columns.ts'

export const testedService: TestedService = {
  rows: pathRows,
  columns: {
    ...SHARED,
    ...AUDIT,
    ...MIGRATIONS,
    completed_quests: { person: 'identity_id', others: 'quest_id' },
    reopening_notices: { others: 'type period after_completion' },
    quest_completions: {
      person: 'identity_id credential_id',
      others: 'id quest_id period credential_type pending_steps',
    },
    quests: { others: 'id title description type difficulty credential_type content_key' },
  },
  triggers: { migration: '0002-tables', hash: '2d04f1eos4oM' },
}
