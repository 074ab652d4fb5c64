// The tables of the Guild service's own schema.
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'

export interface GuildTables extends AuditOutboxTables {
  organizations: OrganizationTable
  memberships: MembershipTable
  roles: RoleTable
  applications: ApplicationTable
  formerMemberships: FormerMembershipTable
  withdrawnApplications: WithdrawnApplicationTable
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
  /** The number of active memberships, kept by the transactions that change them. */
  memberCount: number
  openToJoin: boolean
  createdAt: Date
  retiredAt: Nullable<Date>
  /** When an administrator hid it, and why. */
  hiddenAt: Nullable<Date>
  hiddenReason: Nullable<string>
  /** The key in the content file that it comes from. */
  contentKey: Nullable<string>
}

/** One request to join and its outcome. A person has at most one that is not rejected. */
interface MembershipTable {
  id: string
  organizationId: string
  identityId: string
  status: MembershipStatus
  /** Whether the person is a steward, which only an active member can be. */
  steward: Generated<boolean>
  requestedAt: Date
}

interface RoleTable {
  id: string
  organizationId: string
  title: string
  description: string
  minLevel: number
  /** The number of openings left. */
  openings: number
  /** Whether somebody has closed the role; otherwise it has no openings because all are taken. */
  closed: Generated<boolean>
  createdAt: Date
  /** When the role was retired, the same time as its organization if both were. */
  retiredAt: Nullable<Date>
  /** When its organization was hidden; the database sets it for a new role. */
  hiddenAt: Nullable<Date>
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

/** A membership, or request for one, that the person or a steward has ended. */
interface FormerMembershipTable {
  id: string
  organizationId: string
  identityId: string
  /** The status when it ended. */
  status: MembershipStatus
  requestedAt: Date
  leftAt: Date
  /** True if a steward removed the person. */
  removed: boolean
}

/** An application that the person has withdrawn, or that ended with their membership. */
interface WithdrawnApplicationTable extends ApplicationTable {
  withdrawnAt: Date
}

export type Organization = Selectable<OrganizationTable>
/** A membership; `leftAt` is set once it has ended. */
export type Membership = Selectable<MembershipTable> & { leftAt?: Date }
export type Role = Selectable<RoleTable>
/** An application; `withdrawnAt` is set once it has ended. */
export type Application = Selectable<ApplicationTable> & { withdrawnAt?: Date }

/** The fields that content files and administrators set. */
export type OrganizationFields = Pick<Organization, 'name' | 'description' | 'house' | 'openToJoin'>
export type RoleFields = Pick<Role, 'title' | 'description' | 'minLevel' | 'openings'>
