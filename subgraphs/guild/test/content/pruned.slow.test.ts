// Organizations and roles that content files leave out, and those that an export has.
import { expect, test } from 'vitest'
import { contentOf, reported } from '#test/content.ts'
import { startTestSubgraph, testSubgraph } from '#test/subgraph.ts'
import { guild as subgraph } from '../../subgraph.ts'
import { ADD_ROLE, RETIRE_ROLE } from '../administration.ts'
import { roleInput } from '../story.ts'
import { contentStory } from './story.ts'

const guild = testSubgraph('guild')
const { story, ada, grace, people, act, operator, own, db, role, lists, found, accept } =
  contentStory(guild)

test('Pruning retires what files leave out, and nothing that people founded or posted', async () => {
  await operator.apply(lists({ steward: 'ada' }))
  const founded = await story.found(ada)
  const posted = await story.post(ada, own.organizationId)
  const added = (await act(ADD_ROLE, { input: roleInput(own.organizationId) })).id as string
  const pruned = reported(await operator.apply({ ...lists({ steward: 'ada' }), roles: [] }, true))
  expect(pruned).toContain(`retire roles/${own.key}`)
  const left = await db().selectFrom('roles').select('id').where('retiredAt', 'is', null).execute()
  const ids = left.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([posted, added]))
  expect(ids).not.toContain(own.roleId)
  const query = 'query ($id: ID!) { organization(id: $id) { retiredAt } }'
  const { organization: one } = await guild.ask(query, { as: ada, variables: { id: founded } })
  expect(one.retiredAt).toBeNull()
})

test('Pruning an organization retires its roles, and restoring it brings them back', async () => {
  await operator.apply(lists({ steward: 'ada' }))
  const early = await story.post(ada, own.organizationId, { title: 'Early' })
  await act(RETIRE_ROLE, { id: early })
  guild.clock.now = new Date(guild.clock.now.getTime() + 1_000)
  await story.post(ada, own.organizationId, { title: 'Posted' })
  expect(reported(await operator.apply({ organizations: [], roles: [] }, true))).toEqual(
    expect.arrayContaining([`retire roles/${own.key}`, `retire organizations/${own.key}`]),
  )
  expect(await found()).toMatchObject({
    organization: { retiredAt: guild.clock.now.toISOString(), roles: { nodes: [] } },
  })
  guild.clock.now = new Date(guild.clock.now.getTime() + 1_000)
  const { organizations } = lists({ steward: 'ada' })
  expect(reported(await operator.apply({ organizations }))).toEqual([
    `restore organizations/${own.key}`,
  ])
  expect(await found()).toMatchObject({
    organization: { retiredAt: null, roles: { nodes: [{ title: 'Posted' }] } },
  })
  expect(reported(await operator.apply(lists({ steward: 'ada' })))).toEqual([
    `restore roles/${own.key}`,
  ])
  expect((await found()).organization.roles.nodes).toHaveLength(2)
})

test('An export applied to another system gives the same lists', async () => {
  await operator.apply(lists({ steward: 'ada' }, { openings: 4 }))
  await accept(grace)
  await story.found(grace, { name: 'Founded' })
  const posted = await story.post(ada, own.organizationId)
  const added = (await act(ADD_ROLE, { input: roleInput(own.organizationId) })).id as string
  const exported = await operator.export()
  expect(exported.organizations).toContainEqual(
    expect.objectContaining({ key: own.key, steward: 'ada', house: 'Ember' }),
  )
  expect(exported.organizations).not.toContainEqual(expect.objectContaining({ name: 'Founded' }))
  const keys = (exported.roles as { key: string }[]).map((one) => one.key)
  expect(keys).toEqual(expect.arrayContaining([own.key, added]))
  expect(keys).not.toContain(posted)
  expect(exported.roles).toContainEqual(
    expect.objectContaining({ key: own.key, organization: own.key, openings: 4 }),
  )
  expect(reported(await operator.apply({ roles: exported.roles! }))).toEqual([
    `update roles/${added}`,
  ])
  expect(reported(await operator.apply({ roles: exported.roles! }))).toEqual([])
  const other = await startTestSubgraph('guild')
  try {
    await contentOf(subgraph, other, people).apply(exported)
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
  expect(keys).not.toContain(own.key)
  const other = await startTestSubgraph('guild')
  try {
    const changes = await contentOf(subgraph, other, people).apply(exported)
    expect(reported(changes)).toHaveLength(Object.values(exported).flat().length)
  } finally {
    await other.stop()
  }
  // Its file may leave it out, as any other.
  expect(reported(await operator.apply({ roles: [] }, true))).toContain(`retire roles/${own.key}`)
})
