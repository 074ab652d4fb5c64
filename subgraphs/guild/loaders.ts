// The loaders of one request.
import type { Kysely } from 'kysely'
import { applicationLoader, applicationPages, ownApplicationLoader } from './domain/application.ts'
import { membershipLoader, membershipPages, ownMembershipLoader } from './domain/membership.ts'
import { organizationLoader } from './domain/organization.ts'
import { organizationRolePages, roleLoader } from './domain/role.ts'
import { stewardLoader } from './domain/steward.ts'
import type { GuildLoaders } from './context.ts'
import type { GuildTables } from './tables.ts'

export function guildLoaders(db: Kysely<GuildTables>): GuildLoaders {
  return {
    organization: organizationLoader(db),
    membership: membershipLoader(db),
    members: membershipPages(db, 'members'),
    requests: membershipPages(db, 'requests'),
    ownMembership: ownMembershipLoader(db),
    steward: stewardLoader(db),
    role: roleLoader(db),
    organizationRoles: organizationRolePages(db),
    application: applicationLoader(db),
    ownApplication: ownApplicationLoader(db),
    roleApplications: applicationPages(db, 'roleId'),
    activeMemberships: membershipPages(db, 'activeMemberships'),
    ownMemberships: membershipPages(db, 'ownMemberships'),
    ownApplications: applicationPages(db, 'identityId'),
  }
}
