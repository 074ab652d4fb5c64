// Searches of one person, as many as documents and aliases allow: somebody else's search waits for few of them.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '#test/story.ts'
import { measuresOnly, startAttacked, type Attacked } from './support/attacked.ts'
import {
  ask,
  inPeace,
  meanwhile,
  p99,
  printFigures,
  summary,
  type Received,
} from './support/figures.ts'

const ROWS = 40_000
const REQUESTS = 6
/** How often each of them is sent again. */
const ROUNDS = 4
/** Their letters are in every title, so that each takes long. */
const SEARCHES = Array.from(
  { length: 15 },
  (_, n) =>
    `s${n}: scrolls(search: "the lore aaaa bbbb ${n}x${n}", first: 1) { totalCount nodes { id } }`,
)
const ATTACK = `{ ${SEARCHES.join(' ')} }`
const OTHER = '{ scrolls(search: "beacon", first: 1) { nodes { id } } }'
/** How many times longer somebody else's search may take beside the attack: the processors are shared, too. */
const MAX_RATIO = 8

let system: Attacked
let tokens: string[]
beforeAll(async () => {
  system = await startAttacked('one process', [])
  const ids = await Promise.all(['mallory', 'oscar', 'alan'].map((name) => addPerson(system, name)))
  tokens = await Promise.all(ids.map((id) => system.token(id)))
  const db = system.tables('scroll')
  await sql`insert into scrolls
      (id, title, content, author_id, author, house, settlement_weight, visibility, created_at)
    select 'scroll_' || n, 'The Lore of aaaa bbbb ' || n, 'the lore of the beacon ' || n, ${ids[0]!},
      'Mallory', 'Aether', 1, 'public', now() - n * interval '1 minute'
    from generate_series(1, ${sql.lit(ROWS)}) as scroll (n)`.execute(db)
  await sql`vacuum analyze scrolls`.execute(db)
})
afterAll(() => system.stop())

test.each([1, 2])('the searches of %i people leave another one their turn', async (attackers) => {
  const url = `${system.address('router')}/graphql`
  const answers: Received[] = []
  const other = async () => {
    const answer = await ask(url, { token: tokens[2]!, query: OTHER })
    answers.push(answer)
    return answer
  }
  const peace = p99(await inPeace(other, 30))
  const attacks: Received[] = []
  const waits = await meanwhile(other, () =>
    Promise.all(
      tokens.slice(0, attackers).flatMap((token) =>
        Array.from({ length: REQUESTS }, async () => {
          for (let round = 0; round < ROUNDS; round += 1) {
            attacks.push(await ask(url, { token, query: ATTACK }))
          }
        }),
      ),
    ),
  )
  const ratio = p99(waits) / peace
  printFigures(`${REQUESTS} requests of ${attackers} with 15 searches each`, {
    ...summary(attacks),
    'others asked': waits.length,
    'others p99 before': `${Math.round(peace)} ms`,
    'others p99': `${Math.round(p99(waits))} ms`,
    ratio: ratio.toFixed(1),
  })
  if (measuresOnly) return
  for (const { status, head } of answers) {
    expect([status, head]).toEqual([200, expect.not.stringContaining('errors')])
  }
  expect(ratio).toBeLessThan(MAX_RATIO)
})
