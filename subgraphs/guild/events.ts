// The events of the Guild service: their kinds, and who may read their subjects.
import { defineEventKinds, type ServiceEvents } from '#foundation/events/kinds.ts'
import { changed, cleared, inserted, set } from '#foundation/events/row-change.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { GuildContext } from './context.ts'
import { findApplication } from './domain/application.ts'
import { findMembership } from './domain/membership.ts'
import { findOrganization } from './domain/organization.ts'
import { findRole } from './domain/role.ts'
import { isSteward } from './domain/steward.ts'

const organization = { subject: 'Organization', id: 'new.id', audience: 'public' } as const
const role = {
  subject: 'Role',
  id: 'new.id',
  related: ['new.organization_id'],
  audience: 'public',
} as const
/** A membership. Everybody may read an active one; any other only its person and the stewards. */
const membership = {
  subject: 'Membership',
  id: 'new.id',
  related: ['new.identity_id', 'new.organization_id'],
} as const
const ofMember = { ...membership, audience: { owner: 'new.identity_id' } } as const
const ofEverybody = { ...membership, audience: 'public' } as const
const ofStewards = { ...membership, audience: { stewards: 'new.organization_id' } } as const
/** The organization of a membership that has ended, because its row is deleted. */
const formerMembership = {
  subject: 'Organization',
  id: 'new.organization_id',
  related: ['new.identity_id', 'new.id'],
  audience: { owner: 'new.identity_id' },
} as const

const ORGANIZATION = '(select organization_id from roles where id = new.role_id)'
const application = {
  subject: 'Application',
  id: 'new.id',
  related: ['new.identity_id', 'new.role_id', ORGANIZATION],
} as const
const ofApplicant = { ...application, audience: { owner: 'new.identity_id' } } as const
const ofDecidingStewards = { ...application, audience: { stewards: ORGANIZATION } } as const
/** The role of an application that has ended, because its row is deleted. */
const withdrawnApplication = { subject: 'Role', id: 'new.role_id' } as const

const decided = (table: string, status: string) =>
  changed(table, ['status'], `old.status = 'pending' and new.status = '${status}'`)

export const guildEventKinds = defineEventKinds({
  'organization.founded': {
    description: 'An organization was founded or added.',
    change: inserted('organizations'),
    ...organization,
  },
  'organization.updated': {
    description: 'The name, the description, the house or the way to join an organization changed.',
    change: changed('organizations', ['name', 'description', 'house', 'open_to_join']),
    ...organization,
  },
  'organization.retired': {
    description: 'An organization was retired with its roles.',
    change: set('organizations', 'retired_at'),
    ...organization,
  },
  'organization.restored': {
    description: 'A retired organization is back.',
    change: cleared('organizations', 'retired_at'),
    ...organization,
  },
  'organization.hidden': {
    description: 'An administrator hid an organization with its roles.',
    change: set('organizations', 'hidden_at'),
    ...organization,
    audience: { stewards: 'new.id' },
  },
  'organization.shown': {
    description: 'An organization can be seen by everybody again.',
    change: cleared('organizations', 'hidden_at'),
    ...organization,
  },
  'membership.requested': {
    description: 'The person asked to join an organization.',
    change: inserted('memberships', `new.status = 'pending'`),
    ...ofMember,
  },
  'membership.accepted': {
    description: 'A steward accepted the request of the person to join an organization.',
    change: decided('memberships', 'active'),
    ...ofMember,
  },
  'membership.declined': {
    description: 'A steward declined the request of the person to join an organization.',
    change: decided('memberships', 'rejected'),
    ...ofMember,
  },
  'membership.left': {
    description: 'The person left an organization, or withdrew the request to join it.',
    change: inserted('former_memberships', 'not new.removed'),
    ...formerMembership,
  },
  'membership.removed': {
    description: 'A steward removed the person from an organization.',
    change: inserted('former_memberships', 'new.removed'),
    ...formerMembership,
  },
  'member.joined': {
    description: 'Somebody joined an open organization, or became its steward.',
    change: inserted('memberships', `new.status = 'active'`),
    ...ofEverybody,
  },
  'member.accepted': {
    description: 'Somebody became a member of an organization after a request.',
    change: decided('memberships', 'active'),
    ...ofEverybody,
  },
  'member.left': {
    description:
      'Somebody is no longer a member of an organization. The event does not name them, because nobody can look up who was a member.',
    change: inserted('former_memberships', `new.status = 'active'`),
    subject: 'Organization',
    id: 'new.organization_id',
    audience: 'public',
  },
  'request.received': {
    description: 'Somebody asked to join an organization of the stewards.',
    change: inserted('memberships', `new.status = 'pending'`),
    ...ofStewards,
  },
  'request.decided': {
    description: 'A steward accepted or declined a request to join.',
    change: changed('memberships', ['status'], `old.status = 'pending'`),
    subject: 'Organization',
    id: 'new.organization_id',
    related: ['new.id'],
    audience: { stewards: 'new.organization_id' },
  },
  'request.withdrawn': {
    description: 'Somebody withdrew a request to join.',
    change: inserted('former_memberships', `new.status = 'pending'`),
    subject: 'Organization',
    id: 'new.organization_id',
    related: ['new.id'],
    audience: { stewards: 'new.organization_id' },
  },
  'steward.appointed': {
    description: 'A member became a steward.',
    change: changed('memberships', ['steward'], 'new.steward'),
    ...ofEverybody,
  },
  'steward.dismissed': {
    description: 'A steward resigned or was dismissed, and stays a member.',
    change: changed('memberships', ['steward'], 'old.steward'),
    ...ofEverybody,
  },
  'role.posted': {
    description: 'A role was posted or added.',
    change: inserted('roles'),
    ...role,
  },
  'role.updated': {
    description: 'The texts, the minimum level or the number of openings of a role changed.',
    change: changed('roles', ['title', 'description', 'min_level', 'openings']),
    ...role,
  },
  'role.closed': {
    description: 'A role was closed.',
    change: changed('roles', ['closed'], 'new.closed'),
    ...role,
  },
  'role.reopened': {
    description: 'A closed role has openings again.',
    change: changed('roles', ['closed'], 'old.closed'),
    ...role,
  },
  'role.retired': {
    description: 'A role was retired, by itself or with its organization.',
    change: set('roles', 'retired_at'),
    ...role,
  },
  'role.restored': {
    description: 'A retired role is back.',
    change: cleared('roles', 'retired_at'),
    ...role,
  },
  'application.submitted': {
    description: 'The person applied for a role.',
    change: inserted('applications'),
    ...ofApplicant,
  },
  'application.accepted': {
    description: 'A steward accepted the application of the person.',
    change: decided('applications', 'accepted'),
    ...ofApplicant,
  },
  'application.declined': {
    description: 'A steward declined the application of the person.',
    change: decided('applications', 'rejected'),
    ...ofApplicant,
  },
  'application.withdrawn': {
    description:
      'The application of the person ended: they withdrew it or left the organization, or a steward dismissed them from the role.',
    change: inserted('withdrawn_applications'),
    ...withdrawnApplication,
    related: ['new.identity_id', 'new.id', ORGANIZATION],
    audience: { owner: 'new.identity_id' },
  },
  'applicant.applied': {
    description: 'Somebody applied for a role of the stewards.',
    change: inserted('applications'),
    ...ofDecidingStewards,
  },
  'applicant.decided': {
    description: 'A steward accepted or declined an application.',
    change: changed('applications', ['status'], `old.status = 'pending'`),
    ...ofDecidingStewards,
  },
  'applicant.withdrawn': {
    description: 'An application for a role of the stewards ended.',
    change: inserted('withdrawn_applications'),
    ...withdrawnApplication,
    related: ['new.id', ORGANIZATION],
    audience: { stewards: ORGANIZATION },
  },
})

export const guildEvents: ServiceEvents<GuildContext> = {
  kinds: guildEventKinds,
  subjects: {
    Organization: async (ctx, id) => (await findOrganization(ctx, id)) !== undefined,
    Role: async (ctx, id) => (await findRole(ctx, id)) !== undefined,
    Membership: async (ctx, id) => (await findMembership(ctx, id)) !== undefined,
    Application: async (ctx, id) => (await findApplication(ctx, id)) !== undefined,
  },
  isAmong,
  readsAsAdministrator,
}

async function isAmong(
  ctx: GuildContext,
  audience: 'members' | 'stewards',
  organizationId: string,
): Promise<boolean> {
  if (audience === 'stewards') return isSteward(ctx, organizationId)
  const { viewer, loaders } = ctx
  if (!viewer) return false
  const { identityId } = viewer
  const membership = await loaders.ownMembership.load({ organizationId, identityId })
  return membership?.status === 'active'
}
