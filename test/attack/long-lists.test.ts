// Deep pages of a long list, and filters without an index, requested again and again by one person. Neither another
// person's reads nor the probe of a load balancer wait for them.
import { Agent } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { addPerson } from '#test/story.ts'
import { startAttacked, type Attacked, type Shape } from './support/attacked.ts'
import { ask, beside, statusesOf, sumOf, type Received } from './support/requests.ts'

const ROWS = 60_000
const ROWS_AT_ONCE = 5_000
const CALLERS = 6
/** How often another caller reads beside the attack. Each read counts the whole list. */
const READS = 6
/** In one queue, the requests of all attackers would be served before each read. */
const MAX_OVERTAKEN = (READS * CALLERS) / 2

const aliases = (offset: number) =>
  Array.from(
    { length: 15 },
    (_, n) => `s${n}: scrolls(first: 1, offset: ${offset}) { nodes { id } }`,
  )

interface Attack {
  title: string
  at: string
  path: string
  /** Another one for each attacker: equal ones of one moment would be executed once. */
  query?: (attacker: number) => string
  status: number
}

const DEEP_PAGES: Attack[] = [
  {
    title: 'fifteen pages of one person at the end of their list',
    at: 'router',
    path: '/graphql',
    query: (attacker) => `{ me { ${aliases(ROWS - attacker).join(' ')} } }`,
    status: 400,
  },
  {
    title: 'fifteen pages of one person at the greatest offset',
    at: 'router',
    path: '/graphql',
    query: (attacker) => `{ me { ${aliases(10_000 - attacker).join(' ')} } }`,
    status: 200,
  },
  {
    title: 'fifteen pages of all at the greatest offset',
    at: 'scroll',
    path: '/graphql',
    query: (attacker) => `{ ${aliases(10_000 - attacker).join(' ')} }`,
    status: 200,
  },
  {
    title: 'the last page of REST',
    at: 'scroll',
    path: `/api/scrolls?limit=100&page=${ROWS / 100}`,
    status: 200,
  },
]

/** Both shapes attack the same rows, because adding them takes as long as an attack. */
let database: TestDatabase
let people: string[] | undefined
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.drop())

describe.each<Shape>(['one process', 'apart'])('in the shape "%s"', (shape) => {
  let system: Attacked
  let ada: string
  let token: string
  let other: string
  const agent = new Agent({ keepAlive: true })

  beforeAll(async () => {
    system = await startAttacked({ shape, services: ['identity', 'scroll'], database })
    people ??= await addPeople(system)
    ada = people[0]!
    ;[token, other] = (await Promise.all(people.map((id) => system.token(id)))) as [string, string]
  })
  afterAll(async () => {
    agent.destroy()
    await system.stop()
  })

  test.each(DEEP_PAGES)('another person can read during $title', (attack) =>
    expectServedBeside(attack, '/api/scrolls?limit=1'),
  )

  test.each([
    ['a read', '/api/scrolls?limit=1'],
    ['the probe of readiness', '/readyz'],
  ])("%s does not wait for another person's filtered lists", (_name, path) =>
    expectServedBeside(
      { at: 'scroll', path: '/graphql', query: () => lists(ada), status: 200 },
      path,
    ),
  )

  /** Somebody else's requests are served between the attackers', and both have their statuses. */
  async function expectServedBeside(attack: Omit<Attack, 'title'>, readPath: string) {
    const { at, path, query, status } = attack
    const read = () => ask(`${system.address('scroll')}${readPath}`, { token: other, agent })
    const attackers = Array.from({ length: CALLERS }, (_, attacker) => () => {
      const sent = { token, ...(query && { query: query(attacker) }) }
      return ask(`${system.address(at)}${path}`, sent)
    })
    const { attacks, others, overtaken } = await beside(attackers, read, READS, served)
    expect(statusesOf(others)).toEqual(new Set([200]))
    expect(statusesOf(attacks)).toEqual(new Set([status]))
    expect(sumOf(overtaken)).toBeLessThan(MAX_OVERTAKEN)
  }
})

/** Refusals cost little, so that many may come before a read. */
function served({ status }: Received): number {
  return status === 200 ? 1 : 0
}

/** Adds Ada, Grace and their scrolls. */
async function addPeople(system: Attacked): Promise<string[]> {
  const ids = await Promise.all(['ada', 'grace'].map((name) => addPerson(system, name)))
  await addScrolls(system, ids[0]!, ids[1]!)
  return ids
}

/** Half of the rows are Ada's and half Grace's, in different houses, so that nothing matches both filters. */
async function addScrolls(system: Attacked, ada: string, grace: string): Promise<void> {
  const db = system.tables('scroll')
  // A statement may take ten seconds.
  for (let from = 0; from < ROWS; from += ROWS_AT_ONCE) {
    await sql`insert into scrolls
        (id, title, content, author_id, author, house, settlement_weight, visibility, created_at)
      select 'scroll_' || n, 'Scroll ' || md5(n::text), repeat('x', 500),
        case n % 2 when 0 then ${ada} else ${grace} end, 'Somebody',
        case n % 2 when 0 then 'Aether' else 'Ember' end, 1, 'public', now() - n * interval '1 minute'
      from generate_series(${sql.lit(from + 1)}, ${sql.lit(from + ROWS_AT_ONCE)}) as scroll (n)`.execute(
      db,
    )
  }
  await sql`vacuum analyze scrolls`.execute(db)
}

/** Fifteen pages that each read the whole list and match nothing. */
function lists(author: string): string {
  const pages = Array.from({ length: 15 }, (_, n) => {
    const since = new Date(Date.UTC(2020, 0, 1 + n)).toISOString()
    const filters = `house: "Ember", author: "${author}", since: "${since}"`
    return `s${n}: scrolls(first: 1, orderBy: title, ${filters}) { nodes { id } }`
  })
  return `{ ${pages.join(' ')} }`
}
