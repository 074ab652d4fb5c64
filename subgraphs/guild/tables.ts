// The tables of the Guild service's own schema.
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'

export interface GuildTables extends AuditOutboxTables {
  organizations: OrganizationTable
  memberships: MembershipTable
  roles: RoleTable
  applications: ApplicationTable
}

export type MembershipStatus = 'pending' | 'active' | 'rejected'
export type ApplicationStatus = 'pending' | 'accepted' | 'rejected'

/** A column that need not be named in an insert. */
type Nullable<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>

interface OrganizationTable {
  id: string
  name: string
  description: string
  house: string
  /** Active memberships: changed by the transaction that makes one active. */
  memberCount: number
  openToJoin: boolean
  createdAt: Date
  retiredAt: Nullable<Date>
  /** The key in the content file that it comes from. */
  contentKey: Nullable<string>
}

/** One request to join and its outcome. A person has at most one that is not rejected. */
interface MembershipTable {
  id: string
  organizationId: string
  identityId: string
  status: MembershipStatus
  /** Only an active member is one. */
  steward: Generated<boolean>
  requestedAt: Date
}

interface RoleTable {
  id: string
  organizationId: string
  title: string
  description: string
  minLevel: number
  /** How many more can be accepted; 0 closes the role. */
  openings: number
  createdAt: Date
  /** A role is retired with its organization, at the same moment. */
  retiredAt: Nullable<Date>
  contentKey: Nullable<string>
  /** True if an administrator added it. */
  byAdministrator: Generated<boolean>
}

/** One application and its outcome. A person has at most one per role that is not rejected. */
interface ApplicationTable {
  id: string
  roleId: string
  identityId: string
  status: ApplicationStatus
  message: string | null
  appliedAt: Date
}

export type Organization = Selectable<OrganizationTable>
export type Membership = Selectable<MembershipTable>
export type Role = Selectable<RoleTable>
export type Application = Selectable<ApplicationTable>
