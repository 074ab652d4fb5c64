// What Path exports about a person, and what is left after they are erased.
import { beforeEach, expect, test } from 'vitest'
import { cutOff, rowsWith, suffixOf, wordOf, countErasureEvents } from '#test/erasure.ts'
import { addQuest } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { PathTables } from '../tables.ts'

const COMPLETE = 'mutation ($id: ID!) { completeQuest(questId: $id) { xpEarned newXP } }'
const RETIRE = 'mutation ($id: ID!) { retireQuest(questId: $id) { id } }'

const path = testSubgraph('path')

let ada: Person
let grace: Person
beforeEach(async () => {
  const name = crypto.randomUUID().slice(0, 8)
  ada = await path.join(`ada${name}`, { role: 'admin' })
  grace = await path.join(`grace${name}`)
})

const complete = (as: Person, id: string) =>
  path.ask(COMPLETE, { as, variables: { id }, key: 'complete' })
const db = () => path.tables<PathTables>('path')

test('a person gets their completions with the titles of the quests', async () => {
  const daily = await addQuest(path, { title: 'Daily' })
  const story = await addQuest(path, { title: 'Story', type: 'story', credentialType: 'first' })
  await complete(ada, daily)
  await complete(grace, daily)
  path.clock.now = new Date(path.clock.now.getTime() + 24 * 3_600_000)
  await path.ask(COMPLETE, { as: ada, variables: { id: daily } })
  await path.ask(COMPLETE, { as: ada, variables: { id: story } })
  const exported = await path.exportPerson(ada)
  expect(exported.completions!.map(({ quest }) => `${quest}`).toSorted()).toEqual([
    'Daily',
    'Daily',
    'Story',
  ])
  expect(exported.completions).toContainEqual(
    expect.objectContaining({ quest: 'Story', xpReward: 120, credentialType: 'first' }),
  )
  expect(exported['completed-quests']).toMatchObject([{ quest: 'Daily' }, { quest: 'Story' }])
  expect(exported['idempotency-keys']).toMatchObject([{ field: 'completeQuest', key: 'complete' }])
})

test('After an interrupted erasure is repeated, nothing names the person', async () => {
  await complete(ada, await addQuest(path))
  const other = await addQuest(path)
  await complete(grace, other)
  await path.ask(RETIRE, { as: ada, scopes: ['identity', 'admin'], variables: { id: other } })
  const lock = `select from completed_quests where identity_id = '${ada.id}' for update`
  await cutOff(path, 'path', lock, () => path.erasePerson(ada))
  expect(await rowsWith(path, 'path', [suffixOf(ada)])).not.toEqual([])
  const tombstone = await path.erasePerson(ada)
  await path.erasePerson(ada, { tombstone })
  expect(await rowsWith(path, 'path', [suffixOf(ada), wordOf(ada.username)])).toEqual([])
  expect(await countErasureEvents(path, 'path', ada)).toBe(1)
  const audit = await db().selectFrom('auditOutbox').select(['address', 'details']).execute()
  expect(audit).toMatchObject([{ address: 'erased', details: { id: other, by: tombstone } }])
  expect((await path.exportPerson(grace)).completions).toHaveLength(1)
})

test('a completion that still owes gold is not paid', async () => {
  await path.stopService('market')
  await complete(ada, await addQuest(path, { goldReward: 30 }))
  await path.erasePerson(ada)
  await path.startService('market')
  path.clock.now = new Date(path.clock.now.getTime() + 3_600_000)
  await path.work()
  expect(await rowsWith(path, 'market', [suffixOf(ada)])).toEqual([])
})
