// The caller's membership in organizations, and application for roles.
import { beforeEach, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { storyOf } from './story.ts'

const guild = testSubgraph('guild')
const story = storyOf(guild)
let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone()
})

const pass = (ms: number) => void (guild.clock.now = new Date(guild.clock.now.getTime() + ms))
const later = () => pass(60_000)
/** Sets the clock back, like the clock of another process. */
const earlier = () => pass(-60_000)
const membershipOf = async (as: { id: string; clientId?: string }, id: string) => {
  const query = 'query ($id: ID!) { organization(id: $id) { myMembership { id status } } }'
  return (await guild.ask(query, { as, variables: { id } })).organization.myMembership
}
const applicationOf = async (as: { id: string; clientId?: string }, id: string) => {
  const query = 'query ($id: ID!) { role(id: $id) { myApplication { id status } } }'
  return (await guild.ask(query, { as, variables: { id } })).role.myApplication
}
const CLIENT = { id: 'client_1', clientId: 'client_1' }

test('An organization shows each caller their own membership, a pending or active one before a rejected one', async () => {
  const id = await story.found(ada)
  expect(await membershipOf(ada, id)).toMatchObject({ status: 'active' })
  expect(await membershipOf(grace, id)).toBeNull()
  expect(await membershipOf(CLIENT, id)).toBeNull()
  const ids: string[] = []
  for (let attempt = 0; attempt < 2; attempt += 1) {
    later()
    ids.push(await story.request(grace, id))
    expect(await membershipOf(grace, id)).toEqual({ id: ids.at(-1), status: 'pending' })
    await story.decideMembership(ada, ids.at(-1)!, false)
    expect(await membershipOf(grace, id)).toEqual({ id: ids.at(-1), status: 'rejected' })
  }
  earlier()
  const last = await story.request(grace, id)
  expect(await membershipOf(grace, id)).toEqual({ id: last, status: 'pending' })
  expect(await membershipOf(ada, id)).toMatchObject({ status: 'active' })
})

test('A role shows each caller their own application, a pending or accepted one before a rejected one', async () => {
  const id = await story.post(ada, await story.found(ada))
  expect(await applicationOf(grace, id)).toBeNull()
  expect(await applicationOf(CLIENT, id)).toBeNull()
  for (let attempt = 0; attempt < 2; attempt += 1) {
    later()
    const rejected = (await story.apply(grace, id)).application.id
    await story.decideApplication(ada, rejected, false)
    expect(await applicationOf(grace, id)).toEqual({ id: rejected, status: 'rejected' })
  }
  earlier()
  const accepted = (await story.apply(grace, id)).application.id
  await story.decideApplication(ada, accepted, true)
  expect(await applicationOf(grace, id)).toEqual({ id: accepted, status: 'accepted' })
  expect(await applicationOf(ada, id)).toBeNull()
})

test('Joining and applying return the edge in the caller’s list', async () => {
  const organizationId = await story.found(ada, { openToJoin: true })
  const { joinOrganization } = await guild.ask(
    `mutation ($id: ID!) {
      joinOrganization(organizationId: $id) {
        membershipEdge { cursor node { id member { memberships { edges { cursor node { id } } } } } }
        membership { organization { memberCount members { totalCount } myMembership { status } } }
      }
    }`,
    { as: grace, variables: { id: organizationId } },
  )
  const { cursor, node } = joinOrganization.membershipEdge
  expect(node.member.memberships.edges).toEqual([{ cursor, node: { id: node.id } }])
  expect(joinOrganization.membership.organization).toEqual({
    memberCount: 2,
    members: { totalCount: 2 },
    myMembership: { status: 'active' },
  })
  const role = await story.post(ada, organizationId)
  const { applyForRole } = await guild.ask(
    `mutation ($id: ID!) {
      applyForRole(roleId: $id) {
        applicationEdge {
          cursor
          node { id applicant { applications { edges { cursor node { id } } } } }
        }
      }
    }`,
    { as: grace, variables: { id: role } },
  )
  const { applicationEdge: edge } = applyForRole
  expect(edge.node.applicant.applications.edges).toEqual([
    { cursor: edge.cursor, node: { id: edge.node.id } },
  ])
})
