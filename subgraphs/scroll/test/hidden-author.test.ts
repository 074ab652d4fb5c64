// Once an administrator hides a name in Identity, no scroll shows it or is found by it.
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestSubgraph, testSubgraph, type Person } from '#test/subgraph.ts'

const PUBLISH =
  'mutation ($input: PublishScrollInput!) { publishScroll(input: $input) { id author } }'
const HIDE = `mutation ($id: ID!) { hideUsername(input: { id: $id, reason: "It insults people." }) { id } }`
const UNHIDE = 'mutation ($id: ID!) { unhideUsername(identityId: $id) { id } }'

const scroll = testSubgraph('scroll')
let admin: Person
let reader: Person
let author: Person
let name: string
let neutral: string
beforeAll(async () => {
  admin = await scroll.join('root_admin', { role: 'admin' })
  reader = await scroll.join('reader')
})
beforeEach(async () => {
  name = `Insult${crypto.randomUUID().slice(0, 8)}`
  author = await scroll.join(`a${crypto.randomUUID().slice(0, 8)}`, { displayName: name })
  neutral = `person_${author.id.slice(-10)}`
})

const publish = async (title = 'A title', as = author) =>
  (await scroll.ask(PUBLISH, { as, variables: { input: { title, content: 'Words.' } } }))
    .publishScroll
const moderate = (query: string) =>
  scroll.ask(query, {
    at: 'identity',
    as: admin,
    scopes: ['identity', 'admin'],
    variables: { id: author.id },
  })
const rename = (displayName: string) =>
  scroll.ask(`mutation ($n: String!) { updateProfile(input: { displayName: $n }) { id } }`, {
    at: 'identity',
    as: author,
    variables: { n: displayName },
  })
const pass = (ms: number) => {
  scroll.clock.now = new Date(scroll.clock.now.getTime() + ms)
}
const found = async (search: string, as = reader) => {
  const query =
    'query ($search: String!) { scrolls(search: $search) { totalCount nodes { author } } }'
  const { scrolls } = await scroll.ask(query, { as, variables: { search } })
  return (scrolls.nodes as { author: string }[]).map((node) => node.author)
}
const authorsOf = async (as = reader) => {
  const query = 'query ($id: ID!) { scrolls(author: $id) { nodes { author } } }'
  const { scrolls } = await scroll.ask(query, { as, variables: { id: author.id } })
  return (scrolls.nodes as { author: string }[]).map((node) => node.author)
}

test('A hidden name finds no scroll, and none shows it, until it is shown again', async () => {
  await publish()
  expect(await found(name)).toEqual([name])
  await moderate(HIDE)
  await scroll.work()
  for (const as of [reader, author, admin]) {
    expect(await found(name, as)).toEqual([])
    expect(await authorsOf(as)).toEqual([neutral])
  }
  expect(await found(neutral)).toEqual([neutral])
  await moderate(UNHIDE)
  await scroll.work()
  expect(await found(name)).toEqual([name])
  expect(await found(neutral)).toEqual([])
})

test('A name that was hidden before this process started is hidden as well', async () => {
  await publish()
  await moderate(HIDE)
  await scroll.work()
  const db = scroll.tables<never>('scroll')
  await sql`update scrolls set author = hidden_author, hidden_author = null where author_id = ${author.id}`.execute(
    db,
  )
  const other = await startTestSubgraph('scroll', {}, scroll)
  await other.work()
  await other.stop()
  expect(await authorsOf()).toEqual([neutral])
})

test('Another name that the person chooses is shown, and the hidden one stays hidden', async () => {
  await publish()
  await moderate(HIDE)
  await scroll.work()
  pass(1_000)
  await rename('Ada')
  expect((await publish()).author).toBe('Ada')
  await scroll.work()
  expect((await authorsOf()).toSorted()).toEqual(['Ada', neutral])
})

test('A scroll that is published with the name while it is hidden is hidden in the next minute', async () => {
  await moderate(HIDE)
  await scroll.work()
  const { id } = await publish()
  await sql`update scrolls set author = ${name} where id = ${id}`.execute(
    scroll.tables<never>('scroll'),
  )
  await scroll.work()
  expect(await authorsOf()).toEqual([neutral])
})

test('An earlier name of a person is hidden with the present one, and shown with it', async () => {
  await publish()
  await rename('Ada')
  await publish()
  await moderate(HIDE)
  await scroll.work()
  expect(await found(name)).toEqual([])
  expect(await authorsOf()).toEqual([neutral, neutral])
  await moderate(UNHIDE)
  await scroll.work()
  expect((await authorsOf()).toSorted()).toEqual(['Ada', name])
})

test('A name that was hidden before another one is still hidden when the person goes back to it', async () => {
  await publish()
  await moderate(HIDE)
  await rename('Worse')
  await moderate(HIDE)
  await rename(name)
  expect((await publish()).author).toBe(neutral)
  await scroll.work()
  expect(await authorsOf()).toEqual([neutral, neutral])
})

test('A name between two hidings of the same name is hidden by the second', async () => {
  await moderate(HIDE)
  pass(1_000)
  await rename('Worse')
  await publish()
  await rename(name)
  await moderate(HIDE)
  await scroll.work()
  expect(await authorsOf()).toEqual([neutral])
})

test('Somebody else with the same name keeps it', async () => {
  const twin = await scroll.join(`t${crypto.randomUUID().slice(0, 8)}`, { displayName: name })
  await publish()
  await publish('Another title', twin)
  await moderate(HIDE)
  await scroll.work()
  expect(await found(name)).toEqual([name])
})

test('Every scroll of a person with many is hidden, by two processes at once', async () => {
  const { id } = await publish()
  await sql`
    insert into scrolls (id, title, content, author_id, author, house, settlement_weight, visibility, created_at)
    select id || n, title, content, author_id, author, house, settlement_weight, visibility, created_at
    from scrolls, generate_series(1, 1200) as n where id = ${id}`.execute(
    scroll.tables<never>('scroll'),
  )
  await moderate(HIDE)
  const other = await startTestSubgraph('scroll', {}, scroll)
  await Promise.all([scroll.work(), other.work()])
  await other.stop()
  await scroll.work()
  const { rows } = await sql<{ author: string }>`
    select distinct author from scrolls where author_id = ${author.id}`.execute(
    scroll.tables<never>('scroll'),
  )
  expect(rows).toEqual([{ author: neutral }])
})

test('The person exports the name, and an erasure leaves no trace of it, by any version', async () => {
  await publish()
  await moderate(HIDE)
  await scroll.work()
  expect((await scroll.exportPerson(author)).scrolls).toMatchObject([{ author: name }])
  await scroll.erasePerson(author)
  const { rows } = await sql`
    select id from scrolls where author = ${name} or hidden_author = ${name}`.execute(
    scroll.tables<never>('scroll'),
  )
  expect(rows).toEqual([])
})
