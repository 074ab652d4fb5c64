// Scrolls: the pages of the list, one by its id, and fields that are loaded on demand.
import { beforeAll, describe, expect, test } from 'vitest'
import { addScroll } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const scroll = testSubgraph('scroll')
let ada: Person
let grace: Person
beforeAll(async () => {
  ada = await scroll.join('ada')
  grace = await scroll.join('grace', { house: 'Ember' })
})

const day = (date: number) => new Date(Date.UTC(2026, 3, date, 12))

describe('the list of scrolls', () => {
  test('The list of scrolls is paged without gaps for hidden scrolls', async () => {
    const about = { authorId: ada.id, house: 'Aether', createdAt: day(4) }
    const hidden = ['house', 'private', 'private'] as const
    for (const visibility of [
      'public',
      ...hidden,
      'public',
      'public',
      'house',
      'public',
    ] as const) {
      await addScroll(scroll, { ...about, visibility })
    }
    const seen: string[] = []
    let after: string | null = null
    for (;;) {
      const { scrolls } = await scroll.ask(
        `query ($after: String) {
          scrolls(first: 2, after: $after) { nodes { id } totalCount pageInfo { endCursor hasNextPage } }
        }`,
        { as: grace, variables: { after } },
      )
      expect(scrolls.totalCount).toBe(4)
      seen.push(...scrolls.nodes.map(({ id }: { id: string }) => id))
      if (!scrolls.pageInfo.hasNextPage) break
      expect(scrolls.nodes).toHaveLength(2)
      after = scrolls.pageInfo.endCursor
    }
    expect(new Set(seen).size).toBe(4)
  })
})

describe('a scroll', () => {
  const FIND = `query ($id: ID!) {
    scroll(id: $id) {
      title content author house visibility settlementWeight createdAt authorIdentity { id }
    }
  }`

  test('A scroll is found by its id, with all fields', async () => {
    const about = {
      title: 'Against Clever Bridges',
      content: 'A bridge that needs its builder is not finished.\n',
      author: 'Edsger Dijkstra',
      house: 'Terra',
      settlementWeight: 4,
    }
    const id = await addScroll(scroll, { ...about, authorId: grace.id, createdAt: day(1) })
    const { scroll: found } = await scroll.ask(FIND, { as: ada, variables: { id } })
    expect(found).toEqual({
      ...about,
      visibility: 'public',
      createdAt: day(1).toISOString(),
      authorIdentity: { id: grace.id },
    })
  })

  test('A hidden scroll is refused like an unknown one', async () => {
    const id = await addScroll(scroll, { authorId: ada.id, visibility: 'private' })
    expect(await scroll.refusal(FIND, { as: grace, variables: { id } })).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Scroll', id },
    })
  })
})
