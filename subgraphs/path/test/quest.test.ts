// Quests: the list, one by its id, and those that people have completed.
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

describe('the list of quests', () => {
  test('The list of quests is newest first, and by id at the same time', async () => {
    const old = await addQuest(path, { title: 'old', createdAt: day(1) })
    const young = await addQuest(path, { title: 'young', createdAt: day(3) })
    const twins = [
      await addQuest(path, { title: 'twin', createdAt: day(2) }),
      await addQuest(path, { title: 'twin', createdAt: day(2) }),
    ]
    const { quests } = await path.ask('{ quests(first: 100) { nodes { id } totalCount } }', {
      as: ada,
    })
    const ids = quests.nodes.map(({ id }: { id: string }) => id) as string[]
    expect(ids).toEqual([young, ...twins.toSorted().toReversed(), old])
    expect(quests.totalCount).toBe(4)
  })

  test('The list of quests requires the scope identity', async () => {
    const query = '{ quests { totalCount } }'
    expect((await path.refusal(query)).code).toBe('INVALID_TOKEN')
    expect(await path.refusal(query, { as: ada, scopes: ['wallet'] })).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScope: 'identity' },
    })
  })

  test.each([
    ['first: 0', 'first'],
    ['first: 101', 'first'],
    ['offset: -1', 'offset'],
    ['after: "WzFd"', 'after'],
  ])('The list of quests refuses %s', async (page, field) => {
    expect(await path.refusal(`{ quests(${page}) { totalCount } }`, { as: ada })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field },
    })
  })
})

describe('a quest', () => {
  const FIND = `query ($id: ID!) {
    quest(id: $id) { id title description xpReward goldReward type difficulty }
  }`

  test('A quest is found by its id', async () => {
    const about = { title: 'Weekly Council', type: 'weekly', difficulty: 'advanced' } as const
    const id = await addQuest(path, {
      ...about,
      xpReward: 80,
      goldReward: 0,
      description: 'Sum up.',
    })
    const { quest } = await path.ask(FIND, { as: ada, variables: { id } })
    expect(quest).toEqual({ id, ...about, xpReward: 80, goldReward: 0, description: 'Sum up.' })
  })

  test('A quest is not found by another id', async () => {
    expect(await path.refusal(FIND, { as: ada, variables: { id: 'quest_unknown' } })).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Quest', id: 'quest_unknown' },
    })
  })

  test('A quest is an entity for other services, null if unknown', async () => {
    const id = await addQuest(path, { title: 'First Steps' })
    const of = [id, 'quest_unknown'].map((known) => ({ __typename: 'Quest', id: known }))
    const { _entities } = await path.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Quest { title } } }',
      { service: 'router', variables: { of } },
    )
    expect(_entities).toEqual([{ title: 'First Steps' }, null])
  })
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
