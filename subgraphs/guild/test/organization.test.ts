// Organizations: the list, one by its id, and founding.
import { beforeAll, describe, expect, test } from 'vitest'
import { addOrganization } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { GuildTables } from '../tables.ts'
import { AWAY, FOUND, NOBODY, organizationInput, storyOf } from './story.ts'

const guild = testSubgraph('guild')
const story = storyOf(guild)
let ada: Person
beforeAll(async () => {
  ada = await story.someone({ house: 'Tide' })
})

const EDIT = 'mutation ($input: EditOrganizationInput!) { editOrganization(input: $input) { id } }'
const day = (date: number) => new Date(Date.UTC(2026, 1, date))
const idsOf = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id)

describe('the list of organizations', () => {
  const LIST = `query ($first: Int, $after: String) {
    organizations(first: $first, after: $after) {
      nodes { id } totalCount pageInfo { hasNextPage endCursor }
    }
  }`

  test('The list of organizations is newest first, by id at the same time, and paged', async () => {
    const old = await addOrganization(guild, { createdAt: day(1) })
    const young = await addOrganization(guild, { createdAt: day(3) })
    const twins = [
      await addOrganization(guild, { createdAt: day(2) }),
      await addOrganization(guild, { createdAt: day(2) }),
    ]
    const start = (await guild.ask(LIST, { as: ada, variables: { first: 2 } })).organizations
    const after = start.pageInfo.endCursor as string
    const end = (await guild.ask(LIST, { as: ada, variables: { first: 2, after } })).organizations
    const order = [young, ...twins.toSorted().toReversed(), old]
    expect([...idsOf(start), ...idsOf(end)]).toEqual(order)
    expect(end).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: false } })
  })

  test('The list of organizations requires the scope identity', async () => {
    expect((await guild.refusal(LIST)).code).toBe('INVALID_TOKEN')
    expect(await guild.refusal(LIST, { as: ada, scopes: ['wallet'] })).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScope: 'identity' },
    })
  })
})

describe('an organization', () => {
  test('An organization is found by its id, and not by another', async () => {
    const FIND = 'query ($id: ID!) { organization(id: $id) { name house memberCount } }'
    const id = await addOrganization(guild, { name: 'Harbour Watch' })
    const found = await guild.ask(FIND, { as: ada, variables: { id } })
    expect(found.organization).toEqual({ name: 'Harbour Watch', house: 'Ember', memberCount: 0 })
    const variables = { id: 'organization_unknown' }
    expect(await guild.refusal(FIND, { as: ada, variables })).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Organization', id: 'organization_unknown' },
    })
  })

  test('An organization is an entity for other services, null if unknown', async () => {
    const id = await addOrganization(guild)
    const of = [id, 'unknown', id].map((known) => ({ __typename: 'Organization', id: known }))
    const { _entities } = await guild.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Organization { id } } }',
      { service: 'router', variables: { of } },
    )
    expect(_entities).toEqual([{ id }, null, { id }])
  })
})

describe('founding', () => {
  const refusal = (change: object, asking: object = { as: ada }) =>
    guild.refusal(FOUND, { ...asking, variables: { input: organizationInput(change) } })

  test('Founding makes the founder the first member and steward, with the house from Identity', async () => {
    const input = organizationInput({ openToJoin: true })
    const { foundOrganization } = await guild.ask(FOUND, { as: ada, variables: { input } })
    expect(foundOrganization).toEqual({
      ...input,
      id: expect.stringMatching(/^organization_/) as string,
      house: 'Tide',
      memberCount: 1,
      createdAt: guild.clock.now.toISOString(),
      members: { nodes: [{ status: 'active', steward: true, member: { id: ada.id } }] },
    })
  })

  test('Founding accepts texts of their full length', async () => {
    await story.found(ada, { name: 'n'.repeat(100), description: 'd'.repeat(2_000) })
  })

  test.each([
    ['name', '', '1 to 100'],
    ['name', 'n'.repeat(101), '1 to 100'],
    ['description', '', '1 to 2000'],
    ['description', 'd'.repeat(2_001), '1 to 2000'],
  ])('A %s that is too short or too long is refused', async (field, text, range) => {
    expect(await refusal({ [field]: text })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason: `must have ${range} characters` },
    })
  })

  test('Founding names every invalid field', async () => {
    expect(await refusal({ name: '', description: '' })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ field: 'name' }, { field: 'description' }] },
    })
  })

  test.each([
    ['Harbour\u3164', 'must not hold invisible characters'],
    ['Наrbour', 'must be in one script, such as Latin or Cyrillic'],
  ])('The name %j is refused, because it could be mistaken for another', async (name, reason) => {
    const details = { field: 'name', reason }
    expect(await refusal({ name })).toEqual({ code: 'VALIDATION_ERROR', details })
    const id = await story.found(ada, { name: 'Harbour' })
    const edit = (input: object) =>
      guild.run(EDIT, { as: ada, variables: { input: { id, ...input } } })
    expect((await edit({ name })).errors?.[0]?.extensions).toMatchObject({ details })
    const db = guild.tables<GuildTables>('guild')
    await db.updateTable('organizations').set({ name }).where('id', '=', id).execute()
    expect((await edit({ name, description: 'By the sea.' })).errors).toBeUndefined()
  })

  test('Founding with an invisible name is refused', async () => {
    expect(await refusal({ name: '\u3164' })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'name', reason: 'must not be blanks alone' },
    })
  })

  test('Founding with a text that no database can hold is refused', async () => {
    expect(await refusal({ name: 'a\u0000' })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'NUL_CHARACTER' },
    })
  })

  test('Founding requires a person, a token and the scope', async () => {
    expect((await refusal({}, {})).code).toBe('INVALID_TOKEN')
    expect(await refusal({}, { as: ada, scopes: ['wallet'] })).toMatchObject({
      details: { requiredScope: 'identity' },
    })
    expect(await refusal({}, { as: { id: 'test-client' } })).toEqual(NOBODY)
    expect(await refusal({}, { as: { id: 'identity_unknown' } })).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Identity', id: 'identity_unknown' },
    })
  })

  test('Founding while Identity is away is refused and stores nothing', async () => {
    const COUNT = '{ organizations { totalCount } }'
    const before = await guild.ask(COUNT, { as: ada })
    await guild.stopService('identity')
    expect(await refusal({})).toEqual(AWAY)
    expect(await guild.ask(COUNT, { as: ada })).toEqual(before)
    await guild.startService('identity')
    await story.found(ada)
  })
})
