// As many searches of one person as documents and aliases allow: somebody else's search waits for few of them.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { addPerson } from '#test/story.ts'
import { measuresOnly, startAttacked, type Attacked, type Shape } from './support/attacked.ts'
import {
  ask,
  beside,
  inPeace,
  median,
  p99,
  printFigures,
  summary,
  type Received,
} from './support/figures.ts'

const ROWS = 40_000
/** The number of somebody else's searches in peace. */
const SEARCHES_IN_PEACE = 40
/** The number of somebody else's searches during the attack. */
const SEARCHES_BESIDE = 20
const REQUESTS = 6
/** Slow searches: their letters are in every title. */
const SEARCHES = Array.from(
  { length: 15 },
  (_, n) =>
    `s${n}: scrolls(search: "the lore aaaa bbbb ${n}x${n}", first: 1) { totalCount nodes { id } }`,
)
const ATTACK = `{ ${SEARCHES.join(' ')} }`
const OTHER = '{ scrolls(search: "beacon", first: 1) { nodes { id } } }'
/** How many times longer somebody else's search may take during the attack, at the median; processors are shared, too. */
const MAX_RATIO = 8

/** Both shapes attack the same rows, because adding them takes as long as the searches. */
let database: TestDatabase
let people: string[] | undefined
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.drop())

describe.each<Shape>(['one process', 'apart'])('in the shape "%s"', (shape) => {
  let system: Attacked
  let tokens: string[]
  beforeAll(async () => {
    system = await startAttacked({ shape, services: ['identity', 'scroll'], database })
    people ??= await addPeople(system)
    tokens = await Promise.all(people.map((id) => system.token(id)))
  })
  afterAll(() => system.stop())

  test.each([1, 2])(
    'another person can search during the searches of %i people',
    async (attackers) => {
      const url = `${system.address('router')}/graphql`
      const responses: Received[] = []
      const attackBy = (token: string) => ask(url, { token, query: ATTACK })
      const other = async () => {
        const response = await ask(url, { token: tokens[2]!, query: OTHER })
        responses.push(response)
        return response
      }
      // The first requests of a process take longer.
      await inPeace(other, 30)
      const peace = await inPeace(other, SEARCHES_IN_PEACE)
      const callers = tokens
        .slice(0, attackers)
        .flatMap((token) => Array<() => Promise<Received>>(REQUESTS).fill(() => attackBy(token)))
      const { waits, attacks } = await beside(callers, other, SEARCHES_BESIDE)
      const ratio = median(waits) / median(peace)
      printFigures(`${shape}: ${REQUESTS} requests of ${attackers} with 15 searches each`, {
        ...summary(attacks),
        'others p99 before': `${Math.round(p99(peace))} ms`,
        'others p99': `${Math.round(p99(waits))} ms`,
        ratio: ratio.toFixed(1),
      })
      if (measuresOnly) return
      for (const { status, head } of responses) {
        expect([status, head]).toEqual([200, expect.not.stringContaining('errors')])
      }
      expect(ratio).toBeLessThan(MAX_RATIO)
    },
  )
})

/** Adds three people, and the scrolls of the first. */
async function addPeople(system: Attacked): Promise<string[]> {
  const names = ['mallory', 'edsger', 'oscar']
  const ids = await Promise.all(names.map((name) => addPerson(system, name)))
  await addScrolls(system, ids[0]!)
  return ids
}

async function addScrolls(system: Attacked, author: string): Promise<void> {
  const db = system.tables('scroll')
  await sql`insert into scrolls
      (id, title, content, author_id, author, house, settlement_weight, visibility, created_at)
    select 'scroll_' || n, 'The Lore of aaaa bbbb ' || n, 'the lore of the beacon ' || n, ${author},
      'Mallory', 'Aether', 1, 'public', now() - n * interval '1 minute'
    from generate_series(1, ${sql.lit(ROWS)}) as scroll (n)`.execute(db)
  await sql`vacuum analyze scrolls`.execute(db)
}
