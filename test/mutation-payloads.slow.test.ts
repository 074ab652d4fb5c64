// Mutations return what they changed: each field of a response equals a query right after it.
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { addRealm } from '#test/realm-story.ts'
import { addCourse, addOrganization, addProposal, addQuest, addRole } from '#test/story.ts'
import { startTestSystem, type Person, type TestSystem, type Topology } from '#test/system.ts'
import { GOLD_WAIT_MS } from '../subgraphs/path/domain/settlement.ts'

/** The fields of a person that mutations change, wherever the person is in a response. */
const PERSON = `id xp level gold skillPoints
  credentials { type }
  completedQuests { totalCount nodes { id } }
  votes { totalCount nodes { vote } }
  enrollments { totalCount nodes { id status } }
  memberships { totalCount nodes { id status } }
  applications { totalCount nodes { id status } }
  assets { totalCount nodes { id listing { price } } }
  purchases { totalCount nodes { purchaseId } }
  proposals { totalCount nodes { id } }
  scrolls { totalCount nodes { id } }
  presence { position { x } realm { id } }`

/** A mutation, its effect, and a query that reads the same. */
interface Case {
  name: string
  /** The mutation, whose variables are `$id` and `$input`. */
  mutation: string
  /** The path of an entity in its response, and a query of that entity with the same fields. */
  entities: Record<string, { at: string; query: string }>
  given: (system: TestSystem, as: Person) => Promise<Record<string, unknown>>
}

const QUEST = 'id title myState { status completedAt opensAt }'
const PROPOSAL = 'id status yesVotes noVotes quorum outcome myVote { vote votedAt }'
const ASSET = 'id ownerId owner { id } listing { id price status mine }'
const ORGANIZATION = `id memberCount myMembership { id status }
  members { totalCount nodes { id member { id } } }`
const ROLE = 'id openings myApplication { id status }'
const COURSE = `id myEnrollment { id status lessonsCompleted completedLessons }
  syllabus { nodes { number completedAt text } }`

const me = { at: 'person', query: `{ person: me { ${PERSON} } }` }

const CASES: Case[] = [
  {
    name: 'completing a quest',
    mutation: `mutation ($id: ID!) {
      completeQuest(questId: $id) { quest { ${QUEST} } person: identity { ${PERSON} } }
    }`,
    entities: {
      quest: { at: 'quest', query: `query ($id: ID!) { quest(id: $id) { ${QUEST} } }` },
      me,
    },
    given: async (system) => ({ id: await addQuest(system, { credentialType: 'path_initiate' }) }),
  },
  {
    name: 'voting',
    mutation: `mutation ($id: ID!) {
      castVote(proposalId: $id, input: { vote: yes }) {
        proposal { ${PROPOSAL} } person: voter { ${PERSON} }
      }
    }`,
    entities: {
      proposal: { at: 'proposal', query: `query ($id: ID!) { proposal(id: $id) { ${PROPOSAL} } }` },
      me,
    },
    given: async (system) => ({ id: await addProposal(system) }),
  },
  {
    name: 'proposing',
    mutation: `mutation ($input: CreateProposalInput!) {
      createProposal(input: $input) { person: proposer { ${PERSON} } }
    }`,
    entities: { me },
    given: async () => ({ input: { title: 'Plant a Grove', description: 'A tree each.' } }),
  },
  {
    name: 'buying',
    mutation: `mutation ($id: ID!) {
      purchaseListing(listingId: $id) {
        listing { id status mine asset { ${ASSET} } } person: buyer { ${PERSON} }
      }
    }`,
    entities: {
      asset: {
        at: 'listing.asset',
        query: `query ($assetId: ID!) { asset(id: $assetId) { ${ASSET} } }`,
      },
      me,
    },
    given: async (system, as) => {
      await giveGold(system, as, 100)
      const seller = await system.join(unique())
      const assetId = await addAsset(system, seller)
      return { assetId, id: await addListing(system, seller, 40, assetId) }
    },
  },
  {
    name: 'offering an asset',
    mutation: `mutation ($id: ID!) {
      listAsset(input: { assetId: $id, price: 30 }) { asset { ${ASSET} person: owner { ${PERSON} } } }
    }`,
    entities: {
      asset: {
        at: 'asset',
        query: `query ($id: ID!) { asset(id: $id) { ${ASSET} person: owner { ${PERSON} } } }`,
      },
    },
    given: async (system, as) => ({ id: await addAsset(system, as) }),
  },
  {
    name: 'joining',
    mutation: `mutation ($id: ID!) {
      joinOrganization(organizationId: $id) {
        membership { organization { ${ORGANIZATION} } person: member { ${PERSON} } }
      }
    }`,
    entities: {
      organization: {
        at: 'membership.organization',
        query: `query ($id: ID!) { organization(id: $id) { ${ORGANIZATION} } }`,
      },
      me: { ...me, at: 'membership.person' },
    },
    given: async (system) => ({ id: await addOrganization(system) }),
  },
  {
    name: 'applying',
    mutation: `mutation ($id: ID!) {
      applyForRole(roleId: $id) { application { role { ${ROLE} } person: applicant { ${PERSON} } } }
    }`,
    entities: {
      role: { at: 'application.role', query: `query ($id: ID!) { role(id: $id) { ${ROLE} } }` },
      me: { ...me, at: 'application.person' },
    },
    given: async (system) => ({ id: await addRole(system) }),
  },
  {
    name: 'enrolling',
    mutation: `mutation ($id: ID!) {
      enroll(courseId: $id) { enrollment { course { ${COURSE} } person: identity { ${PERSON} } } }
    }`,
    entities: {
      course: {
        at: 'enrollment.course',
        query: `query ($id: ID!) { course(id: $id) { ${COURSE} } }`,
      },
      me: { ...me, at: 'enrollment.person' },
    },
    given: async (system) => ({ id: await addCourse(system) }),
  },
  {
    name: 'completing the last lesson',
    mutation: `mutation ($id: ID!) {
      enroll(courseId: $id) { created }
      completeLesson(input: { courseId: $id, lesson: 1 }) {
        course { ${COURSE} } person: identity { ${PERSON} }
      }
    }`,
    entities: {
      course: { at: 'course', query: `query ($id: ID!) { course(id: $id) { ${COURSE} } }` },
      me,
    },
    given: async (system) => ({ id: await addCourse(system, { lessons: 1, skillPoints: 7 }) }),
  },
  {
    name: 'publishing',
    mutation: `mutation ($input: PublishScrollInput!) {
      publishScroll(input: $input) { person: authorIdentity { ${PERSON} } }
    }`,
    entities: { me },
    given: async () => ({ input: { title: 'The Winter', content: 'Cold.', visibility: 'house' } }),
  },
  {
    name: 'moving',
    mutation: `mutation ($id: ID!) {
      updatePresence(realmId: $id, input: { position: { x: 1, y: 2, z: 3 } }) {
        person: identity { ${PERSON} }
      }
    }`,
    entities: { me },
    given: async (system) => ({ id: await addRealm(system) }),
  },
]

const unique = () => `p${crypto.randomUUID().slice(0, 8)}`

const { setTimeout: delay } = timers

/** A quest's completion waits for its gold however long it takes: a slow machine is no slow Market. */
function waitForGold(): void {
  timers.setTimeout = (ms, value, options) =>
    ms === GOLD_WAIT_MS && options?.ref === false && !options.signal
      ? Promise.withResolvers<never>().promise
      : delay(ms, value, options)
  syncBuiltinESMExports()
}

function waitAsBefore(): void {
  timers.setTimeout = delay
  syncBuiltinESMExports()
}

/** The value at `a.b` of an object. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inner, key) => (inner as Record<string, unknown>)[key], value)

describe.each<Topology>(['one process', 'over HTTP'])('%s', (topology) => {
  let system: TestSystem
  beforeAll(async () => {
    waitForGold()
    system = await startTestSystem({ topology })
  })
  afterAll(async () => {
    waitAsBefore()
    await system.stop()
  })

  test.each(CASES)('$name returns what a fresh query reads', async (tried) => {
    const as = await system.join(unique(), { xp: 122_500 })
    const token = await as.token()
    // Reads everything before, as a client with a cache has.
    const variables = await tried.given(system, as)
    const read = async ({ query }: { query: string }) =>
      Object.values((await system.graphql(query, { token, variables })).body.data)[0]
    for (const entity of Object.values(tried.entities)) await read(entity)
    const { body } = await system.graphql(tried.mutation, { token, variables })
    expect(body.errors).toBeUndefined()
    const response = Object.values(body.data as object).at(-1) as object
    for (const [name, entity] of Object.entries(tried.entities)) {
      expect(at(response, entity.at), name).toEqual(await read(entity))
    }
  })
})

test('the second mutation of a request does not return what the first has read', async () => {
  const system = await startTestSystem()
  const [ada, grace] = [await system.join('ada'), await system.join('grace')]
  const id = await addOrganization(system)
  const join = `joinOrganization(organizationId: $id) {
    membership { organization { ${ORGANIZATION} } member { memberships { totalCount } } }
  }`
  const variables = { id }
  await system.graphql(`mutation ($id: ID!) { ${join} }`, { token: await grace.token(), variables })
  const other = await addOrganization(system)
  const { body } = await system.graphql(
    `mutation ($id: ID!, $other: ID!) {
      a: joinOrganization(organizationId: $other) {
        membership { member { memberships { totalCount } } }
      }
      b: ${join}
    }`,
    { token: await ada.token(), variables: { id, other } },
  )
  await system.stop()
  expect(body.errors).toBeUndefined()
  expect(body.data.a.membership.member.memberships.totalCount).toBe(1)
  expect(body.data.b.membership.member.memberships.totalCount).toBe(2)
  expect(body.data.b.membership.organization).toMatchObject({
    memberCount: 2,
    myMembership: { status: 'active' },
    members: { totalCount: 2 },
  })
})
