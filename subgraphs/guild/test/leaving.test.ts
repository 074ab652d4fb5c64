// Leaving an organization, withdrawing a request, and removing a member.
import { beforeEach, describe, expect, test } from 'vitest'
import { duringTests } from '#test/during-tests.ts'
import type { Person } from '#test/subgraph.ts'
import { NOT_STEWARD } from './story.ts'
import { DISMISS, LAST_STEWARD, later, LEAVE, REMOVE, startLifeCycles } from './life-cycle.ts'

const story = duringTests(startLifeCycles)

/** Ada is steward of an open organization, and grace a member of it. */
let ada: Person
let grace: Person
let open: string
let membershipId: string
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone()
  open = await story.found(ada, { openToJoin: true })
  membershipId = await story.enter(grace, open)
})

const mine = (as: Person) => `{
  _entities(representations: [{ __typename: "Identity", id: "${as.id}" }]) {
    ... on Identity {
      memberships { nodes { id } totalCount }
      applications { nodes { id } totalCount }
    }
  }
}`
const listsOf = async (as: Person) =>
  (await story.guild.ask(mine(as), { as, service: 'router' }))._entities[0]

describe('leaving', () => {
  test('Leaving ends the membership, which leaves every list and the count', async () => {
    const leftAt = later(story)
    expect(await story.act(grace, LEAVE, { id: open })).toEqual({
      id: membershipId,
      status: 'active',
      steward: false,
      leftAt,
      organization: { id: open, memberCount: 1 },
    })
    expect(await story.membersOf(open)).toEqual({ counted: 1, listed: 1, stewards: 1 })
    expect(await listsOf(grace)).toMatchObject({ memberships: { nodes: [], totalCount: 0 } })
  })

  test('Leaving again returns the same record', async () => {
    const left = await story.act(grace, LEAVE, { id: open })
    later(story)
    expect(await story.act(grace, LEAVE, { id: open })).toEqual(left)
    expect(await story.membersOf(open)).toMatchObject({ counted: 1, listed: 1 })
  })

  test('Joining after leaving makes a new membership', async () => {
    await story.act(grace, LEAVE, { id: open })
    const joined = await story.join(grace, open)
    expect(joined).toMatchObject({ created: true, membership: { status: 'active' } })
    expect(joined.membership.id).not.toBe(membershipId)
    expect(await story.membersOf(open)).toMatchObject({ counted: 2, listed: 2 })
  })

  test('Leaving withdraws a pending request, which may be made again', async () => {
    const asking = await story.found(ada)
    const request = await story.request(grace, asking)
    expect(await story.act(grace, LEAVE, { id: asking })).toMatchObject({
      id: request,
      status: 'pending',
      organization: { memberCount: 1 },
    })
    const query = 'query ($id: ID!) { organization(id: $id) { requests { totalCount } } }'
    const { organization } = await story.guild.ask(query, { as: ada, variables: { id: asking } })
    expect(organization.requests.totalCount).toBe(0)
    expect(await story.join(grace, asking)).toMatchObject({
      created: true,
      membership: { status: 'pending' },
    })
  })

  test('Leaving ends the roles and applications in the organization, and no others', async () => {
    const accepted = await story.post(ada, open, { openings: 1 })
    const pending = await story.post(ada, open)
    const elsewhere = await story.post(ada, await story.found(ada))
    for (const id of [accepted, pending, elsewhere]) await story.apply(grace, id)
    const { application } = await story.apply(grace, accepted)
    await story.decideApplication(ada, application.id, true)
    await story.act(grace, LEAVE, { id: open })
    const query = `query ($id: ID!) {
      role(id: $id) { openings applications { nodes { status } totalCount } }
    }`
    const rolesAfter = [accepted, pending, elsewhere].map(async (id) => {
      return (await story.guild.ask(query, { as: ada, variables: { id } })).role
    })
    expect(await Promise.all(rolesAfter)).toMatchObject([
      { openings: 1, applications: { totalCount: 0 } },
      { openings: 3, applications: { totalCount: 0 } },
      { openings: 3, applications: { totalCount: 1 } },
    ])
    expect(await listsOf(grace)).toMatchObject({ applications: { totalCount: 1 } })
  })

  test('The last steward cannot leave until there is another', async () => {
    expect(await story.refusal(ada, LEAVE, { id: open })).toEqual(LAST_STEWARD)
    await story.appoint(ada, membershipId)
    await story.act(ada, LEAVE, { id: open })
    expect(await story.membersOf(open)).toEqual({ counted: 1, listed: 1, stewards: 1 })
  })
})

describe('removing a member', () => {
  test('Removing a member ends the membership, and repeating it returns the same record', async () => {
    const leftAt = later(story)
    const removed = await story.act(ada, REMOVE, { id: membershipId })
    expect(removed).toMatchObject({ id: membershipId, leftAt, organization: { memberCount: 1 } })
    later(story)
    expect(await story.act(ada, REMOVE, { id: membershipId })).toEqual(removed)
    expect(await story.membersOf(open)).toEqual({ counted: 1, listed: 1, stewards: 1 })
  })

  test('A removed member needs approval to come back, until they leave by themselves', async () => {
    await story.act(ada, REMOVE, { id: membershipId })
    const { created, membership } = await story.join(grace, open)
    expect({ created, status: membership.status }).toEqual({ created: true, status: 'pending' })
    expect(await story.decideMembership(ada, membership.id, true)).toMatchObject({
      status: 'active',
    })
    later(story)
    await story.act(grace, LEAVE, { id: open })
    expect(await story.join(grace, open)).toMatchObject({ membership: { status: 'active' } })
  })

  test('A removed member still needs approval after withdrawing a request to come back', async () => {
    await story.act(ada, REMOVE, { id: membershipId })
    for (let attempt = 0; attempt < 2; attempt += 1) {
      later(story)
      const { membership } = await story.join(grace, open)
      expect(membership.status).toBe('pending')
      later(story)
      await story.act(grace, LEAVE, { id: open })
    }
    expect(await story.membersOf(open)).toEqual({ counted: 1, listed: 1, stewards: 1 })
  })

  test('Only stewards can remove members, and only members who are not stewards', async () => {
    const alan = await story.someone()
    await story.join(alan, open)
    expect(await story.refusal(alan, REMOVE, { id: membershipId })).toEqual(NOT_STEWARD)
    await story.appoint(ada, membershipId)
    expect(await story.refusal(ada, REMOVE, { id: membershipId })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'STEWARD' },
    })
    await story.act(ada, DISMISS, { id: membershipId })
    await story.act(ada, REMOVE, { id: membershipId })
    expect(await story.membersOf(open)).toEqual({ counted: 2, listed: 2, stewards: 1 })
  })

  test('Removing a pending request is refused', async () => {
    const asking = await story.found(ada)
    const id = await story.request(grace, asking)
    expect(await story.refusal(ada, REMOVE, { id })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'membershipId', reason: 'must be that of an active member' },
    })
  })

  test('Repeating a removal is for stewards only, too', async () => {
    await story.act(ada, REMOVE, { id: membershipId })
    expect(await story.refusal(grace, REMOVE, { id: membershipId })).toEqual(NOT_STEWARD)
  })
})
