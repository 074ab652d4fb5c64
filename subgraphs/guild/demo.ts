// Members of the organizations of the demo pack, and applications for its roles in every state.
import { sql, type Kysely } from 'kysely'
import { stableId } from '#foundation/domain/ids.ts'
import type { GuildContext } from './context.ts'
import type { ApplicationStatus, GuildTables, MembershipStatus } from './tables.ts'

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

export async function addDemoMembers({ db, now }: GuildContext): Promise<void> {
  const started = now().getTime()
  const before = (daysAgo: number) => new Date(started - daysAgo * DAY_MS)
  await addMemberships(db, before)
  await addApplications(db, before)
}

/** The demo pack has already made the stewards members; this gives them the fixed demo ids and dates. */
async function addMemberships(db: Kysely<GuildTables>, before: Before): Promise<void> {
  await db
    .insertInto('memberships')
    .values(MEMBERSHIPS.map((membership) => toMembership(membership, before)))
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'identityId'])
        .where('status', '<>', 'rejected')
        .doUpdateSet(({ ref }) => ({
          id: ref('excluded.id'),
          requestedAt: ref('excluded.requestedAt'),
        })),
    )
    .execute()
  await sql`
    update organizations set member_count = (
      select count(*) from memberships
      where organization_id = organizations.id and status = 'active'
    )`.execute(db)
}

/** Adds the applications. Each accepted one takes an opening. */
async function addApplications(db: Kysely<GuildTables>, before: Before): Promise<void> {
  const applications = APPLICATIONS.map((application) => toApplication(application, before))
  await db.insertInto('applications').values(applications).execute()
  const accepted = applications.filter(({ status }) => status === 'accepted')
  await db
    .updateTable('roles')
    .set(({ eb }) => ({ openings: eb('openings', '-', 1) }))
    .where(
      'id',
      'in',
      accepted.map(({ roleId }) => roleId),
    )
    .execute()
}

type Before = (daysAgo: number) => Date

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
