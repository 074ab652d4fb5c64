// How often a quest can be completed: once per day or week, in UTC.
import { describe, expect, test } from 'vitest'
import { addQuest } from '#test/story.ts'
import { testSubgraph } from '#test/subgraph.ts'
import type { QuestType } from '../tables.ts'

const path = testSubgraph('path')

const COMPLETE = 'mutation ($id: ID!) { completeQuest(questId: $id) { success } }'

/** Adds a quest that one new person completes at given times. */
async function startQuest(type: QuestType) {
  const as = await path.join(`p${crypto.randomUUID().slice(0, 8)}`)
  const asking = { as, variables: { id: await addQuest(path, { type }) } }
  return {
    completeAt(time: string | number) {
      path.clock.now = new Date(time)
      return path.ask(COMPLETE, asking)
    },
    refusalAt(time: string | number) {
      path.clock.now = new Date(time)
      return path.refusal(COMPLETE, asking)
    },
  }
}

const again = (availableAt: string) => ({
  code: 'VALIDATION_ERROR',
  details: { reason: 'ALREADY_COMPLETED', availableAt },
})
const COMPLETED = { completeQuest: { success: true } }

const PERIODS: [type: QuestType, when: string, completedAt: string, availableAt: string][] = [
  ['daily', 'as the day begins', '2026-03-04T00:00:00.000Z', '2026-03-05T00:00:00.000Z'],
  ['daily', 'as the day ends', '2026-03-04T23:59:59.999Z', '2026-03-05T00:00:00.000Z'],
  ['daily', 'as the year ends', '2026-12-31T18:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['daily', 'before a leap day', '2028-02-28T12:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ['daily', 'after a leap day', '2028-02-29T12:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ['weekly', 'as Monday begins', '2026-03-02T00:00:00.000Z', '2026-03-09T00:00:00.000Z'],
  ['weekly', 'in the middle of the week', '2026-03-05T07:30:00.000Z', '2026-03-09T00:00:00.000Z'],
  ['weekly', 'as Sunday ends', '2026-03-08T23:59:59.999Z', '2026-03-09T00:00:00.000Z'],
  ['weekly', 'in a week of two months', '2026-03-31T12:00:00.000Z', '2026-04-06T00:00:00.000Z'],
  ['weekly', 'in week 53 of 2026', '2026-12-28T00:00:00.000Z', '2027-01-04T00:00:00.000Z'],
  ['weekly', 'on the last day of 2026', '2026-12-31T23:59:59.999Z', '2027-01-04T00:00:00.000Z'],
  ['weekly', 'in week 1 of 2025, in 2024', '2024-12-30T00:00:00.000Z', '2025-01-06T00:00:00.000Z'],
  ['weekly', 'in week 53 of 2020, in 2021', '2021-01-03T23:59:59.999Z', '2021-01-04T00:00:00.000Z'],
]

describe.each(PERIODS)('a %s quest completed %s, %s,', (type, _when, completedAt, availableAt) => {
  test(`can be completed again from ${availableAt}`, async () => {
    const { completeAt, refusalAt } = await startQuest(type)
    await completeAt(completedAt)
    expect(await refusalAt(completedAt)).toEqual(again(availableAt))
    expect(await refusalAt(Date.parse(availableAt) - 1)).toEqual(again(availableAt))
    expect(await completeAt(availableAt)).toEqual(COMPLETED)
  })
})

test('A week may span two years', async () => {
  const { completeAt, refusalAt } = await startQuest('weekly')
  await completeAt('2026-12-30T12:00:00.000Z')
  expect(await refusalAt('2027-01-01T00:00:00.000Z')).toEqual(again('2027-01-04T00:00:00.000Z'))
})

test('A story can be completed once, and never again', async () => {
  const { completeAt, refusalAt } = await startQuest('story')
  await completeAt('2026-03-04T12:00:00.000Z')
  expect(await refusalAt('2036-03-04T12:00:00.000Z')).toEqual({
    code: 'VALIDATION_ERROR',
    details: { reason: 'ALREADY_COMPLETED' },
  })
})
