// One object of every type that has an id, and who may see it.
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityTables } from '../subgraphs/identity/tables.ts'
import type { LearnTables } from '../subgraphs/learn/tables.ts'
import { addListing, giveGold } from '#test/market-story.ts'
import { addRealm } from '#test/realm-story.ts'
import { addCourse, addProposal, addQuest } from '#test/story.ts'
import type { Person, TestSystem } from '#test/system.ts'
import type { NodeItem, Reader } from '#test/tested-service.ts'
import { TESTED_SERVICES } from './services.ts'

export interface NodeStory {
  items: NodeItem[]
  tokens: Record<Reader, string>
  /** A token of the reader, with these scopes alone. */
  tokenOf: (reader: Reader, scope: string) => Promise<string>
}

const GROVE = `mutation ($proposal: ID!, $listing: ID!, $quest: ID!, $course: ID!, $realm: ID!) {
  castVote(proposalId: $proposal, input: { vote: yes }) {
    proposal { id }
    voteEdge { node { id } }
  }
  purchaseListing(listingId: $listing) { id listing { id } asset { id } buyer { postings { nodes { id } } } }
  completeQuest(questId: $quest) { quest { id } }
  enroll(courseId: $course) { enrollment { id course { syllabus { nodes { id } } } } }
  updatePresence(realmId: $realm, input: { position: { x: 1, y: 2, z: 3 } }) { id }
  publishScroll(input: { title: "Mine", content: "Alone.", visibility: private }) { id }
}`
const EDIT = `mutation ($id: ID!) {
  editScroll(scrollId: $id, input: { content: "Still alone." }) { revisions { nodes { id } } }
}`
const HIDE = `mutation ($organization: ID!, $listing: ID!) {
  hideOrganization(input: { id: $organization, reason: "Spam." }) {
    id
    roles { nodes { id } }
    members { nodes { id } }
  }
  hideListing(input: { id: $listing, reason: "Spam." }) { id }
}`
const VOTE = `mutation ($proposal: ID!) {
  castVote(proposalId: $proposal, input: { vote: no }) { vote }
}`
const FOUND = `mutation {
  foundOrganization(input: { name: "Wardens", description: "Keep beacons.", openToJoin: false }) {
    id myMembership { id }
  }
}`
const POST = `mutation ($id: ID!) {
  postRole(input: { organizationId: $id, title: "R", description: "D", minLevel: 1, openings: 1 }) {
    id
  }
}`
const ASK = `mutation ($organization: ID!, $role: ID!) {
  joinOrganization(organizationId: $organization) { membership { id } }
  applyForRole(roleId: $role) { application { id } }
}`
const ADMINISTER = `mutation {
  registerClient(
    input: { name: "App", kind: confidential, redirectUris: [], scopes: ["identity"], tier: partner }
  ) { client { id } }
  createAdminKey(input: { name: "Issuing" }) { adminKey { id } }
}`
const BOOKS = '{ auditEvents { nodes { id } } transactions { nodes { id postings { id } } } }'

/** Adds every kind of object that people can own, by their own actions. */
export async function tellNodeStory(system: TestSystem): Promise<NodeStory> {
  const ada = await system.join('ada')
  const grace = await system.join('grace')
  const alan = await system.join('alan', { role: 'admin' })
  const machine = { subject: 'client_machine', clientId: 'client_machine' }
  const admin = { scope: 'identity credentials wallet admin' }
  const tokens = {
    ada: await ada.token(),
    grace: await grace.token(),
    alan: await alan.token(admin),
    nobody: await ada.token(machine),
  }
  const ask: Ask = async (reader, query, variables = {}) => {
    const { body } = await system.graphql(query, { token: tokens[reader], variables })
    if (body.errors) throw new Error(`${query}\nreturned ${JSON.stringify(body)}`)
    return body.data
  }

  await giveGold(system, ada, 100)
  const realm = await addRealm(system)
  const active = await addListing(system, grace, 10)
  const done = await ask('ada', GROVE, {
    proposal: await addProposal(system),
    listing: await addListing(system, grace, 30),
    // A daily one would be open again after midnight.
    quest: await addQuest(system, {
      type: 'story',
      credentialType: 'path_initiate',
      goldReward: 0,
    }),
    course: await addCourse(system),
    realm,
  })
  const { editScroll } = await ask('ada', EDIT, { id: done.publishScroll.id })
  const { me } = await ask('grace', '{ me { sales { nodes { id } } } }')
  const hidden = await hideAll(system, ask, grace)
  const others = await Promise.all(
    Object.values(TESTED_SERVICES).map(async ({ addNodes }) => (await addNodes?.(system)) ?? []),
  )
  // Even those who have voted do not see the votes of others.
  await ask('grace', VOTE, { proposal: done.castVote.proposal.id })
  const retiredCourse = await addRetiredCourse(system)
  const { foundOrganization: organization } = await ask('grace', FOUND)
  const { postRole: role } = await ask('grace', POST, { id: organization.id })
  const asked = await ask('ada', ASK, { organization: organization.id, role: role.id })
  const { credentials } = await ask('ada', '{ credentials { nodes { id } } }')
  const administered = await ask('alan', ADMINISTER)
  const books = await ask('alan', BOOKS)
  const [transaction] = books.transactions.nodes
  const treasury = books.transactions.nodes.at(-1).postings.at(-1)
  const proposal = await addProposal(system)
  const { castVote, purchaseListing, completeQuest, enroll, updatePresence, publishScroll } = done

  return {
    tokens,
    tokenOf: async (reader, scope) => {
      const people = { ada, grace, alan, nobody: ada }
      return people[reader].token({ scope, ...(reader === 'nobody' && machine) })
    },
    items: [
      { type: 'Identity', id: ada.id },
      { type: 'Quest', id: completeQuest.quest.id },
      { type: 'Course', id: retiredCourse.id },
      { type: 'Lesson', id: enroll.enrollment.course.syllabus.nodes[0].id },
      { type: 'Lesson', id: retiredCourse.lessonId, seenBy: [] },
      { type: 'Enrollment', id: enroll.enrollment.id, seenBy: ['ada'] },
      { type: 'Proposal', id: proposal },
      { type: 'Vote', id: castVote.voteEdge.node.id, seenBy: ['ada'] },
      { type: 'Organization', id: organization.id },
      { type: 'Role', id: role.id },
      { type: 'Membership', id: organization.myMembership.id },
      {
        type: 'Membership',
        id: asked.joinOrganization.membership.id,
        seenBy: ['ada', 'grace'],
      },
      { type: 'Application', id: asked.applyForRole.application.id, seenBy: ['ada', 'grace'] },
      { type: 'Asset', id: purchaseListing.asset.id },
      { type: 'Listing', id: active },
      { type: 'Listing', id: purchaseListing.listing.id, seenBy: ['ada', 'grace'] },
      { type: 'Purchase', id: purchaseListing.id, seenBy: ['ada'] },
      { type: 'Posting', id: purchaseListing.buyer.postings.nodes[0].id, seenBy: ['ada', 'alan'] },
      { type: 'Posting', id: treasury.id, seenBy: ['alan'] },
      { type: 'Transaction', id: transaction.id, seenBy: ['alan'] },
      { type: 'Presence', id: updatePresence.id },
      { type: 'Scroll', id: publishScroll.id, seenBy: ['ada'] },
      ...hidden,
      ...others.flat(),
      { type: 'Sale', id: me.sales.nodes[0].id, seenBy: ['grace'] },
      { type: 'ScrollRevision', id: editScroll.revisions.nodes[0].id, seenBy: ['ada'] },
      { type: 'Credential', id: credentials.nodes[0].id, seenBy: ['ada'], scope: 'credentials' },
      { type: 'Wallet', id: await addWallet(system, ada), seenBy: ['ada'], scope: 'wallet' },
      { type: 'Client', id: administered.registerClient.client.id, seenBy: ['alan'] },
      { type: 'AdminKey', id: administered.createAdminKey.adminKey.id, seenBy: ['alan'] },
      { type: 'AuditEvent', id: books.auditEvents.nodes[0].id, seenBy: ['alan'] },
    ],
  }
}

/** An organization of Grace's with a role, and a listing, all hidden by an administrator. */
async function hideAll(system: TestSystem, ask: Ask, grace: Person): Promise<NodeItem[]> {
  const { foundOrganization: organization } = await ask('grace', FOUND)
  await ask('grace', POST, { id: organization.id })
  const listing = await addListing(system, grace, 20)
  const response = await ask('alan', HIDE, { organization: organization.id, listing })
  const { hideOrganization, hideListing } = response
  const seenBy = ['grace', 'alan'] as const
  return [
    { type: 'Organization', id: hideOrganization.id, seenBy },
    { type: 'Role', id: hideOrganization.roles.nodes[0].id, seenBy },
    { type: 'Membership', id: hideOrganization.members.nodes[0].id, seenBy },
    { type: 'Listing', id: hideListing.id, seenBy },
  ]
}

// Responses have every shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Ask = (reader: Reader, query: string, variables?: object) => Promise<any>

async function addRetiredCourse(system: TestSystem): Promise<{ id: string; lessonId: string }> {
  const id = await addCourse(system, { retiredAt: new Date() })
  const lesson = await system
    .tables<LearnTables>('learn')
    .selectFrom('lessons')
    .select('id')
    .where('courseId', '=', id)
    .executeTakeFirstOrThrow()
  return { id, lessonId: lesson.id }
}

async function addWallet(system: TestSystem, { id }: { id: string }): Promise<string> {
  const wallet = {
    id: newId('wallet'),
    identityId: id,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    chainId: 1,
    challengeHash: Buffer.from('challenge'),
    linkedAt: new Date(),
    signsIn: false,
  }
  await system.tables<IdentityTables>('identity').insertInto('wallets').values(wallet).execute()
  return wallet.id
}
