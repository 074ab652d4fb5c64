// Organizations of the demo houses, with members, roles and applications in every state.
import { stableId } from '#foundation/ids.ts'
import type { GuildContext } from './context.ts'
import type { ApplicationStatus, MembershipStatus } from './tables.ts'

type DemoOrganization = [
  slug: string,
  name: string,
  description: string,
  house: string,
  openToJoin: boolean,
  daysAgo: number,
]

const ORGANIZATIONS: DemoOrganization[] = [
  ['proofs', 'Analytical Society', 'Reads, checks and publishes proofs.', 'Aether', false, 210],
  ['signals', 'Signal Works', 'Keeps the beacons lit at every hour.', 'Ember', true, 170],
  ['harbour', 'Harbour Watch', 'Sorts what the tide leaves behind.', 'Tide', false, 95],
  ['maps', 'Cartographers’ Table', 'Redraws the map once a season.', 'Terra', true, 60],
  ['school', 'Night School', 'Teaches anybody anything after sunset.', 'Aether', true, 14],
]

type DemoMembership = [
  username: string,
  organization: string,
  status: MembershipStatus | 'steward',
  daysAgo: number,
]

const MEMBERSHIPS: DemoMembership[] = [
  ['ada', 'proofs', 'steward', 210],
  ['alan', 'proofs', 'active', 188],
  ['barbara', 'proofs', 'rejected', 40],
  ['grace', 'proofs', 'pending', 3],
  ['grace', 'signals', 'steward', 170],
  ['ada', 'signals', 'active', 165],
  ['edsger', 'signals', 'active', 82],
  ['barbara', 'signals', 'active', 31],
  ['barbara', 'harbour', 'steward', 95],
  ['alan', 'harbour', 'pending', 1],
  ['edsger', 'maps', 'steward', 60],
  ['grace', 'maps', 'active', 44],
  ['alan', 'school', 'steward', 14],
  ['ada', 'school', 'active', 13],
]

type DemoRole = [
  slug: string,
  organization: string,
  title: string,
  description: string,
  minLevel: number,
  openings: number,
  daysAgo: number,
]

const ROLES: DemoRole[] = [
  ['engine', 'proofs', 'Keeper of the Engine', 'Keep its tables in order.', 20, 0, 150],
  ['reader', 'proofs', 'Proof Reader', 'Find the first step you cannot follow.', 10, 2, 120],
  ['beacon', 'signals', 'Beacon Warden', 'Keep one beacon lit for a season.', 1, 4, 100],
  ['clerk', 'harbour', 'Tide Clerk', 'Write the tide table and explain it.', 5, 1, 50],
  ['walker', 'maps', 'Path Walker', 'Walk the northern paths, notebook in hand.', 3, 3, 30],
]

type DemoApplication = [
  username: string,
  role: string,
  status: ApplicationStatus,
  message: string | null,
  daysAgo: number,
]

const APPLICATIONS: DemoApplication[] = [
  ['grace', 'engine', 'accepted', 'I have kept larger ones.', 140],
  ['alan', 'reader', 'pending', 'I stop at the first step that halts.', 5],
  ['edsger', 'beacon', 'accepted', null, 80],
  ['barbara', 'beacon', 'pending', 'I can see the northern beacon from my window.', 2],
  ['edsger', 'clerk', 'rejected', 'A table can be shown to be right, which I would enjoy.', 45],
]

const DAY_MS = 86_400_000

/** Adds the organizations and, with the first of them, all the rest: all of it or nothing. */
export async function addDemoGuilds({ db, now }: GuildContext): Promise<void> {
  const started = now().getTime()
  const before = (daysAgo: number) => new Date(started - daysAgo * DAY_MS)
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('organizations')
      .values(ORGANIZATIONS.map((organization) => toOrganization(organization, before)))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    if (added.length === 0) return
    const memberships = MEMBERSHIPS.map((membership) => toMembership(membership, before))
    await trx.insertInto('memberships').values(memberships).execute()
    await trx
      .insertInto('roles')
      .values(ROLES.map((role) => toRole(role, before)))
      .execute()
    const applications = APPLICATIONS.map((application) => toApplication(application, before))
    await trx.insertInto('applications').values(applications).execute()
  })
}

type Before = (daysAgo: number) => Date

function toOrganization(
  [slug, name, description, house, openToJoin, daysAgo]: DemoOrganization,
  before: Before,
) {
  const belongs = ([, organization, status]: DemoMembership) =>
    organization === slug && (status === 'active' || status === 'steward')
  const memberCount = MEMBERSHIPS.filter(belongs).length
  const createdAt = before(daysAgo)
  return {
    id: stableId('organization', slug),
    name,
    description,
    house,
    memberCount,
    openToJoin,
    createdAt,
  }
}

function toMembership([username, organization, status, daysAgo]: DemoMembership, before: Before) {
  const steward = status === 'steward'
  return {
    id: stableId('membership', `${username}:${organization}`),
    organizationId: stableId('organization', organization),
    identityId: stableId('identity', username),
    status: steward ? 'active' : status,
    steward,
    requestedAt: before(daysAgo),
  }
}

function toRole(
  [slug, organization, title, description, minLevel, openings, daysAgo]: DemoRole,
  before: Before,
) {
  return {
    id: stableId('role', slug),
    organizationId: stableId('organization', organization),
    title,
    description,
    minLevel,
    openings,
    createdAt: before(daysAgo),
  }
}

function toApplication(
  [username, role, status, message, daysAgo]: DemoApplication,
  before: Before,
) {
  return {
    id: stableId('application', `${username}:${role}`),
    roleId: stableId('role', role),
    identityId: stableId('identity', username),
    status,
    message,
    appliedAt: before(daysAgo),
  }
}
