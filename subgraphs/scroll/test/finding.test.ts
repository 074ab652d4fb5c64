// Finding scrolls never reveals one that the caller may not see.
import { beforeAll, describe, expect, test } from 'vitest'
import { addScroll } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { Scroll } from '../tables.ts'

const scroll = testSubgraph('scroll')
let ada: Person
let grace: Person
const day = (date: number) => new Date(Date.UTC(2026, 3, date, 12))

beforeAll(async () => {
  ada = await scroll.join('ada', { house: 'Aether' })
  grace = await scroll.join('grace', { house: 'Ember' })
  const scrolls: Partial<Scroll & { content: string }>[] = [
    { title: 'Of Salt', author: 'Ada', content: 'The harbour froze.' },
    { title: 'Of Rope', author: 'Ada', visibility: 'house' },
    { title: 'Of Debts', author: 'Ada', visibility: 'private', content: 'Secret harbour.' },
    { title: 'Of Embers', author: 'Grace', house: 'Ember', visibility: 'house' },
  ]
  for (const [index, about] of scrolls.entries()) {
    const authorId = about.author === 'Ada' ? ada.id : grace.id
    await addScroll(scroll, { ...about, authorId, createdAt: day(index + 1) })
  }
})

async function find(args: string, as: Person) {
  const filled = args.replace('ADA', ada.id)
  const { scrolls } = await scroll.ask(`{ scrolls(${filled}) { nodes { title } totalCount } }`, {
    as,
  })
  const titles = scrolls.nodes.map(({ title }: Scroll) => title) as string[]
  expect(scrolls.totalCount, args).toBe(titles.length)
  return titles
}

describe('scrolls', () => {
  test.each([
    ['author: "ADA"', ['Of Debts', 'Of Rope', 'Of Salt'], ['Of Salt']],
    ['house: "Aether"', ['Of Debts', 'Of Rope', 'Of Salt'], ['Of Salt']],
    ['house: "Ember"', [], ['Of Embers']],
    ['since: "2026-04-02T12:00:00Z"', ['Of Debts', 'Of Rope'], ['Of Embers']],
    ['since: "2026-04-02T12:00:00.001Z"', ['Of Debts'], ['Of Embers']],
    ['author: "ADA", since: "2026-04-02T00:00:00Z"', ['Of Debts', 'Of Rope'], []],
    ['orderBy: title', ['Of Debts', 'Of Rope', 'Of Salt'], ['Of Embers', 'Of Salt']],
    ['orderBy: oldest', ['Of Salt', 'Of Rope', 'Of Debts'], ['Of Salt', 'Of Embers']],
    ['search: "harbour"', ['Of Debts', 'Of Salt'], ['Of Salt']],
    ['search: "of debst"', ['Of Debts'], []],
    ['search: "secret"', ['Of Debts'], []],
    ['search: "ada"', ['Of Debts', 'Of Rope', 'Of Salt'], ['Of Salt']],
    ['search: "grace"', [], ['Of Embers']],
  ])('Scrolls that the caller may see are found by %s', async (args, forAda, forGrace) => {
    expect(await find(args, ada)).toEqual(forAda)
    expect(await find(args, grace)).toEqual(forGrace)
  })

  test('The longest scrolls are published and found by their beginning', async () => {
    const words = Array.from({ length: 7_000 }, (_none, n) => `w${n.toString(36)}`)
    const content = words.join(' ').slice(0, 50_000)
    await addScroll(scroll, { title: 'Of Words', authorId: grace.id, content, createdAt: day(9) })
    expect(await find(`search: "${words[1000]}"`, grace)).toEqual(['Of Words'])
    expect(await find(`search: "${words[6000]}"`, grace)).toEqual([])
  })
})

test('Only their authors find hidden scrolls in a search, and nobody finds withdrawn ones', async () => {
  const id = await addScroll(scroll, { title: 'Of Poison', authorId: ada.id, createdAt: day(8) })
  const found = async (as: Person) => [
    ...(await find('search: "poison"', as)),
    ...(await find('author: "ADA", since: "2026-04-08T00:00:00Z"', as)),
  ]
  expect(await found(grace)).toEqual(['Of Poison', 'Of Poison'])
  const admin = await scroll.join('admin', { role: 'admin' })
  await scroll.ask('mutation ($input: HideScrollInput!) { hideScroll(input: $input) { id } }', {
    as: admin,
    scopes: ['identity', 'admin'],
    variables: { input: { id, reason: 'It is poison.' } },
  })
  expect(await found(grace)).toEqual([])
  expect(await found(ada)).toEqual(['Of Poison', 'Of Poison'])
  const withdraw = 'mutation ($id: ID!) { withdrawScroll(scrollId: $id) { id } }'
  await scroll.ask(withdraw, { as: ada, variables: { id } })
  expect(await found(ada)).toEqual([])
})
