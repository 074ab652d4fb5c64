// Administrators add, update and retire quests; retired ones stay with those who completed them.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addClient } from '#test/grant-story.ts'
import { addQuest } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { PathTables } from '../tables.ts'

const path = testSubgraph('path')
beforeAll(async () => {
  await addClient(path, 'test-client', { scopes: ['identity', 'admin'] })
})

let olga: Person
beforeEach(async () => {
  path.clock.now = new Date('2026-03-04T12:00:00.000Z')
  olga = await someone({ role: 'admin' })
})
const someone = (about?: object) => path.join(`p${crypto.randomUUID().slice(0, 8)}`, about)

const FIELDS = 'id title description xpReward goldReward type difficulty credentialType retiredAt'
const ADD = `mutation ($input: AddQuestInput!) { addQuest(input: $input) { ${FIELDS} } }`
const UPDATE = `mutation ($input: UpdateQuestInput!) { updateQuest(input: $input) { ${FIELDS} } }`
const RETIRE = `mutation ($id: ID!) { retireQuest(questId: $id) { ${FIELDS} } }`
const COMPLETE = 'mutation ($id: ID!) { completeQuest(questId: $id) { xpEarned } }'

const BEACON = {
  title: 'Light the Beacon',
  description: 'Carry the flame up the hill.',
  xpReward: 120,
  goldReward: 30,
  type: 'daily',
  difficulty: 'beginner',
}

const scopes = ['identity', 'admin']
const add = async (input: object) =>
  (await path.ask(ADD, { as: olga, scopes, variables: { input } })).addQuest
const update = async (input: object) =>
  (await path.ask(UPDATE, { as: olga, scopes, variables: { input } })).updateQuest
const retire = async (id: string) =>
  (await path.ask(RETIRE, { as: olga, scopes, variables: { id } })).retireQuest
const complete = (as: Person, id: string) => path.run(COMPLETE, { as, variables: { id } })

const auditOf = async (id: string) => {
  const events = await path
    .tables<PathTables>('path')
    .selectFrom('auditOutbox')
    .selectAll()
    .orderBy('id')
    .execute()
  return events
    .filter(({ details }) => details.id === id)
    .map(({ kind, details: { by, changed } }) => ({ kind, by, changed }))
}

describe('adding a quest', () => {
  test('Adding a quest puts it at the head of the list and records it for the audit trail', async () => {
    const quest = await add({ ...BEACON, credentialType: 'torch_bearer' })
    expect(quest).toEqual({
      ...BEACON,
      id: expect.stringMatching(/^quest_/) as string,
      credentialType: 'torch_bearer',
      retiredAt: null,
    })
    const { quests } = await path.ask('{ quests(first: 1) { nodes { id } } }', { as: olga })
    expect(quests.nodes).toEqual([{ id: quest.id }])
    expect(await auditOf(quest.id)).toEqual([{ kind: 'content_added', by: olga.id }])
  })

  test('Adding a quest names every invalid field', async () => {
    const input = { ...BEACON, title: '\u3164', xpReward: -1, credentialType: 'Öha' }
    expect(await path.refusal(ADD, { as: olga, scopes, variables: { input } })).toEqual({
      code: 'VALIDATION_ERROR',
      details: {
        issues: [
          { field: 'title', reason: 'must not be blanks alone' },
          { field: 'xpReward', reason: 'must be from 0 to 1000000' },
          {
            field: 'credentialType',
            reason: 'must begin with a-z and hold at most 64 of a-z, 0-9 and _',
          },
        ],
      },
    })
  })

  test.each([
    ['title', '', 'must have 1 to 200 characters'],
    ['title', 'x'.repeat(201), 'must have 1 to 200 characters'],
    ['description', ' ', 'must have 1 to 5000 characters, and not blanks alone'],
    ['description', 'x'.repeat(5_001), 'must have 1 to 5000 characters, and not blanks alone'],
    ['xpReward', 1_000_001, 'must be from 0 to 1000000'],
    ['goldReward', -1, 'must be from 0 to 1000000'],
    ['goldReward', 1_000_001, 'must be from 0 to 1000000'],
    [
      'credentialType',
      `a${'b'.repeat(64)}`,
      'must begin with a-z and hold at most 64 of a-z, 0-9 and _',
    ],
  ])('Adding and updating a quest refuse a %s out of its bounds', async (field, value, reason) => {
    const id = await addQuest(path)
    for (const [query, input] of [
      [ADD, { ...BEACON, [field]: value }],
      [UPDATE, { id, [field]: value }],
    ] as const) {
      expect(await path.refusal(query, { as: olga, scopes, variables: { input } })).toEqual({
        code: 'VALIDATION_ERROR',
        details: { field, reason },
      })
    }
  })
})

describe('updating a quest', () => {
  test('Updating a quest changes the given fields and records them for the audit trail', async () => {
    const { id } = await add({ ...BEACON, credentialType: 'torch_bearer' })
    expect(await update({ id, xpReward: 200, title: BEACON.title, difficulty: null })).toEqual({
      ...BEACON,
      id,
      xpReward: 200,
      credentialType: 'torch_bearer',
      retiredAt: null,
    })
    expect(await update({ id, credentialType: null })).toMatchObject({ credentialType: null })
    expect(await auditOf(id)).toEqual([
      { kind: 'content_added', by: olga.id },
      { kind: 'content_updated', by: olga.id, changed: ['xpReward'] },
      { kind: 'content_updated', by: olga.id, changed: ['credentialType'] },
    ])
  })

  test('Updating a quest without a change writes nothing', async () => {
    const { id } = await add(BEACON)
    await update({ id, ...BEACON })
    await update({ id })
    expect(await auditOf(id)).toHaveLength(1)
  })

  test('An update of a quest applies to later completions', async () => {
    const { id } = await add(BEACON)
    const [ada, grace] = [await someone(), await someone()]
    expect((await complete(ada, id)).data).toEqual({ completeQuest: { xpEarned: 120 } })
    await update({ id, xpReward: 5 })
    expect((await complete(grace, id)).data).toEqual({ completeQuest: { xpEarned: 5 } })
  })
})

describe('a retired quest', () => {
  const completedBy = async ({ id }: Person) => {
    const variables = { of: [{ __typename: 'Identity', id }] }
    const query = `query ($of: [_Any!]!) { _entities(representations: $of) {
      ... on Identity { completedQuests { nodes { id retiredAt } totalCount } }
    } }`
    return (await path.ask(query, { as: olga, variables }))._entities[0].completedQuests
  }

  test('A retired quest is in no list, and stays with those who completed it', async () => {
    const id = await addQuest(path)
    const ada = await someone()
    await complete(ada, id)
    const before = await path.ask('{ quests { totalCount } }', { as: ada })
    const retiredAt = path.clock.now.toISOString()
    expect(await retire(id)).toMatchObject({ id, retiredAt })
    path.clock.now = new Date('2026-03-05T12:00:00.000Z')
    expect(await retire(id), 'again').toMatchObject({ id, retiredAt })
    expect(await auditOf(id)).toEqual([{ kind: 'content_retired', by: olga.id }])

    const { quests, quest } = await path.ask(
      `query ($id: ID!) { quests(first: 100) { nodes { id } totalCount } quest(id: $id) { retiredAt } }`,
      { as: ada, variables: { id } },
    )
    expect(quests.totalCount).toBe(before.quests.totalCount - 1)
    expect(quests.nodes).not.toContainEqual({ id })
    expect(quest).toEqual({ retiredAt })
    expect(await completedBy(ada)).toEqual({ nodes: [{ id, retiredAt }], totalCount: 1 })
  })

  test('A retired quest cannot be completed, not even again', async () => {
    const id = await addQuest(path)
    const [ada, grace] = [await someone(), await someone()]
    await complete(ada, id)
    await retire(id)
    for (const person of [ada, grace]) {
      expect(await path.refusal(COMPLETE, { as: person, variables: { id } })).toEqual({
        code: 'NOT_FOUND',
        details: { resource: 'Quest', id },
      })
    }
    expect(await completedBy(grace)).toMatchObject({ totalCount: 0 })
  })

  test('A retired quest still returns the result of a completion that an outage interrupted', async () => {
    const id = await addQuest(path)
    const ada = await someone()
    await path.stopService('identity')
    expect((await complete(ada, id)).errors?.[0]?.extensions).toMatchObject({
      code: 'INTERNAL_ERROR',
    })
    await path.startService('identity')
    await retire(id)
    expect((await complete(ada, id)).data).toEqual({ completeQuest: { xpEarned: 120 } })
    expect(await path.refusal(COMPLETE, { as: ada, variables: { id } })).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('A retired quest can be updated and stays retired', async () => {
    const { id } = await add(BEACON)
    await retire(id)
    const retiredAt = path.clock.now.toISOString()
    expect(await update({ id, title: 'Once a Beacon' })).toMatchObject({ retiredAt })
  })
})

test('A restored quest is in the list again, and its completions count', async () => {
  const id = await addQuest(path)
  const ada = await someone()
  await complete(ada, id)
  await retire(id)
  const RESTORE = `mutation ($id: ID!) { restoreQuest(questId: $id) { id retiredAt } }`
  const asking = { as: olga, scopes, variables: { id } }
  for (let time = 0; time < 2; time += 1) {
    expect((await path.ask(RESTORE, asking)).restoreQuest).toEqual({ id, retiredAt: null })
  }
  const { quests } = await path.ask('{ quests(first: 100) { nodes { id } } }', { as: ada })
  expect(quests.nodes).toContainEqual({ id })
  expect((await complete(ada, id)).errors?.[0]?.extensions?.details).toMatchObject({
    reason: 'ALREADY_COMPLETED',
  })
  expect((await complete(await someone(), id)).errors).toBeUndefined()
  expect((await auditOf(id)).map(({ kind }) => kind)).toEqual([
    'content_retired',
    'content_restored',
  ])
})
