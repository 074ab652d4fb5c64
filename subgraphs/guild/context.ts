// The context of the Guild service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { PageLoader } from '#foundation/database/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type { Application, GuildTables, Membership, Organization, Role } from './tables.ts'

type MembershipKey = Pick<Membership, 'organizationId' | 'identityId'>

export interface GuildLoaders {
  organization: DataLoader<string, Organization | undefined>
  membership: DataLoader<string, Membership | undefined>
  /** Active, of an organization. */
  members: PageLoader<Membership>
  /** Pending, of an organization. */
  requests: PageLoader<Membership>
  /** Of a person in an organization: the open one, or else the latest rejected one. */
  ownMembership: DataLoader<MembershipKey, Membership | undefined, string>
  /** Of an organization, if the person is one. */
  steward: DataLoader<MembershipKey, MembershipKey | undefined, string>
  role: DataLoader<string, Role | undefined>
  organizationRoles: PageLoader<Role>
  application: DataLoader<string, Application | undefined>
  /** Of a person for a role: the open one, or else the latest rejected one. */
  ownApplication: DataLoader<
    Pick<Application, 'roleId' | 'identityId'>,
    Application | undefined,
    string
  >
  roleApplications: PageLoader<Application>
  /** Of a person. */
  activeMemberships: PageLoader<Membership>
  ownMemberships: PageLoader<Membership>
  ownApplications: PageLoader<Application>
}

export type GuildContext = Context<GuildTables, GuildLoaders, 'identity'>
