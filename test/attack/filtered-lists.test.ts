// Lists with filters that no index serves, by one person: neither another one's read nor the probe of a load
// balancer waits.
import { Agent } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '#test/story.ts'
import { measuresOnly, startAttacked, type Attacked, type Shape } from './support/attacked.ts'
import { ask, inPeace, meanwhile, p99, printFigures, summary } from './support/figures.ts'

const ROWS = 120_000
const ROWS_AT_ONCE = 20_000
const CALLERS = 6
const TRIES = 3
/** How many times as long another caller may wait as in peace. */
const MAX_RATIO = 12
const PEACEFUL_READS = 100

describe.each<Shape>(['one process', 'apart'])('in the shape "%s"', (shape) => {
  let system: Attacked
  let ada: string
  let token: string
  let other: string
  const agent = new Agent({ keepAlive: true })

  beforeAll(async () => {
    system = await startAttacked(shape, ['identity', 'scroll'])
    ada = await addPerson(system, 'ada')
    token = await system.token(ada)
    const grace = await addPerson(system, 'grace')
    other = await system.token(grace)
    const db = system.tables('scroll')
    // Each has a house of her own, so that nothing is in both filters. A statement may take ten seconds.
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
  })
  afterAll(async () => {
    agent.destroy()
    await system.stop()
  })

  const readings = [
    { what: 'a read', path: '/api/scrolls?limit=1' },
    { what: 'the probe of readiness', path: '/readyz' },
  ]
  test.each(readings)('$what does not wait for lists of another person', async ({ what, path }) => {
    const read = () => ask(`${system.address('scroll')}${path}`, { token: other, agent })
    const attack = () => ask(`${system.address('scroll')}/graphql`, { token, query: lists(ada) })
    // Both are warm.
    await attack()
    await inPeace(read)
    const peace = p99(await inPeace(read, PEACEFUL_READS))
    const answers: Awaited<ReturnType<typeof attack>>[] = []
    const statuses = new Set<number | undefined>()
    const reading = async () => {
      const received = await read()
      statuses.add(received.status)
      return received
    }
    const waits = await meanwhile(reading, () =>
      Promise.all(
        Array.from({ length: CALLERS }, async () => {
          for (let tries = 0; tries < TRIES; tries += 1) answers.push(await attack())
        }),
      ),
    )
    const ratio = p99(waits) / peace
    printFigures(`${shape}: ${what} beside filtered lists`, {
      ...summary(answers),
      'others p99 before': `${peace.toFixed(1)} ms`,
      'others p99': `${p99(waits).toFixed(1)} ms`,
      ratio: ratio.toFixed(1),
    })
    if (measuresOnly) return
    expect(statuses).toEqual(new Set([200]))
    expect(ratio).toBeLessThan(MAX_RATIO)
  })
})

/** Fifteen pages, each of which reads the whole list and finds nothing. */
function lists(author: string): string {
  const pages = Array.from({ length: 15 }, (_, n) => {
    const since = new Date(Date.UTC(2020, 0, 1 + n)).toISOString()
    const filters = `house: "Ember", author: "${author}", since: "${since}"`
    return `s${n}: scrolls(first: 1, orderBy: title, ${filters}) { nodes { id } }`
  })
  return `{ ${pages.join(' ')} }`
}
