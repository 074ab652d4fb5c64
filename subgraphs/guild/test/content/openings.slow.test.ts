// The openings of a role from a content file, while people take them and give them up.
import { beforeEach, expect, test } from 'vitest'
import { reported } from '#test/content.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { WITHDRAW } from '../life-cycle.ts'
import { DECIDE_APPLICATION } from '../story.ts'
import { contentStory } from './story.ts'

const guild = testSubgraph('guild')
const { story, ada, grace, operator, own, db, lists, found, accept } = contentStory(guild)

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
  expect(reported(await operator.apply(fewer))).toEqual([`update roles/${own.key}`])
  expect(await openings()).toBe(0)
  expect(reported(await operator.apply(fewer))).toEqual([])
})

test('Openings come back from those who give the role up, up to the number in the file', async () => {
  const withdraw = (as: Person) => guild.ask(WITHDRAW, { as, variables: { id: own.roleId } })
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
  await story.close(ada, own.roleId)
  expect(reported(await operator.apply(lists({ steward: 'ada' })))).toEqual([
    `update roles/${own.key}`,
  ])
  expect(await openings()).toBe(1)
})

test('The openings of a file stay correct while applications are accepted', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => story.someone()))
  await operator.apply(lists({ steward: 'ada' }, { openings: 5 }))
  const ids: string[] = []
  for (const as of people) ids.push((await story.apply(as, own.roleId)).application.id)
  await Promise.all([
    ...ids.map((id) => guild.run(DECIDE_APPLICATION, { as: ada, variables: { id, accept: true } })),
    operator.apply(lists({ steward: 'ada' }, { openings: 6 })),
    operator.apply(lists({ steward: 'ada' }, { openings: 6, title: 'Keeper' })),
  ])
  const accepted = await db()
    .selectFrom('applications')
    .select('id')
    .where('roleId', '=', own.roleId)
    .where('status', '=', 'accepted')
    .execute()
  expect((await openings()) + accepted.length).toBe(6)
})
