// Quests: one by its id, and those that people have completed.
import { beforeEach, describe, expect, test } from 'vitest'
import { addQuest } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const path = testSubgraph('path')

let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await path.join(`a${crypto.randomUUID().slice(0, 8)}`)
  grace = await path.join(`g${crypto.randomUUID().slice(0, 8)}`)
})

const day = (date: number) => new Date(Date.UTC(2026, 3, date, 12))

test('A quest is found by its id', async () => {
  const query = `query ($id: ID!) {
    quest(id: $id) { id title description xpReward goldReward type difficulty }
  }`
  const about = {
    title: 'Weekly Council',
    type: 'weekly',
    difficulty: 'advanced',
    xpReward: 80,
    goldReward: 0,
    description: 'Sum up.',
  } as const
  const id = await addQuest(path, about)
  const { quest } = await path.ask(query, { as: ada, variables: { id } })
  expect(quest).toEqual({ id, ...about })
})

describe('the completed quests', () => {
  const COMPLETE = 'mutation ($id: ID!) { completeQuest(questId: $id) { success } }'
  const complete = (as: Person, id: string, at: Date) => {
    path.clock.now = at
    return path.ask(COMPLETE, { as, variables: { id } })
  }
  const COMPLETED = `query ($of: [_Any!]!, $first: Int, $after: String) {
    _entities(representations: $of) {
      ... on Identity {
        completedQuests(first: $first, after: $after) {
          nodes { title } totalCount pageInfo { endCursor hasNextPage }
        }
      }
    }
  }`
  const completedBy = async (people: { id: string }[], page: object = {}) => {
    const of = people.map(({ id }) => ({ __typename: 'Identity', id }))
    const { _entities } = await path.ask(COMPLETED, { as: ada, variables: { of, ...page } })
    return _entities.map(({ completedQuests: { nodes, ...rest } }: Completed) => ({
      titles: nodes.map(({ title }) => title),
      ...rest,
    }))
  }
  interface Completed {
    completedQuests: { nodes: { title: string }[]; totalCount: number; pageInfo: object }
  }

  test('Completed quests are ordered by their first completion, newest first, each once', async () => {
    const [a, b, c] = [
      await addQuest(path, { title: 'a' }),
      await addQuest(path, { title: 'b' }),
      await addQuest(path, { title: 'c', type: 'story' }),
    ]
    await complete(ada, b, day(1))
    await complete(ada, a, day(2))
    await complete(ada, b, day(3))
    await complete(ada, c, day(4))
    await complete(ada, b, day(5))
    expect(await completedBy([ada])).toMatchObject([{ titles: ['c', 'a', 'b'], totalCount: 3 }])
  })

  test('Completed quests are each person’s own, and empty for people without any', async () => {
    const [a, b] = [await addQuest(path, { title: 'a' }), await addQuest(path, { title: 'b' })]
    await complete(ada, a, day(1))
    await complete(grace, a, day(2))
    await complete(grace, b, day(3))
    const nobody = { id: 'identity_unknown' }
    expect(await completedBy([grace, nobody, ada])).toMatchObject([
      { titles: ['b', 'a'], totalCount: 2 },
      { titles: [], totalCount: 0 },
      { titles: ['a'], totalCount: 1 },
    ])
  })

  test('Completed quests are paged', async () => {
    const titles = ['a', 'b', 'c', 'd', 'e']
    // All have the same time, so only their ids order them.
    for (const title of titles) await complete(ada, await addQuest(path, { title }), day(1))
    const seen: string[] = []
    let after: string | null = null
    for (;;) {
      const [page] = await completedBy([ada], { first: 2, after })
      expect(page.totalCount).toBe(5)
      seen.push(...page.titles)
      if (!page.pageInfo.hasNextPage) break
      after = page.pageInfo.endCursor
    }
    expect(seen).toHaveLength(5)
    expect(seen.toSorted()).toEqual(titles)
  })
})
