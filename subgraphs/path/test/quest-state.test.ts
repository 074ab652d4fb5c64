// The caller's state of a quest: whether they can complete it, and when it opens again.
import { beforeEach, describe, expect, test } from 'vitest'
import { addQuest } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { PathTables } from '../tables.ts'

const path = testSubgraph('path')
let ada: Person
beforeEach(async () => {
  // A Wednesday.
  path.clock.now = new Date('2026-03-04T12:00:00.000Z')
  ada = await path.join(`p${crypto.randomUUID().slice(0, 8)}`)
})

const STATE = 'status completedAt opensAt'
const COMPLETE = `mutation ($id: ID!) {
  completeQuest(questId: $id) {
    quest { id myState { ${STATE} } }
    completedQuestEdge { cursor node { id } }
    identity { id completedQuests { edges { cursor } totalCount } }
  }
}`
const complete = async (id: string, as = ada) =>
  (await path.ask(COMPLETE, { as, variables: { id } })).completeQuest
const stateOf = async (id: string, as: { id: string; clientId?: string } = ada) => {
  const query = `query ($id: ID!) { quest(id: $id) { myState { ${STATE} } } }`
  return (await path.ask(query, { as, variables: { id } })).quest.myState
}

const AVAILABLE = { status: 'available', completedAt: null, opensAt: null }
const doneUntil = (opensAt: string | null) => ({
  status: 'done',
  completedAt: '2026-03-04T12:00:00.000Z',
  opensAt,
})

test.each([
  ['daily', '2026-03-05T00:00:00.000Z'],
  ['weekly', '2026-03-09T00:00:00.000Z'],
] as const)(
  'A %s quest is done until its next period, and then available',
  async (type, opensAt) => {
    const id = await addQuest(path, { type })
    expect(await stateOf(id)).toEqual(AVAILABLE)
    expect((await complete(id)).quest).toEqual({ id, myState: doneUntil(opensAt) })
    path.clock.now = new Date(new Date(opensAt).getTime() - 1)
    expect(await stateOf(id)).toEqual(doneUntil(opensAt))
    path.clock.now = new Date(opensAt)
    expect(await stateOf(id)).toEqual(AVAILABLE)
    expect((await complete(id)).quest.myState.status).toBe('done')
  },
)

test('a story is done for good', async () => {
  const id = await addQuest(path, { type: 'story' })
  await complete(id)
  path.clock.now = new Date('2027-03-04T12:00:00.000Z')
  expect(await stateOf(id)).toEqual(doneUntil(null))
})

test('a retired quest has a state only for whoever completed it in its last period', async () => {
  const ids = [await addQuest(path), await addQuest(path, { type: 'story' })]
  for (const id of ids) await complete(id)
  const retiredAt = new Date('2026-03-04T18:00:00.000Z')
  const quests = path.tables<PathTables>('path').updateTable('quests')
  await quests.set({ retiredAt }).where('id', 'in', ids).execute()
  path.clock.now = new Date('2026-03-06T12:00:00.000Z')
  const grace = await path.join(`p${crypto.randomUUID().slice(0, 8)}`)
  for (const id of ids) {
    expect(await stateOf(id)).toEqual(doneUntil(null))
    expect(await stateOf(id, grace)).toBeNull()
  }
})

test('a state is each caller’s own, and null for a machine client', async () => {
  const id = await addQuest(path)
  await complete(id)
  const grace = await path.join(`p${crypto.randomUUID().slice(0, 8)}`)
  expect(await stateOf(id, grace)).toEqual(AVAILABLE)
  expect(await stateOf(id, { id: 'client_1', clientId: 'client_1' })).toBeNull()
})

test('A change of its type decides whether a quest is available', async () => {
  const id = await addQuest(path, { type: 'story' })
  await complete(id)
  const quests = path.tables<PathTables>('path').updateTable('quests')
  await quests.set({ type: 'daily' }).where('id', '=', id).execute()
  expect(await stateOf(id)).toEqual(AVAILABLE)
  expect((await complete(id)).quest.myState.status).toBe('done')
})

describe('completing', () => {
  test('Only the first completion returns the edge of the quest, as in the list', async () => {
    const id = await addQuest(path)
    const first = await complete(id)
    const [listed] = first.identity.completedQuests.edges
    expect(first.completedQuestEdge).toEqual({ cursor: listed.cursor, node: { id } })
    path.clock.now = new Date('2026-03-05T12:00:00.000Z')
    const second = await complete(id)
    expect(second.completedQuestEdge).toBeNull()
    expect(second.identity.completedQuests.totalCount).toBe(1)
  })

  test('Completing two quests in one request returns the new state of both, and the whole list', async () => {
    const ids = [await addQuest(path), await addQuest(path)]
    const fields = `quest { myState { status } }
      identity { completedQuests { totalCount nodes { id myState { status } } } }`
    const data = await path.ask(
      `mutation ($a: ID!, $b: ID!) {
        a: completeQuest(questId: $a) { ${fields} } b: completeQuest(questId: $b) { ${fields} }
      }`,
      { as: ada, variables: { a: ids[0], b: ids[1] } },
    )
    const done = { status: 'done' }
    expect(data.a.quest.myState).toEqual(done)
    expect(data.b.quest.myState).toEqual(done)
    expect(data.a.identity.completedQuests.totalCount).toBe(1)
    expect(data.b.identity.completedQuests.totalCount).toBe(2)
    expect(data.b.identity.completedQuests.nodes).toContainEqual({ id: ids[1], myState: done })
  })
})

test('Who watches a quest sees their own completions, its changes and its retirement', async () => {
  const id = await addQuest(path)
  const grace = await path.join(`p${crypto.randomUUID().slice(0, 8)}`)
  const query = `subscription ($id: ID!) {
    quest(id: $id) { title retiredAt myState { status } }
  }`
  await using live = path.subscribe(query, { as: ada, variables: { id } })
  await using other = path.subscribe(query, { as: grace, variables: { id } })
  const available = { retiredAt: null, myState: { status: 'available' } }
  for (const one of [live, other]) expect((await one.data()).quest).toMatchObject(available)
  const next = live.data()
  await complete(id, grace)
  expect((await other.data()).quest.myState).toEqual({ status: 'done' })
  await path
    .tables<PathTables>('path')
    .updateTable('quests')
    .set({ title: 'Dim the Beacon' })
    .where('id', '=', id)
    .execute()
  expect((await next).quest).toMatchObject({ title: 'Dim the Beacon', ...available })
  await complete(id)
  expect((await live.data()).quest.myState).toEqual({ status: 'done' })
  const retiredAt = path.clock.now
  await path
    .tables<PathTables>('path')
    .updateTable('quests')
    .set({ retiredAt })
    .where('id', '=', id)
    .execute()
  expect((await live.data()).quest.retiredAt).toBe(retiredAt.toISOString())
})
