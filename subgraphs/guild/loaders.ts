// The loaders of one request.
import { createTableLoader } from '#foundation/database/reads/row-loader.ts'
import { lazyMembers } from '#foundation/service/lazy-members.ts'
import type { LoaderSource } from '#foundation/service/subgraph.ts'
import { applicationPages, ownApplicationLoader } from './domain/application.ts'
import { membershipPages, ownMembershipLoader } from './domain/membership.ts'
import { organizationRolePages } from './domain/role.ts'
import { stewardLoader } from './domain/steward.ts'
import type { GuildLoaders } from './context.ts'
import type { GuildTables } from './tables.ts'

export const guildLoaders = lazyMembers<LoaderSource<GuildTables>, GuildLoaders>({
  organization: ({ db }) => createTableLoader(db, 'organizations'),
  membership: ({ db }) => createTableLoader(db, 'memberships'),
  members: ({ db }) => membershipPages(db, 'members'),
  requests: ({ db }) => membershipPages(db, 'requests'),
  ownMembership: ({ db }) => ownMembershipLoader(db),
  steward: ({ db }) => stewardLoader(db),
  role: ({ db }) => createTableLoader(db, 'roles'),
  organizationRoles: ({ db }) => organizationRolePages(db),
  application: ({ db }) => createTableLoader(db, 'applications'),
  ownApplication: ({ db }) => ownApplicationLoader(db),
  roleApplications: ({ db }) => ({
    all: applicationPages(db, 'all'),
    pending: applicationPages(db, 'pending'),
    accepted: applicationPages(db, 'accepted'),
    rejected: applicationPages(db, 'rejected'),
  }),
  activeMemberships: ({ db }) => membershipPages(db, 'activeMemberships'),
  ownMemberships: ({ db }) => membershipPages(db, 'ownMemberships'),
  ownApplications: ({ db }) => applicationPages(db, 'ofPerson'),
})
