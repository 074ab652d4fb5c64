// Requests that change something, for the mutations of which no row of the contract does.
import { newId } from '#foundation/domain/ids.ts'
import {
  addCourse,
  addOrganization,
  addProposal,
  addQuest,
  addRole,
  addScroll,
} from '#test/story.ts'
import type { Person, TestSystem } from '#test/system.ts'
import type { GuildTables, Membership } from '../../subgraphs/guild/tables.ts'
import type { Identity, IdentityTables } from '../../subgraphs/identity/tables.ts'
import type { LearnTables } from '../../subgraphs/learn/tables.ts'
import type { Listing, MarketTables } from '../../subgraphs/market/tables.ts'

/** The variables of a mutation that changes something, after what it needs. */
type Story = (
  system: TestSystem,
  as: Person,
) => Promise<Record<string, unknown>> | Record<string, unknown>

const input = (value: Record<string, unknown>) => ({ input: value })
const key = () => crypto.randomUUID()

async function organization(system: TestSystem, { id }: Person): Promise<string> {
  const organizationId = await addOrganization(system)
  await member(system, organizationId, { identityId: id, status: 'active', steward: true })
  return organizationId
}

async function member(
  system: TestSystem,
  organizationId: string,
  about: Partial<Membership>,
): Promise<string> {
  const membership = {
    id: newId('membership'),
    organizationId,
    identityId: newId('identity'),
    status: 'active' as const,
    requestedAt: new Date(),
    ...about,
  }
  await system.tables<GuildTables>('guild').insertInto('memberships').values(membership).execute()
  return membership.id
}

async function asset(system: TestSystem, ownerId: string): Promise<string> {
  const id = newId('asset')
  const about = { name: 'Lens', description: 'Ground by hand.', kind: 'tool', ownerId }
  const market = system.tables<MarketTables>('market')
  await market
    .insertInto('assets')
    .values({ id, ...about, createdAt: new Date(), contentKey: null, contentPrice: null })
    .execute()
  return id
}

async function listing(
  system: TestSystem,
  { id: sellerId }: Person,
  about: Partial<Listing>,
): Promise<string> {
  const id = newId('listing')
  const offer = { id, assetId: await asset(system, sellerId), sellerId, price: 5 }
  await system
    .tables<MarketTables>('market')
    .insertInto('listings')
    .values({ ...offer, createdAt: new Date(), ...about })
    .execute()
  return id
}

/** Adds a person with these columns. */
async function person(
  system: TestSystem,
  about: Partial<Omit<Identity, 'level'>>,
): Promise<string> {
  const { id } = await system.join(`p${crypto.randomUUID().slice(0, 8)}`)
  await system
    .tables<IdentityTables>('identity')
    .updateTable('identities')
    .set({ displayName: 'Somebody', ...about })
    .where('id', '=', id)
    .execute()
  return id
}

const HIDDEN = () => ({ hiddenAt: new Date(), hiddenReason: 'spam' })

async function client(system: TestSystem): Promise<string> {
  const id = newId('client')
  await system
    .tables<IdentityTables>('identity')
    .insertInto('clients')
    .values({
      id,
      name: 'Reading Room',
      kind: 'confidential',
      secretHash: Buffer.alloc(32),
      redirectUris: ['https://example.org/callback'],
      scopes: ['identity'],
      disabledAt: null,
    })
    .execute()
  return id
}

const QUEST = {
  title: 'Light the Beacon',
  description: 'Carry the flame.',
  xpReward: 1,
  goldReward: 1,
  type: 'daily',
  difficulty: 'beginner',
}
const COURSE = {
  title: 'Knots',
  description: 'Tie them.',
  lessons: 2,
  duration: 'an hour',
  skillPoints: 5,
}

export const OTHER_MUTATIONS: Readonly<Record<string, Story>> = {
  addQuest: () => input(QUEST),
  updateQuest: async (system) => input({ id: await addQuest(system), title: 'Another' }),
  retireQuest: async (system) => ({ questId: await addQuest(system) }),
  addCourse: () => input(COURSE),
  completeLesson: async (system, as) => {
    const courseId = await addCourse(system)
    const learn = system.tables<LearnTables>('learn')
    const enrollment = { id: newId('enrollment'), courseId, identityId: as.id }
    await learn
      .insertInto('enrollments')
      .values({ ...enrollment, enrolledAt: new Date() })
      .execute()
    return input({ courseId, lesson: 1 })
  },
  addRealm: () => {
    const bounds = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } }
    return input({ name: 'Attic', description: 'Under the roof.', bounds })
  },
  foundOrganization: () => input({ name: 'Menders', description: 'Mend.', openToJoin: true }),
  appointSteward: async (system, as) => ({
    membershipId: await member(system, await organization(system, as), {}),
  }),
  decideMembership: async (system, as) => {
    const membershipId = await member(system, await organization(system, as), { status: 'pending' })
    return input({ membershipId, accept: false })
  },
  postRole: async (system, as) => {
    const organizationId = await organization(system, as)
    const role = { title: 'Mender', description: 'Mend.', minLevel: 1, openings: 1 }
    return input({ organizationId, ...role })
  },
  closeRole: async (system, as) => ({
    roleId: await addRole(system, { organizationId: await organization(system, as) }),
  }),
  decideApplication: async (system, as) => {
    const roleId = await addRole(system, { organizationId: await organization(system, as) })
    const application = { id: newId('application'), roleId, identityId: newId('identity') }
    await system
      .tables<GuildTables>('guild')
      .insertInto('applications')
      .values({ ...application, status: 'pending', message: null, appliedAt: new Date() })
      .execute()
    return input({ applicationId: application.id, accept: false })
  },
  cancelProposal: async (system, as) => ({ id: await addProposal(system, { proposerId: as.id }) }),
  mintAsset: () => input({ name: 'Lens', description: 'Ground by hand.', kind: 'tool' }),
  listAsset: async (system, as) => input({ assetId: await asset(system, as.id), price: 5 }),
  updateAsset: async (system, as) => input({ id: await asset(system, as.id), name: 'Prism' }),
  retireAsset: async (system, as) => ({ assetId: await asset(system, as.id) }),
  cancelListing: async (system, as) => ({ listingId: await listing(system, as, {}) }),
  adjustGold: (_system, { id }) =>
    input({ key: key(), identityId: id, amount: 5, reason: 'a prize' }),
  adjustXp: (_system, { id }) =>
    input({ key: key(), identityId: id, amount: 5, reason: 'a prize' }),
  unlinkWallet: async (system, { id: identityId }) => {
    const wallet = { id: newId('wallet'), identityId, address: `0x${'ab'.repeat(20)}`, chainId: 1 }
    await system
      .tables<IdentityTables>('identity')
      .insertInto('wallets')
      .values({
        ...wallet,
        challengeHash: Buffer.from(crypto.randomUUID()),
        linkedAt: new Date(),
        signsIn: false,
      })
      .execute()
    return input({ id: wallet.id })
  },
  registerClient: () =>
    input({
      name: 'Reading Room',
      kind: 'public',
      redirectUris: ['https://example.org/callback'],
      scopes: ['identity'],
      tier: 'authenticated',
    }),
  rotateClientSecret: async (system) => input({ id: await client(system) }),
  disableClient: async (system) => input({ id: await client(system) }),
  createAdminKey: () => input({ name: 'Deployment' }),
  revokeAdminKey: async (system) => {
    const id = newId('adminkey')
    await system
      .tables<IdentityTables>('identity')
      .insertInto('adminKeys')
      .values({ id, name: 'Deployment', keyHash: Buffer.from(id), revokedAt: null })
      .execute()
    return input({ id })
  },
  disableIdentity: async (system) => input({ id: await person(system, {}) }),
  enableAccount: async (system) =>
    input({ identityId: await person(system, { disabledAt: new Date() }), reason: 'a mistake' }),
  resetAccountFactors: async (system) => {
    const identityId = await person(system, {})
    const factors = system.tables<IdentityTables>('identity').insertInto('twoStepSignIns')
    await factors.values({ identityId, since: new Date() }).execute()
    return input({ identityId, reason: 'lost the phone' })
  },
  signOutAccount: async (system) => {
    const identityId = await person(system, {})
    const at = new Date()
    await system
      .tables<IdentityTables>('identity')
      .insertInto('sessions')
      .values({
        id: newId('session'),
        tokenHash: Buffer.from(crypto.randomUUID()),
        identityId,
        method: 'passkey',
        userAgent: 'a browser',
        address: '192.0.2.1',
        signedInAt: at,
        authenticatedAt: at,
        methods: ['pop'],
        lastSeenAt: at,
        expiresAt: new Date(at.getTime() + 60_000),
      })
      .execute()
    return input({ identityId, reason: 'lost the laptop' })
  },
  unhideUsername: async (system) => ({
    identityId: await person(system, { namesHiddenAt: new Date(), namesHiddenReason: 'rude' }),
  }),
  unhideListing: async (system, as) => ({ listingId: await listing(system, as, HIDDEN()) }),
  unhideOrganization: async (system) => ({
    organizationId: await addOrganization(system, HIDDEN()),
  }),
  unhideScroll: async (system) => ({ scrollId: await addScroll(system, HIDDEN()) }),
}
