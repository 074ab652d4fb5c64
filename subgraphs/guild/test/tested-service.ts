// What the tests of the whole system know of the Guild service.
import type { TestedService } from '#test/tested-service.ts'
import { guildLifeCycleRows } from '../../../test/contract/guild-life-cycles.ts'
import { guildRows } from '../../../test/contract/guild.ts'
import { AUDIT, ERASED, MIGRATIONS, SHARED } from '../../../test/personal-data/columns.ts'

export const testedService: TestedService = {
  rows: [...guildRows, ...guildLifeCycleRows],
  columns: {
    ...SHARED,
    ...AUDIT,
    ...ERASED,
    ...MIGRATIONS,
    applications: { person: 'id identity_id message', others: 'role_id status' },
    former_memberships: { person: 'id identity_id', others: 'organization_id status' },
    memberships: { person: 'id identity_id', others: 'organization_id status' },
    organizations: { texts: 'name description hidden_reason', others: 'id house content_key' },
    roles: { texts: 'title description', others: 'id organization_id content_key' },
    withdrawn_applications: { person: 'id identity_id message', others: 'role_id status' },
  },
  triggers: { migration: '0002-tables', hash: 'L4_ubK-o73VD' },
}
