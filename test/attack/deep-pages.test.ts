// Deep pages of a long list, again and again, by one person: what another one reads meanwhile does not wait.
import { Agent } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '#test/story.ts'
import { measuresOnly, startAttacked, type Attacked, type Shape } from './support/attacked.ts'
import { ask, inPeace, meanwhile, median, p99, printFigures, summary } from './support/figures.ts'

const ROWS = 120_000
const ROWS_AT_ONCE = 20_000
const CALLERS = 6
const TRIES = 8
/** How many times as long another caller may wait as in peace, at the median. */
const MAX_RATIO = 12

const aliases = (offset: number) =>
  Array.from(
    { length: 15 },
    (_, n) => `s${n}: scrolls(first: 1, offset: ${offset}) { nodes { id } }`,
  )

interface Attack {
  title: string
  at: string
  path: string
  query?: string
  status: number
}

const ATTACKS: Attack[] = [
  {
    title: 'fifteen pages of one person at the end of their list',
    at: 'router',
    path: '/graphql',
    query: `{ me { ${aliases(ROWS).join(' ')} } }`,
    status: 400,
  },
  {
    title: 'fifteen pages of one person at the greatest offset',
    at: 'router',
    path: '/graphql',
    query: `{ me { ${aliases(10_000).join(' ')} } }`,
    status: 200,
  },
  {
    title: 'fifteen pages of all at the greatest offset',
    at: 'scroll',
    path: '/graphql',
    query: `{ ${aliases(10_000).join(' ')} }`,
    status: 200,
  },
  {
    title: 'the last page of REST',
    at: 'scroll',
    path: `/api/scrolls?limit=100&page=${ROWS / 100}`,
    status: 200,
  },
]

describe.each<Shape>(['one process', 'apart'])('in the shape "%s"', (shape) => {
  let system: Attacked
  let token: string
  let other: string
  const agent = new Agent({ keepAlive: true })

  beforeAll(async () => {
    system = await startAttacked(shape, ['identity', 'scroll'])
    const id = await addPerson(system, 'ada')
    token = await system.token(id)
    other = await system.token(await addPerson(system, 'grace'))
    const db = system.tables('scroll')
    // A statement may take ten seconds.
    for (let from = 0; from < ROWS; from += ROWS_AT_ONCE) {
      await sql`insert into scrolls
          (id, title, content, author_id, author, house, settlement_weight, visibility, created_at)
        select 'scroll_' || n, 'A Scroll', repeat('x', 500), ${id}, 'Ada', 'Aether', 1, 'public',
          now() - n * interval '1 minute'
        from generate_series(${sql.lit(from + 1)}, ${sql.lit(from + ROWS_AT_ONCE)}) as scroll (n)`.execute(
        db,
      )
    }
    await sql`vacuum analyze scrolls`.execute(db)
  })
  afterAll(async () => {
    agent.destroy()
    await system.stop()
  })

  test.each(ATTACKS)('$title', async ({ title, at, path, query, status }) => {
    const url = `${system.address(at)}${path}`
    const read = () =>
      ask(`${system.address('scroll')}/api/scrolls?limit=1`, { token: other, agent })
    const attack = () => ask(url, { token, ...(query !== undefined && { query }) })
    // Both are warm.
    await attack()
    await inPeace(read)
    const peace = await inPeace(read)
    const answers: Awaited<ReturnType<typeof attack>>[] = []
    const waits = await meanwhile(read, () =>
      Promise.all(
        Array.from({ length: CALLERS }, async () => {
          for (let tries = 0; tries < TRIES; tries += 1) answers.push(await attack())
        }),
      ),
    )
    const ratio = median(waits) / median(peace)
    printFigures(`${shape}: ${title}`, {
      ...summary(answers),
      'others p99 before': `${p99(peace).toFixed(1)} ms`,
      'others p99': `${p99(waits).toFixed(1)} ms`,
      ratio: ratio.toFixed(1),
    })
    if (measuresOnly) return
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]))
    expect(ratio).toBeLessThan(MAX_RATIO)
  })
})
