// The context of the Guild service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { PageLoader } from '#foundation/database/lists/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type {
  Application,
  ApplicationStatus,
  GuildTables,
  Membership,
  Organization,
  Role,
} from './tables.ts'

type MembershipKey = Pick<Membership, 'organizationId' | 'identityId'>

export interface GuildLoaders {
  organization: DataLoader<string, Organization | undefined>
  membership: DataLoader<string, Membership | undefined>
  /** The active members of an organization. */
  members: PageLoader<Membership>
  /** The pending requests to join an organization. */
  requests: PageLoader<Membership>
  /** A person's pending or active membership in an organization, or else the latest rejected one. */
  ownMembership: DataLoader<MembershipKey, Membership | undefined, string>
  /** The key itself if the person is a steward of the organization. */
  steward: DataLoader<MembershipKey, MembershipKey | undefined, string>
  role: DataLoader<string, Role | undefined>
  organizationRoles: PageLoader<Role>
  application: DataLoader<string, Application | undefined>
  /** A person's pending or accepted application for a role, or else the latest rejected one. */
  ownApplication: DataLoader<
    Pick<Application, 'roleId' | 'identityId'>,
    Application | undefined,
    string
  >
  roleApplications: Readonly<Record<ApplicationStatus | 'all', PageLoader<Application>>>
  /** The active memberships of a person. */
  activeMemberships: PageLoader<Membership>
  ownMemberships: PageLoader<Membership>
  ownApplications: PageLoader<Application>
}

export type GuildContext = Context<GuildTables, GuildLoaders, 'identity'>
