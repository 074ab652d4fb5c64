// Responses as large as callers can make them, many at once: refused, or bounded in sum.
import { Agent } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '#test/story.ts'
import type { ScrollTables } from '../../subgraphs/scroll/tables.ts'
import { startAttacked, type Attacked, type Shape } from './support/attacked.ts'
import { ask, meanwhile, statusesOf, type Received } from './support/requests.ts'

const LIMIT = 10 * 1024 * 1024
const CALLERS = 8
/** Every scroll of an author, once for each of their scrolls. */
const SCROLLS_OF_SCROLLS = (content = 'content') => `{ me { scrolls(first: 100) { nodes {
  authorIdentity { scrolls(first: 100) { nodes { ${content} } } } } } } }`
const OWN_SCROLLS = '{ me { scrolls(first: 100) { nodes { content } } } }'

interface Attack {
  title: string
  query: string
  /** The content of each of an author's hundred scrolls, in SQL. */
  content: string
  /** How many people have a hundred scrolls each. The callers are among them. */
  authors?: number
  /** The response if there is room for it. */
  response: 'refused' | 'whole'
}

const ATTACKS: Attack[] = [
  {
    title: 'a hundred scrolls a hundred times, 480 MiB',
    query: SCROLLS_OF_SCROLLS(),
    content: "repeat('x', 50000)",
    response: 'refused',
  },
  {
    title: 'four thousand scrolls once, 190 MiB',
    query: `{ scrolls(first: 100) { nodes { authorIdentity {
      scrolls(first: 100) { nodes { content } } } } } }`,
    content: "repeat('x', 50000)",
    authors: 40,
    response: 'refused',
  },
  {
    title: 'controls, six bytes each in JSON, 29 MiB',
    query: OWN_SCROLLS,
    content: 'repeat(chr(1), 50000)',
    response: 'refused',
  },
  {
    title: 'a name of 50,000 characters ten thousand times, 480 MiB',
    query: SCROLLS_OF_SCROLLS(`${'a'.repeat(50_000)}: id`),
    content: "'short'",
    response: 'refused',
  },
  {
    title: 'just below the limit, 9.5 MiB',
    query: OWN_SCROLLS,
    content: "repeat('é', 49900)",
    response: 'whole',
  },
]

const ADDRESSES: [Shape, string[]][] = [
  ['one process', ['router', 'scroll']],
  ['apart', ['router']],
]

describe.each(ADDRESSES)('in the shape "%s"', (shape, addresses) => {
  let system: Attacked
  let tokens: string[]
  const agent = new Agent({ keepAlive: true })
  // The cases of an attack follow each other, because adding its rows takes as long as an attack.
  const cases = ATTACKS.flatMap((attack) => addresses.map((at) => ({ at, ...attack })))

  /** The attack whose rows are in the database. */
  let written: string | undefined

  beforeAll(async () => {
    system = await startAttacked({ shape, services: ['identity', 'scroll'] })
  })
  afterAll(async () => {
    agent.destroy()
    await system.stop()
  })

  test.each(cases)('$title, at the URL of the $at', async (attack) => {
    const { at, title, query, content, authors, response } = attack
    const url = `${system.address(at)}/graphql`
    // A service has no `me` at its own address, so a query names the person.
    if (written !== title) tokens = await writeScrolls(system, content, authors ?? CALLERS)
    written = title
    const own = at === 'router' ? query : ofEverybody(query)
    const other = () =>
      ask(`${system.address('identity')}/api/claims`, { token: tokens.at(-1)!, agent })
    const attackAs = (token: string) => ask(url, { token, query: own })
    const attacks: Received[] = []
    const others = await meanwhile(other, async () => {
      attacks.push(...(await Promise.all(tokens.slice(0, CALLERS).map(attackAs))))
    })
    expect(system.isAlive()).toBe(true)
    expect(statusesOf(others)).toEqual(new Set([200]))
    expect(attacks.some(({ status }) => status !== 500)).toBe(true)
    for (const { status, head, bytes } of attacks) {
      if (status === 500) expect(head).toMatch(NO_ROOM)
      else if (response === 'whole') expect([status, bytes > LIMIT * 0.9]).toEqual([200, true])
      else expect([status, head]).toEqual([400, expect.stringMatching(TOO_LARGE)])
    }
    // Somebody else is served between any two of them.
    expect(others.length).toBeGreaterThan(2 * CALLERS)
  })
})

/** The refusal after three seconds without room. */
const NO_ROOM = /^{"errors":.*"INTERNAL_ERROR","details":{"retry":true,/
const TOO_LARGE = new RegExp(`^{"errors":.*"ANSWER_TOO_LARGE","limit":${LIMIT}`)

/** Where there is no `me`, the largest query begins with the scrolls of everybody. */
function ofEverybody(query: string): string {
  return query.includes('me {') ? query.replace(/me {(.*)}/s, '$1') : query
}

/** Adds people with a hundred scrolls each; returns their access tokens, and a reader's. */
async function writeScrolls(system: Attacked, content: string, authors: number): Promise<string[]> {
  const db = system.tables<ScrollTables>('scroll')
  await db.deleteFrom('scrolls').execute()
  const ids: string[] = []
  for (let author = 0; author < authors; author += 1) {
    ids.push(await addPerson(system, `author_${crypto.randomUUID().slice(0, 8)}`))
  }
  // Authors take turns by date, so that a page has as many authors as there are.
  for (const id of ids) {
    await sql`insert into scrolls
        (id, title, content, author_id, author, house, settlement_weight, visibility, created_at)
      select ${id} || n, 'A Scroll', ${sql.raw(content)}, ${id}, 'Ada', 'Aether', 1, 'public',
        now() - n * interval '1 hour'
      from generate_series(1, 100) as scroll (n)`.execute(db)
  }
  return Promise.all(ids.map((id) => system.token(id)))
}
