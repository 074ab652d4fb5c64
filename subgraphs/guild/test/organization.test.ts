// Founding an organization.
import { beforeAll, describe, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { GuildTables } from '../tables.ts'
import { AWAY, FOUND, organizationInput, storyOf } from './story.ts'

const guild = testSubgraph('guild')
const story = storyOf(guild)
let ada: Person
beforeAll(async () => {
  ada = await story.someone({ house: 'Tide' })
})

const EDIT = 'mutation ($input: EditOrganizationInput!) { editOrganization(input: $input) { id } }'

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
    ['name', '', 'must have 1 to 100 characters'],
    ['name', 'n'.repeat(101), 'must have 1 to 100 characters'],
    ['name', '\u3164', 'must not be blanks alone'],
    ['description', '', 'must have 1 to 2000 characters'],
    ['description', 'd'.repeat(2_001), 'must have 1 to 2000 characters'],
  ])('A %s out of its bounds is refused', async (field, text, reason) => {
    expect(await refusal({ [field]: text })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason },
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

  test('Founding with a text that no database can hold is refused', async () => {
    expect(await refusal({ name: 'a\u0000' })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'NUL_CHARACTER' },
    })
  })

  test('Founding is refused to a person whom Identity does not know', async () => {
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
