// Organizations and roles from content files: applied, changed, retired, brought back and exported.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contentId, ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { contentOf, reported } from '#test/content.ts'
import { sessionsWaiting } from '#test/database.ts'
import { startTestSubgraph, testSubgraph, type Person } from '#test/subgraph.ts'
import { retireOrganizations } from '../domain/organization.ts'
import { guild as subgraph } from '../subgraph.ts'
import type { GuildTables } from '../tables.ts'
import { ADD_ROLE, administer, codeOf, RETIRE_ROLE } from './administration.ts'
import { HIDE, LEAVE, WITHDRAW } from './life-cycle.ts'
import { APPLY, DECIDE_APPLICATION, JOIN, POST_ROLE, roleInput, storyOf } from './story.ts'

const guild = testSubgraph('guild')
const story = storyOf(guild)
let ada: Person
let grace: Person
let act: ReturnType<typeof administer>
let operator: ReturnType<typeof contentOf>
beforeAll(async () => {
  ada = await story.someone()
  grace = await story.someone()
  act = administer(guild, await story.someone({ role: 'admin' }))
  operator = contentOf(subgraph, guild, { ada: ada.id, grace: grace.id })
})

/** Keys that only this test uses, and the ids derived from them. */
let key: string
let organizationId: string
let roleId: string
beforeEach(() => {
  key = `k${crypto.randomUUID().slice(0, 8)}`
  organizationId = contentId('organization', key)
  roleId = contentId('role', key)
  guild.clock.now = new Date(guild.clock.now.getTime() + 1_000)
})

const organization = (about: object = {}) => ({
  key,
  name: 'Beacon Wardens',
  description: 'Keep the beacons lit.',
  house: 'Ember',
  openToJoin: false,
  ...about,
})
const role = (about: object = {}) => ({
  key,
  organization: key,
  title: 'Warden',
  description: 'Keep one lit.',
  minLevel: 1,
  openings: 3,
  ...about,
})
const lists = (about: object = {}, roleAbout: object = {}) => ({
  organizations: [organization(about)],
  roles: [role(roleAbout)],
})

const db = () => guild.tables<GuildTables>('guild')
const found = async () => {
  const query = `query ($id: ID!, $role: ID!) {
    organization(id: $id) {
      name house memberCount openToJoin createdAt retiredAt
      members { nodes { member { id } steward status } }
      roles { nodes { title } }
    }
    role(id: $role) { title openings retiredAt organization { id } }
  }`
  return guild.ask(query, { as: ada, variables: { id: organizationId, role: roleId } })
}
const stewards = async () => {
  const { nodes } = (await found()).organization.members
  const all = nodes as { steward: boolean; member: { id: string } }[]
  return all.filter(({ steward }) => steward).map(({ member }) => member.id)
}
const accept = async (as: Person) => {
  const { application } = await story.apply(as, roleId)
  return story.decideApplication(ada, application.id, true)
}

describe('applied', () => {
  test('A file adds an organization with its roles and its steward, or the system as one', async () => {
    const none = { ...organization(), key: `${key}-none` }
    const items = lists({ steward: 'ada', createdAt: '2026-01-05T00:00:00Z' })
    const changes = await operator.apply({
      ...items,
      organizations: [...items.organizations, none],
    })
    expect(reported(changes)).toEqual([
      `add organizations/${key}`,
      `add organizations/${key}-none`,
      `add roles/${key}`,
    ])
    expect(await found()).toMatchObject({
      organization: {
        house: 'Ember',
        memberCount: 1,
        createdAt: '2026-01-05T00:00:00.000Z',
        members: { nodes: [{ member: { id: ada.id }, steward: true, status: 'active' }] },
      },
      role: { title: 'Warden', openings: 3, organization: { id: organizationId } },
    })
    organizationId = contentId('organization', none.key)
    expect(await stewards()).toEqual([ECOSYSTEM_ID])
    await expect(story.post(ada, contentId('organization', key))).resolves.toMatch(/^role_/)
  })

  test('Applying a file again changes nothing, even if it names the organization by id', async () => {
    await operator.apply(lists({ steward: 'ada' }))
    expect(reported(await operator.apply(lists({ steward: 'ada' })))).toEqual([])
    const byId = lists({ steward: 'ada' }, { organization: organizationId })
    expect(reported(await operator.apply(byId))).toEqual([])
  })

  test('A changed file changes the organization and keeps its members', async () => {
    await operator.apply(lists({ steward: 'ada' }))
    await story.request(grace, organizationId)
    const changed = lists({ steward: 'grace', openToJoin: true }, { minLevel: 2 })
    expect((await operator.apply(changed)).changes).toMatchObject([
      {
        list: 'organizations',
        differences: [{ field: 'openToJoin' }, { field: 'new steward', from: null, to: grace.id }],
      },
      { list: 'roles', differences: [{ field: 'minLevel', from: 1, to: 2 }] },
    ])
    expect(await stewards()).toEqual([grace.id, ada.id])
    expect(await found()).toMatchObject({ organization: { memberCount: 2, openToJoin: true } })
    // Naming somebody who is already a steward changes nothing.
    expect(reported(await operator.apply(lists({ steward: 'ada', openToJoin: true })))).toEqual([
      `update roles/${key}`,
    ])
  })

  test('A file appoints a steward again who has left, and keeps the organization hidden', async () => {
    await operator.apply(lists({ steward: 'ada' }))
    await operator.apply(lists({ steward: 'grace' }))
    const admin = await story.someone({ role: 'admin' })
    const input = { id: organizationId, reason: 'R' }
    await guild.ask(LEAVE, { as: ada, variables: { id: organizationId } })
    await administer(guild, admin)(HIDE, { input })
    expect(
      (await operator.apply(lists({ steward: 'ada' }, { title: 'Keeper' }))).changes,
    ).toMatchObject([
      { differences: [{ field: 'new steward', to: ada.id }] },
      { list: 'roles', differences: [{ field: 'title' }] },
    ])
    expect(await stewards()).toEqual([ada.id, grace.id])
    expect(await found()).toMatchObject({ organization: { memberCount: 2 } })
    const listed = await guild.ask('{ roles(first: 100) { nodes { id } } }', { as: ada })
    expect(listed.roles.nodes).not.toContainEqual({ id: roleId })
  })

  test('A file makes a member a steward without counting them twice, and a rejected person a member', async () => {
    await operator.apply(lists({ steward: 'ada', openToJoin: true }))
    await story.join(grace, organizationId)
    await operator.apply(lists({ steward: 'grace', openToJoin: true }))
    expect(await found()).toMatchObject({ organization: { memberCount: 2 } })
    await operator.apply({
      organizations: [{ ...organization(), key: `${key}-b`, steward: 'ada' }],
    })
    organizationId = contentId('organization', `${key}-b`)
    await story.decideMembership(ada, await story.request(grace, organizationId), false)
    await operator.apply({
      organizations: [{ ...organization(), key: `${key}-b`, steward: 'grace' }],
    })
    expect(await stewards()).toEqual([grace.id, ada.id])
    expect(await found()).toMatchObject({ organization: { memberCount: 2 } })
  })
})

describe('openings of a file', () => {
  beforeEach(async () => {
    await operator.apply(lists({ steward: 'ada' }))
    await accept(grace)
    await accept(await story.someone())
  })
  const openings = async () => (await found()).role.openings as number

  test('The openings of a file include those who have the role already', async () => {
    expect(await openings()).toBe(1)
    expect(reported(await operator.apply(lists({ steward: 'ada' })))).toEqual([])
    const more = lists({ steward: 'ada' }, { openings: 5 })
    expect((await operator.apply(more)).changes).toMatchObject([
      { differences: [{ field: 'openings', from: 3, to: 5 }] },
    ])
    expect(await openings()).toBe(3)
  })

  test('A file with fewer openings than holders leaves none, and applying it again changes nothing', async () => {
    const fewer = lists({ steward: 'ada' }, { openings: 1 })
    expect(reported(await operator.apply(fewer))).toEqual([`update roles/${key}`])
    expect(await openings()).toBe(0)
    expect(reported(await operator.apply(fewer))).toEqual([])
  })

  test('Openings come back from those who give the role up, up to the number in the file', async () => {
    const withdraw = (as: Person) => guild.ask(WITHDRAW, { as, variables: { id: roleId } })
    await withdraw(grace)
    expect(await openings()).toBe(2)
    expect(reported(await operator.apply(lists({ steward: 'ada' })))).toEqual([])
    await accept(grace)
    const fewer = lists({ steward: 'ada' }, { openings: 1 })
    await operator.apply(fewer)
    await withdraw(grace)
    expect(await openings()).toBe(0)
    expect(reported(await operator.apply(fewer))).toEqual([])
  })

  test('A file reopens a closed role', async () => {
    await story.close(ada, roleId)
    expect(reported(await operator.apply(lists({ steward: 'ada' })))).toEqual([
      `update roles/${key}`,
    ])
    expect(await openings()).toBe(1)
  })

  test('The openings of a file stay correct while applications are accepted', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => story.someone()))
    await operator.apply(lists({ steward: 'ada' }, { openings: 5 }))
    const ids: string[] = []
    for (const as of people) ids.push((await story.apply(as, roleId)).application.id)
    await Promise.all([
      ...ids.map((id) =>
        guild.run(DECIDE_APPLICATION, { as: ada, variables: { id, accept: true } }),
      ),
      operator.apply(lists({ steward: 'ada' }, { openings: 6 })),
      operator.apply(lists({ steward: 'ada' }, { openings: 6, title: 'Keeper' })),
    ])
    const accepted = await db()
      .selectFrom('applications')
      .select('id')
      .where('roleId', '=', roleId)
      .where('status', '=', 'accepted')
      .execute()
    expect((await openings()) + accepted.length).toBe(6)
  })
})

describe('pruned', () => {
  test('Pruning retires what files leave out, and nothing that people founded or posted', async () => {
    await operator.apply(lists({ steward: 'ada' }))
    const founded = await story.found(ada)
    const posted = await story.post(ada, organizationId)
    const added = (await act(ADD_ROLE, { input: roleInput(organizationId) })).id as string
    const pruned = reported(await operator.apply({ ...lists({ steward: 'ada' }), roles: [] }, true))
    expect(pruned).toContain(`retire roles/${key}`)
    const left = await db()
      .selectFrom('roles')
      .select('id')
      .where('retiredAt', 'is', null)
      .execute()
    const ids = left.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([posted, added]))
    expect(ids).not.toContain(roleId)
    const query = 'query ($id: ID!) { organization(id: $id) { retiredAt } }'
    const { organization: one } = await guild.ask(query, { as: ada, variables: { id: founded } })
    expect(one.retiredAt).toBeNull()
  })

  test('Pruning an organization retires its roles, and restoring it brings them back', async () => {
    await operator.apply(lists({ steward: 'ada' }))
    const early = await story.post(ada, organizationId, { title: 'Early' })
    await act(RETIRE_ROLE, { id: early })
    guild.clock.now = new Date(guild.clock.now.getTime() + 1_000)
    await story.post(ada, organizationId, { title: 'Posted' })
    expect(reported(await operator.apply({ organizations: [], roles: [] }, true))).toEqual(
      expect.arrayContaining([`retire roles/${key}`, `retire organizations/${key}`]),
    )
    expect(await found()).toMatchObject({
      organization: { retiredAt: guild.clock.now.toISOString(), roles: { nodes: [] } },
    })
    guild.clock.now = new Date(guild.clock.now.getTime() + 1_000)
    const { organizations } = lists({ steward: 'ada' })
    expect(reported(await operator.apply({ organizations }))).toEqual([
      `restore organizations/${key}`,
    ])
    expect(await found()).toMatchObject({
      organization: { retiredAt: null, roles: { nodes: [{ title: 'Posted' }] } },
    })
    expect(reported(await operator.apply(lists({ steward: 'ada' })))).toEqual([
      `restore roles/${key}`,
    ])
    expect((await found()).organization.roles.nodes).toHaveLength(2)
  })
})

describe('refused', () => {
  const issuesOf = async (items: Parameters<typeof operator.apply>[0]) => {
    const error = await operator.apply(items).catch((thrown: unknown) => thrown)
    return (error as { issues: object }).issues
  }

  test('A file with a role of an unknown or retired organization is refused', async () => {
    const nowhere = { ...lists({}, { organization: 'nowhere' }) }
    const issue = { file: 'test.yaml', path: ['roles', 0, 'organization'] }
    expect(await issuesOf(nowhere)).toEqual([
      { ...issue, reason: 'there is no organization nowhere' },
    ])
    // Nothing of it is applied.
    expect(
      await db().selectFrom('organizations').where('id', '=', organizationId).execute(),
    ).toEqual([])
    await operator.apply({ organizations: [organization()] })
    await operator.apply({ organizations: [] }, true)
    expect(await issuesOf({ roles: [role()] })).toEqual([
      { ...issue, reason: `the organization ${key} is retired` },
    ])
  })

  test('A file may name by id what administrators added, and not what people founded or posted', async () => {
    await operator.apply({ organizations: [organization({ steward: 'ada' })] })
    const reason = 'is the id of what people have made or own, which no file takes over'
    const founded = await story.found(grace)
    expect(await issuesOf({ organizations: [organization({ key: founded })] })).toEqual([
      { file: 'test.yaml', path: ['organizations', 0, 'key'], reason },
    ])
    const posted = await story.post(ada, organizationId)
    expect(await issuesOf({ roles: [role({ key: posted, organization: key })] })).toEqual([
      { file: 'test.yaml', path: ['roles', 0, 'key'], reason },
    ])
    const added = (await act(ADD_ROLE, { input: roleInput(organizationId) })).id as string
    const taken = await operator.apply({ roles: [role({ key: added, organization: key })] })
    expect(reported(taken)).toEqual([`update roles/${added}`])
  })

  test('A file with an unknown steward, or an invalid organization or role, is refused', async () => {
    const wrong = lists({ steward: 'nobody', name: '\u200B' }, { openings: -1, minLevel: 1_001 })
    const paths = ((await issuesOf(wrong)) as { path: unknown[] }[]).map(({ path }) => path)
    expect(paths).toEqual([
      ['organizations', 0, 'steward'],
      ['organizations', 0, 'name'],
      ['roles', 0, 'minLevel'],
      ['roles', 0, 'openings'],
    ])
  })
})

test('An export applied to another system gives the same lists', async () => {
  await operator.apply(lists({ steward: 'ada' }, { openings: 4 }))
  await accept(grace)
  await story.found(grace, { name: 'Founded' })
  const posted = await story.post(ada, organizationId)
  const added = (await act(ADD_ROLE, { input: roleInput(organizationId) })).id as string
  const exported = await operator.export()
  expect(exported.organizations).toContainEqual(
    expect.objectContaining({ key, steward: 'ada', house: 'Ember' }),
  )
  expect(exported.organizations).not.toContainEqual(expect.objectContaining({ name: 'Founded' }))
  const keys = (exported.roles as { key: string }[]).map((one) => one.key)
  expect(keys).toEqual(expect.arrayContaining([key, added]))
  expect(keys).not.toContain(posted)
  expect(exported.roles).toContainEqual(
    expect.objectContaining({ key, organization: key, openings: 4 }),
  )
  expect(reported(await operator.apply({ roles: exported.roles! }))).toEqual([
    `update roles/${added}`,
  ])
  expect(reported(await operator.apply({ roles: exported.roles! }))).toEqual([])
  const other = await startTestSubgraph('guild')
  try {
    await contentOf(subgraph, other, { ada: ada.id, grace: grace.id }).apply(exported)
    const [first] = (await other.ask('{ roles { nodes { id } } }', { as: ada })).roles.nodes
    expect(first).toEqual({ id: added })
    const LIST = '{ organizations(first: 100) { nodes { id name house openToJoin createdAt } } }'
    const there = (await other.ask(LIST, { as: ada })).organizations.nodes as { id: string }[]
    const here = (await guild.ask(LIST, { as: ada })).organizations.nodes as { id: string }[]
    expect(there).toEqual(here.filter(({ id }) => there.some((one) => one.id === id)))
    expect(there).toHaveLength(exported.organizations!.length)
  } finally {
    await other.stop()
  }
})

test('An export leaves out roles of organizations that people founded', async () => {
  const founded = await story.found(grace)
  const added = (await act(ADD_ROLE, { input: roleInput(founded) })).id as string
  await operator.apply({ roles: [role({ organization: founded })] })
  const exported = await operator.export()
  const keys = (exported.roles ?? []).map((one) => one.key)
  expect(keys).not.toContain(added)
  expect(keys).not.toContain(key)
  const other = await startTestSubgraph('guild')
  try {
    const people = { ada: ada.id, grace: grace.id }
    const changes = await contentOf(subgraph, other, people).apply(exported)
    expect(reported(changes)).toHaveLength(Object.values(exported).flat().length)
  } finally {
    await other.stop()
  }
  // Its file may leave it out, as any other.
  expect(reported(await operator.apply({ roles: [] }, true))).toContain(`retire roles/${key}`)
})

test('Pruning an organization and its roles waits for a concurrent retirement without a deadlock', async () => {
  await operator.apply(lists({ steward: 'ada' }))
  const { pruning } = await db()
    .transaction()
    .execute(async (trx) => {
      const row = trx.selectFrom('organizations').select('id').where('id', '=', organizationId)
      await row.forNoKeyUpdate().execute()
      const applying = operator.apply({ organizations: [], roles: [] }, true)
      await expect.poll(() => sessionsWaiting(guild.tables('identity'))).toBe(1)
      await retireOrganizations(trx, [organizationId], guild.clock.now)
      return { pruning: applying }
    })
  await pruning
  expect(await found()).toMatchObject({
    organization: { retiredAt: guild.clock.now.toISOString() },
    role: { retiredAt: guild.clock.now.toISOString() },
  })
})

test('While content retires an organization, people who join wait and are refused', async () => {
  await operator.apply(lists({ steward: 'ada', openToJoin: true }))
  const { responses } = await db()
    .transaction()
    .execute(async (trx) => {
      await operator.applyIn(trx, { organizations: [], roles: [] }, true)
      const as = grace
      const waiting = Promise.all([
        guild.run(JOIN, { as, variables: { id: organizationId } }),
        guild.run(APPLY, { as, variables: { id: roleId } }),
        guild.run(POST_ROLE, { as: ada, variables: { input: roleInput(organizationId) } }),
      ])
      await expect.poll(() => sessionsWaiting(guild.tables('identity'))).toBe(3)
      return { responses: waiting }
    })
  expect((await responses).map(codeOf)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
})

test('People who join while content makes them stewards cause no deadlock', async () => {
  await operator.apply(lists({ steward: 'ada', openToJoin: true }))
  const responses = await Promise.all([
    ...Array.from({ length: 6 }, () =>
      guild.run(JOIN, { as: grace, variables: { id: organizationId } }),
    ),
    operator.apply(lists({ steward: 'grace', openToJoin: true })),
    operator.apply(lists({ steward: 'grace', openToJoin: true })),
  ])
  for (const response of responses) expect(response).not.toHaveProperty('errors')
  expect(await stewards()).toEqual([grace.id, ada.id])
  expect(await found()).toMatchObject({ organization: { memberCount: 2 } })
})
