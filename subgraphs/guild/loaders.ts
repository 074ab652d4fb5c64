// The loaders of one request.
import type { Kysely } from 'kysely'
import { applicationPages } from './domain/application.ts'
import { organizationMembershipPages, personMembershipPages } from './domain/membership.ts'
import { organizationLoader } from './domain/organization.ts'
import { organizationRolePages, roleLoader } from './domain/role.ts'
import { stewardLoader } from './domain/steward.ts'
import type { GuildLoaders } from './context.ts'
import type { GuildTables } from './tables.ts'

export function guildLoaders(db: Kysely<GuildTables>): GuildLoaders {
  return {
    organization: organizationLoader(db),
    members: organizationMembershipPages(db, 'active'),
    requests: organizationMembershipPages(db, 'pending'),
    steward: stewardLoader(db),
    role: roleLoader(db),
    organizationRoles: organizationRolePages(db),
    roleApplications: applicationPages(db, 'roleId'),
    activeMemberships: personMembershipPages(db, ['active']),
    ownMemberships: personMembershipPages(db, ['pending', 'active', 'rejected']),
    ownApplications: applicationPages(db, 'identityId'),
  }
}
