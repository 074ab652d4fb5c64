// Organizations and roles from content files: added, changed, and refused.
import { describe, expect, test } from 'vitest'
import { contentId, ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { reported } from '#test/content.ts'
import { testSubgraph } from '#test/subgraph.ts'
import { ADD_ROLE, administer } from '../administration.ts'
import { HIDE, LEAVE } from '../life-cycle.ts'
import { roleInput } from '../story.ts'
import { contentStory } from './story.ts'

const guild = testSubgraph('guild')
const { story, ada, grace, act, operator, own, db, organization, role, lists, found, stewards } =
  contentStory(guild)

test('A file adds an organization with its roles and its steward, or the system as one', async () => {
  const none = { ...organization(), key: `${own.key}-none` }
  const items = lists({ steward: 'ada', createdAt: '2026-01-05T00:00:00Z' })
  const changes = await operator.apply({
    ...items,
    organizations: [...items.organizations, none],
  })
  expect(reported(changes)).toEqual([
    `add organizations/${own.key}`,
    `add organizations/${own.key}-none`,
    `add roles/${own.key}`,
  ])
  expect(await found()).toMatchObject({
    organization: {
      house: 'Ember',
      memberCount: 1,
      createdAt: '2026-01-05T00:00:00.000Z',
      members: { nodes: [{ member: { id: ada.id }, steward: true, status: 'active' }] },
    },
    role: { title: 'Warden', openings: 3, organization: { id: own.organizationId } },
  })
  own.organizationId = contentId('organization', none.key)
  expect(await stewards()).toEqual([ECOSYSTEM_ID])
  await expect(story.post(ada, contentId('organization', own.key))).resolves.toMatch(/^role_/)
})

test('Applying a file again changes nothing, even if it names the organization by id', async () => {
  await operator.apply(lists({ steward: 'ada' }))
  expect(reported(await operator.apply(lists({ steward: 'ada' })))).toEqual([])
  const byId = lists({ steward: 'ada' }, { organization: own.organizationId })
  expect(reported(await operator.apply(byId))).toEqual([])
})

test('A changed file changes the organization and keeps its members', async () => {
  await operator.apply(lists({ steward: 'ada' }))
  await story.request(grace, own.organizationId)
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
    `update roles/${own.key}`,
  ])
})

test('A file appoints a steward again who has left, and keeps the organization hidden', async () => {
  await operator.apply(lists({ steward: 'ada' }))
  await operator.apply(lists({ steward: 'grace' }))
  const admin = await story.someone({ role: 'admin' })
  const input = { id: own.organizationId, reason: 'R' }
  await guild.ask(LEAVE, { as: ada, variables: { id: own.organizationId } })
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
  expect(listed.roles.nodes).not.toContainEqual({ id: own.roleId })
})

test('A file makes a member a steward without counting them twice, and a rejected person a member', async () => {
  await operator.apply(lists({ steward: 'ada', openToJoin: true }))
  await story.join(grace, own.organizationId)
  await operator.apply(lists({ steward: 'grace', openToJoin: true }))
  expect(await found()).toMatchObject({ organization: { memberCount: 2 } })
  await operator.apply({
    organizations: [{ ...organization(), key: `${own.key}-b`, steward: 'ada' }],
  })
  own.organizationId = contentId('organization', `${own.key}-b`)
  await story.decideMembership(ada, await story.request(grace, own.organizationId), false)
  await operator.apply({
    organizations: [{ ...organization(), key: `${own.key}-b`, steward: 'grace' }],
  })
  expect(await stewards()).toEqual([grace.id, ada.id])
  expect(await found()).toMatchObject({ organization: { memberCount: 2 } })
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
      await db().selectFrom('organizations').where('id', '=', own.organizationId).execute(),
    ).toEqual([])
    await operator.apply({ organizations: [organization()] })
    await operator.apply({ organizations: [] }, true)
    expect(await issuesOf({ roles: [role()] })).toEqual([
      { ...issue, reason: `the organization ${own.key} is retired` },
    ])
  })

  test('A file may name by id what administrators added, and not what people founded or posted', async () => {
    await operator.apply({ organizations: [organization({ steward: 'ada' })] })
    const reason = 'is the id of what people have made or own, which no file takes over'
    const founded = await story.found(grace)
    expect(await issuesOf({ organizations: [organization({ key: founded })] })).toEqual([
      { file: 'test.yaml', path: ['organizations', 0, 'key'], reason },
    ])
    const posted = await story.post(ada, own.organizationId)
    expect(await issuesOf({ roles: [role({ key: posted, organization: own.key })] })).toEqual([
      { file: 'test.yaml', path: ['roles', 0, 'key'], reason },
    ])
    const added = (await act(ADD_ROLE, { input: roleInput(own.organizationId) })).id as string
    const taken = await operator.apply({ roles: [role({ key: added, organization: own.key })] })
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
