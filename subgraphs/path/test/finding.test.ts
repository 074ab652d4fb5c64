// Finding quests: filters, orders, searches and pages from the end.
import { beforeAll, describe, expect, test } from 'vitest'
import { addQuest } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { Quest } from '../tables.ts'

const path = testSubgraph('path')
let ada: Person
let grace: Person

const day = (date: number) => new Date(Date.UTC(2026, 3, date, 12))
const QUESTS: Partial<Quest>[] = [
  { title: 'Mend the Ferry', type: 'daily', difficulty: 'beginner' },
  { title: 'Count the Herons', type: 'weekly', difficulty: 'beginner' },
  { title: 'Chart the Delta', type: 'story', difficulty: 'advanced' },
  { title: 'Mend the Nets', type: 'daily', difficulty: 'advanced' },
  { title: 'Герон', type: 'story', description: 'Find out what the herons know of the ferry.' },
]
beforeAll(async () => {
  ada = await path.join('ada')
  grace = await path.join('grace')
  for (const [index, about] of QUESTS.entries()) {
    await addQuest(path, { ...about, createdAt: day(index + 1) })
  }
  const gone = { title: 'Mend the Weir', type: 'story', retiredAt: day(9) } as const
  await addQuest(path, { ...gone, createdAt: day(8) })
})

/** The titles of a page, and the total count of the list. */
async function find(args: string, as = ada) {
  const query = `{ quests(${args}) { nodes { title } totalCount } }`
  const { quests } = await path.ask(query, { as })
  const titles = quests.nodes.map(({ title }: Quest) => title) as string[]
  expect(quests.totalCount, args).toBe(titles.length)
  return titles
}

describe('quests', () => {
  test.each([
    ['type: daily', ['Mend the Nets', 'Mend the Ferry']],
    ['type: story', ['Герон', 'Chart the Delta']],
    ['difficulty: advanced', ['Mend the Nets', 'Chart the Delta']],
    ['type: daily, difficulty: advanced', ['Mend the Nets']],
    ['type: weekly, difficulty: advanced', []],
  ])('Quests are found by %s, newest first', async (args, titles) => {
    expect(await find(args)).toEqual(titles)
  })

  test('All quests are listed if every filter is null', async () => {
    const all = 'type: null, difficulty: null, state: null, search: null, orderBy: null'
    expect(await find(all)).toHaveLength(5)
  })

  test.each([
    ['newest', [4, 3, 2, 1, 0]],
    ['oldest', [0, 1, 2, 3, 4]],
    ['title', [2, 1, 0, 3, 4]],
  ])('Quests are ordered by %s', async (order, indexes) => {
    expect(await find(`orderBy: ${order}`)).toEqual(indexes.map((index) => QUESTS[index]!.title))
  })

  test('Quests are paged by title from both ends, also filtered', async () => {
    const walk = async (forward: boolean): Promise<string[]> => {
      const seen: string[] = []
      let cursor: string | null = null
      for (;;) {
        const size = forward ? 'first: 1, after' : 'last: 1, before'
        const query = `query ($cursor: String) {
          quests(difficulty: beginner, orderBy: title, ${size}: $cursor) {
            nodes { title } pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
          }
        }`
        const { quests } = await path.ask(query, { as: ada, variables: { cursor } })
        const { startCursor, endCursor, hasNextPage, hasPreviousPage } = quests.pageInfo
        seen.push(quests.nodes[0].title)
        if (!(forward ? hasNextPage : hasPreviousPage)) return seen
        cursor = forward ? endCursor : startCursor
      }
    }
    const titles = ['Count the Herons', 'Mend the Ferry', 'Герон']
    expect(await walk(true)).toEqual(titles)
    expect(await walk(false)).toEqual(titles.toReversed())
  })

  test('A cursor of another order is refused', async () => {
    const { quests } = await path.ask('{ quests { pageInfo { endCursor } } }', { as: ada })
    const query = `{ quests(orderBy: title, after: "${quests.pageInfo.endCursor}") { totalCount } }`
    expect(await path.refusal(query, { as: ada })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'after', reason: 'must be a cursor of this list and order' },
    })
  })
})

describe('a search', () => {
  test.each([
    ['herons', ['Count the Herons', 'Герон']],
    ['mend ferry', ['Mend the Ferry']],
    ['mend the', ['Mend the Nets', 'Mend the Ferry']],
    ['delat', ['Chart the Delta']],
    ['chrat delta', ['Chart the Delta']],
    ['ferri', ['Mend the Ferry']],
    ['герон', ['Герон']],
    ['know', ['Герон']],
    ['MEND NETS', ['Mend the Nets', 'Mend the Ferry']],
    ['bakery', []],
    ["o'clock", []],
    ['%_', []],
    ['!&|:*', []],
    ['weir', []],
  ])('A search for %s finds the best match first', async (search, titles) => {
    expect(await find(`search: ${JSON.stringify(search)}`)).toEqual(titles)
  })

  test('A search can be filtered and ordered', async () => {
    expect(await find('search: "mend", difficulty: beginner')).toEqual(['Mend the Ferry'])
    expect(await find('search: "mend", orderBy: oldest')).toEqual([
      'Mend the Ferry',
      'Mend the Nets',
    ])
  })

  test('A search is paged in both directions', async () => {
    const search = async (page: string) => {
      const query = `{ quests(search: "mend", ${page}) {
        nodes { title } totalCount pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
      } }`
      return (await path.ask(query, { as: ada })).quests
    }
    const start = await search('first: 1')
    const next = await search(`first: 1, after: "${start.pageInfo.endCursor}"`)
    expect([start, next]).toMatchObject([
      { totalCount: 2, nodes: [{ title: 'Mend the Nets' }], pageInfo: { hasNextPage: true } },
      { totalCount: 2, nodes: [{ title: 'Mend the Ferry' }], pageInfo: { hasNextPage: false } },
    ])
    expect(await search('last: 1')).toMatchObject({ nodes: next.nodes })
    const before = await search(`last: 1, before: "${next.pageInfo.startCursor}"`)
    expect(before.nodes).toEqual(start.nodes)
  })
})

describe('the state of quests', () => {
  const complete = async (title: string, as: Person) => {
    const { quests } = await path.ask('{ quests(first: 100) { nodes { id title } } }', { as })
    const { id } = quests.nodes.find((quest: Quest) => quest.title === title)
    const query = 'mutation ($id: ID!) { completeQuest(questId: $id) { success } }'
    await path.ask(query, { as, variables: { id } })
  }

  test('The state filter uses the caller’s completions in the current period of each quest', async () => {
    // A Wednesday.
    path.clock.now = new Date('2026-04-15T12:00:00.000Z')
    const titles = ['Mend the Ferry', 'Count the Herons', 'Chart the Delta']
    for (const title of titles) await complete(title, ada)
    expect(await find('state: done, orderBy: oldest')).toEqual(titles)
    expect(await find('state: available')).toEqual(['Герон', 'Mend the Nets'])
    expect(await find('state: done', grace)).toEqual([])
    expect(await find('state: available', grace)).toHaveLength(5)
    path.clock.now = new Date('2026-04-16T00:00:00.000Z')
    expect(await find('state: done')).toEqual(['Chart the Delta', 'Count the Herons'])
    path.clock.now = new Date('2026-04-20T00:00:00.000Z')
    expect(await find('state: done')).toEqual(['Chart the Delta'])
    expect(await find('state: done, search: "delta"')).toEqual(['Chart the Delta'])
    expect(await find('state: available, search: "delta"')).toEqual([])
  })

  test('To a machine client, which completes nothing, every quest is available', async () => {
    const client = { id: 'client_1', clientId: 'client_1' }
    expect(await find('state: done', client as never)).toEqual([])
    expect(await find('state: available', client as never)).toHaveLength(5)
  })
})
