// What the Guild service's resolvers and domain functions are handed.
import type { Kysely } from 'kysely'
import type { Context } from '#foundation/service/context.ts'
import { applicationPages } from './domain/application.ts'
import { organizationMembershipPages, personMembershipPages } from './domain/membership.ts'
import { organizationLoader } from './domain/organization.ts'
import { organizationRolePages, roleLoader } from './domain/role.ts'
import { stewardLoader } from './domain/steward.ts'
import type { GuildTables } from './tables.ts'

export type GuildContext = Context<GuildTables, ReturnType<typeof guildLoaders>, 'identity'>

/** The loaders of one request. */
export function guildLoaders(db: Kysely<GuildTables>) {
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
