// As many searches of one person as documents and aliases allow: somebody else's search waits for few of them.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { addPerson } from '#test/story.ts'
import { startAttacked, type Attacked, type Shape } from './support/attacked.ts'
import { ask, beside, statusesOf, type Received } from './support/requests.ts'

const ROWS = 40_000
/** How often somebody else searches during the attack. */
const TIMES = 8
/** The requests of each attacker that are on their way at once. */
const REQUESTS = 6
/** Slow searches: their letters are in every title. */
const SEARCHES = Array.from(
  { length: 15 },
  (_, n) =>
    `s${n}: scrolls(search: "the lore aaaa bbbb ${n}x${n}", first: 1) { totalCount nodes { id } }`,
)
const ATTACK = `{ ${SEARCHES.join(' ')} }`
const OTHER = '{ scrolls(search: "beacon", first: 1) { nodes { id } } }'
/** Of the searches of one attacker: in one queue, all of them would be served before somebody else's. */
const MAX_OVERTAKEN = (REQUESTS * SEARCHES.length) / 2

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
      const callers = tokens
        .slice(0, attackers)
        .flatMap((token) =>
          Array.from({ length: REQUESTS }, () => () => ask(url, { token, query: ATTACK })),
        )
      const other = () => ask(url, { token: tokens[2]!, query: OTHER })
      const { attacks, others, overtaken } = await beside(callers, other, TIMES, searchesIn)
      expect(statusesOf(attacks)).toEqual(new Set([200]))
      for (const { status, head } of others) {
        expect([status, head]).toEqual([200, expect.not.stringContaining('errors')])
      }
      expect(Math.max(...overtaken)).toBeLessThanOrEqual(MAX_OVERTAKEN)
    },
  )
})

/** The searches of a request that were not refused. */
function searchesIn({ head }: Received): number {
  return head.match(/"totalCount":\d/g)?.length ?? 0
}

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
