// A hidden organization is visible to its stewards and administrators, and to nobody else over any path.
import { beforeEach, describe, expect, test } from 'vitest'
import { duringTests } from '#test/during-tests.ts'
import type { Data, Person } from '#test/subgraph.ts'
import { administer, UPDATE_ORGANIZATION } from './administration.ts'
import {
  APPLY,
  DECIDE_APPLICATION,
  DECIDE_MEMBERSHIP,
  JOIN,
  POST_ROLE,
  roleInput,
} from './story.ts'
import {
  EDIT_ROLE,
  HIDE,
  later,
  LEAVE,
  REASON,
  startLifeCycles,
  UNHIDE,
  WITHDRAW,
} from './life-cycle.ts'

const story = duringTests(startLifeCycles)

/** Ada is steward of an open organization with a role, and grace a member who has applied. */
let ada: Person
let grace: Person
let id: string
let role: string
let applicationId: string
beforeEach(async () => {
  ada = await story.someone()
  grace = await story.someone()
  id = await story.found(ada, { openToJoin: true })
  role = await story.post(ada, id)
  await story.join(grace, id)
  applicationId = (await story.apply(grace, role)).application.id
})

const hide = () => story.act(story.admin, HIDE, { input: { id, reason: REASON } })
const unhide = () => story.act(story.admin, UNHIDE, { id })

type Sight = Record<string, boolean>

/** The paths over which a person reaches the organization, its role, memberships and applications. */
async function seen(as: Person, of: readonly Person[] = [as]): Promise<Sight> {
  const people = of.map((person) => `{ __typename: "Identity", id: "${person.id}" }`).join()
  const query = `{
    organizations(first: 100) { nodes { id } totalCount }
    organization(id: "${id}") { id }
    roles(first: 100) { nodes { id } totalCount }
    role(id: "${role}") { id }
    _entities(representations: [{ __typename: "Organization", id: "${id}" }, ${people}]) {
      __typename
      ... on Identity {
        memberships { nodes { organization { id } } edges { node { id } } totalCount }
        applications { nodes { role { id } } totalCount }
      }
    }
  }`
  const scopes = as === story.admin ? ['identity', 'admin'] : ['identity']
  const { data, errors = [] } = await story.guild.run(query, { as, service: 'router', scopes })
  for (const { extensions, path } of errors) {
    expect(extensions).toMatchObject({ code: 'NOT_FOUND' })
    expect(path).toHaveLength(1)
  }
  const found = data as Record<string, Data>
  const [organization, ...persons] = found._entities
  const has = (list: Data, wanted: string) =>
    list.nodes.some((node: { id: string }) => node.id === wanted)
  const counted = (name: 'memberships' | 'applications') =>
    persons.some((person: Data) => person[name] && person[name].totalCount > 0)
  return {
    list: has(found.organizations, id),
    byId: found.organization !== null,
    roles: has(found.roles, role),
    role: found.role !== null,
    entity: organization !== null,
    memberships: counted('memberships'),
    applications: counted('applications'),
  }
}

const totals = async () => {
  const query = '{ organizations { totalCount } roles { totalCount } }'
  const { organizations, roles } = await story.guild.ask(query, { as: grace })
  return [organizations.totalCount, roles.totalCount] as number[]
}

const EVERYWHERE = {
  list: true,
  byId: true,
  roles: true,
  role: true,
  entity: true,
  memberships: true,
  applications: true,
}
const NOWHERE = Object.fromEntries(Object.keys(EVERYWHERE).map((path) => [path, false]))
/** Visible by id, over its role, and as an entity. */
const BY_ID = { byId: true, role: true, entity: true }

describe('a hidden organization', () => {
  test('A hidden organization is invisible to members and others, and in no total, until it is shown again', async () => {
    const stranger = await story.someone()
    expect(await seen(grace)).toEqual(EVERYWHERE)
    const [organizations, roles] = await totals()
    await hide()
    expect(await seen(grace)).toEqual(NOWHERE)
    expect(await seen(stranger, [ada, grace])).toEqual(NOWHERE)
    expect(await totals()).toEqual([organizations! - 1, roles! - 1])
    await unhide()
    expect(await seen(grace)).toEqual(EVERYWHERE)
    expect(await totals()).toEqual([organizations, roles])
    expect(await story.membersOf(id)).toEqual({ counted: 2, listed: 2, stewards: 1 })
  })

  test('Stewards and administrators see a hidden organization with the reason', async () => {
    const hiddenAt = story.guild.clock.now.toISOString()
    const moderation = { hiddenAt, reason: REASON }
    expect(await hide()).toEqual({ id, moderation })
    expect(await seen(ada)).toEqual({ ...NOWHERE, ...BY_ID, memberships: true })
    expect(await seen(story.admin)).toEqual({ ...NOWHERE, ...BY_ID })
    const query = `{ organization(id: "${id}") { moderation { hiddenAt reason } members { totalCount } } }`
    const response = { organization: { moderation, members: { totalCount: 2 } } }
    expect(await story.guild.ask(query, { as: ada })).toEqual(response)
    const request = { as: story.admin, scopes: ['identity', 'admin'] }
    expect(await story.guild.ask(query, request)).toEqual(response)
    // An administrator without the scope reads like anybody else.
    expect(await story.guild.refusal(query, { as: story.admin })).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('While Identity is away, administrators do not see a hidden organization, but stewards do', async () => {
    await hide()
    await story.guild.stopService('identity')
    expect(await seen(story.admin)).toEqual(NOWHERE)
    expect(await seen(ada)).toEqual({ ...NOWHERE, ...BY_ID, memberships: true })
    await story.guild.startService('identity')
    expect(await seen(story.admin)).toEqual({ ...NOWHERE, ...BY_ID })
  })

  test('Nobody can join, apply or be accepted in a hidden organization', async () => {
    const stranger = await story.someone()
    const asking = await story.someone()
    const closed = { openToJoin: false }
    const act = administer(story.guild, story.admin)
    await act(UPDATE_ORGANIZATION, { input: { id, ...closed } })
    const request = await story.request(asking, id)
    await hide()
    const organization = { code: 'NOT_FOUND', details: { resource: 'Organization', id } }
    const hiddenRole = { code: 'NOT_FOUND', details: { resource: 'Role', id: role } }
    for (const as of [stranger, grace, asking]) {
      expect(await story.refusal(as, JOIN, { id })).toEqual(organization)
      expect(await story.refusal(as, APPLY, { id: role })).toEqual(hiddenRole)
    }
    expect(await story.refusal(stranger, LEAVE, { id })).toEqual(organization)
    expect(await story.refusal(stranger, WITHDRAW, { id: role })).toEqual(hiddenRole)
    await story.act(ada, EDIT_ROLE, { input: { id: role, minLevel: 50 } })
    expect(await story.refusal(ada, APPLY, { id: role })).toEqual(hiddenRole)
    const accepting = { id: request, accept: true }
    expect(await story.refusal(ada, DECIDE_MEMBERSHIP, accepting)).toEqual(organization)
    const giving = { id: applicationId, accept: true }
    expect(await story.refusal(ada, DECIDE_APPLICATION, giving)).toEqual(hiddenRole)
    expect(await story.decideApplication(ada, applicationId, false)).toMatchObject({
      status: 'rejected',
    })
  })

  test('A member can leave a hidden organization', async () => {
    await hide()
    const leaving = `mutation { leaveOrganization(organizationId: "${id}") { id leftAt } }`
    const left = await story.guild.ask(leaving, { as: grace })
    expect(left.leaveOrganization.leftAt).not.toBeNull()
    expect(await story.guild.ask(leaving, { as: grace })).toEqual(left)
    expect(await seen(grace)).toEqual(NOWHERE)
    await unhide()
    expect(await story.membersOf(id)).toEqual({ counted: 1, listed: 1, stewards: 1 })
    expect((await story.applicationsFor(role)).statuses).toEqual([])
  })

  test('Leaving a hidden organization does not reveal its fields', async () => {
    await hide()
    const response = await story.run(grace, LEAVE, { id })
    expect(response.errors).toMatchObject([
      { path: ['leaveOrganization', 'organization'], extensions: { code: 'NOT_FOUND' } },
    ])
    expect(await story.membersOf(id)).toEqual({ counted: 1, listed: 1, stewards: 1 })
  })

  test('A keyed request that leaves a hidden organization and reads it is refused', async () => {
    await hide()
    const request = { as: grace, variables: { id }, key: crypto.randomUUID() }
    const first = await story.guild.run(LEAVE, request)
    expect(first).toMatchObject({
      data: { leaveOrganization: null },
      errors: [{ extensions: { code: 'NOT_FOUND' } }],
    })
    expect(await story.guild.run(LEAVE, request)).toEqual(first)
    expect(await story.membersOf(id)).toEqual({ counted: 2, listed: 2, stewards: 1 })
  })

  test('Applications for roles of a hidden organization can be withdrawn', async () => {
    await hide()
    const withdrawing = `mutation { withdrawApplication(roleId: "${role}") { id withdrawnAt } }`
    const { withdrawApplication } = await story.guild.ask(withdrawing, { as: grace })
    expect(withdrawApplication).toMatchObject({ id: applicationId })
    expect((await story.applicationsFor(role)).statuses).toEqual([])
  })

  test('Stewards can edit a hidden organization, and their new roles are hidden with it', async () => {
    await hide()
    await story.act(ada, EDIT_ROLE, { input: { id: role, title: 'Honest Work' } })
    const posted = await story.act(ada, POST_ROLE, { input: roleInput(id) })
    const query = '{ roles(first: 100) { nodes { id } } }'
    const { roles } = await story.guild.ask(query, { as: ada })
    expect(roles.nodes).not.toContainEqual({ id: posted.id })
    await unhide()
    expect((await story.guild.ask(query, { as: ada })).roles.nodes).toContainEqual({
      id: posted.id,
    })
  })

  test('Hiding or showing an organization twice changes nothing more, and each change is audited once', async () => {
    const { audited } = administer(story.guild, story.admin)
    const hidden = await hide()
    later(story)
    const again = { input: { id, reason: 'Another one.' } }
    expect(await story.act(story.admin, HIDE, again)).toEqual(hidden)
    later(story)
    expect(await unhide()).toEqual({ id, moderation: null })
    later(story)
    expect(await unhide()).toEqual({ id, moderation: null })
    const by = story.admin.id
    expect(await audited(id)).toEqual([
      { kind: 'content_hidden', details: { type: 'Organization', id, reason: REASON, by } },
      { kind: 'content_shown', details: { type: 'Organization', id, by } },
    ])
  })
})
