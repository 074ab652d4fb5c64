// The loaders of one request.
import type { Kysely } from 'kysely'
import { createTableLoader } from '#foundation/database/row-loader.ts'
import { applicationPages, ownApplicationLoader } from './domain/application.ts'
import { membershipPages, ownMembershipLoader } from './domain/membership.ts'
import { organizationRolePages } from './domain/role.ts'
import { stewardLoader } from './domain/steward.ts'
import type { GuildLoaders } from './context.ts'
import type { GuildTables } from './tables.ts'

export function guildLoaders(db: Kysely<GuildTables>): GuildLoaders {
  return {
    organization: createTableLoader(db, 'organizations'),
    membership: createTableLoader(db, 'memberships'),
    members: membershipPages(db, 'members'),
    requests: membershipPages(db, 'requests'),
    ownMembership: ownMembershipLoader(db),
    steward: stewardLoader(db),
    role: createTableLoader(db, 'roles'),
    organizationRoles: organizationRolePages(db),
    application: createTableLoader(db, 'applications'),
    ownApplication: ownApplicationLoader(db),
    roleApplications: {
      all: applicationPages(db, 'all'),
      pending: applicationPages(db, 'pending'),
      accepted: applicationPages(db, 'accepted'),
      rejected: applicationPages(db, 'rejected'),
    },
    activeMemberships: membershipPages(db, 'activeMemberships'),
    ownMemberships: membershipPages(db, 'ownMemberships'),
    ownApplications: applicationPages(db, 'ofPerson'),
  }
}
