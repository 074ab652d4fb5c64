// Requests over a limit are counted by what the limit bounds, and nothing that a caller sends becomes a label.
import { beforeAll, expect, test } from 'vitest'
import { scrape } from '#test/scrape.ts'
import { testSystem } from '#test/system.ts'

const system = testSystem({
  settings: {
    GRAPHQL_MAX_DEPTH: '4',
    GRAPHQL_MAX_ALIASES: '3',
    GRAPHQL_MAX_FIELDS: '20',
    GRAPHQL_MAX_TOKENS: '80',
    GRAPHQL_MAX_NODES: '150',
    GRAPHQL_MAX_COST: '3',
    RATE_LIMIT_FREE: '5:5',
  },
})
let token: string
beforeAll(async () => {
  token = await (await system.join('ada', { xp: 200 })).token()
})

const refused = async (limit: string) =>
  (await scrape(system.address('router'))).value('requests_refused_total', { limit })

const fieldsOf = (count: number) => Array.from({ length: count }, (_, n) => `f${n}: id`).join(' ')

test.each([
  ['depth', '{ me { completedQuests(first: 1) { nodes { myState { quest { id } } } } } }'],
  ['aliases', '{ a: me { id } b: me { id } c: me { id } d: me { id } }'],
  [
    'fields',
    '{ me { ...F ...G } } fragment F on Identity { id username level xp displayName gold } fragment G on Identity { a: id b: username c: level d: xp e: displayName f: gold g: id h: id i: level j: xp k: xp l: gold m: gold n: gold o: xp }',
  ],
  ['tokens', `{ me { ${fieldsOf(60)} } }`],
  ['nodes', '{ quests(first: 100) { nodes { id title } } }'],
  [
    'cost',
    `{ me { id } ${['quests', 'courses', 'realms'].map((list) => `${list}(first: 1) { nodes { id } }`).join(' ')} }`,
  ],
])('an operation over the limit of %s is counted', async (limit, query) => {
  const before = (await refused(limit))!
  const { body } = await system.graphql(query, { token })
  expect(body).toHaveProperty('errors')
  expect(await refused(limit), JSON.stringify(body)).toBe(before + 1)
})

test('calls over the rate limit are counted', async () => {
  const before = (await refused('rate'))!
  const statuses = new Set<number>()
  for (let sent = 0; sent < 8; sent += 1) {
    statuses.add((await system.fetch(`${system.address('path')}/api/quests`)).status)
  }
  expect(statuses).toContain(429)
  expect(await refused('rate')).toBeGreaterThan(before)
})

test('no label contains what a caller sends', async () => {
  const secret = 'x3cr3t'
  await system.fetch(`${system.address('router')}/${secret}`, { method: 'POST' })
  await system.fetch(`${system.address('path')}/api/quests/${secret}?${secret}=${secret}`, {
    token,
  })
  await system.graphql(`query ${secret} { ${secret}: me { displayName } }`, { token })
  await system.graphql(`{ quest(id: "${secret}") { title } }`, {
    token,
    headers: { 'X-Request-Id': secret, 'User-Agent': secret, traceparent: secret },
  })
  for (const name of ['router', 'path', 'identity']) {
    expect((await scrape(system.address(name))).text, name).not.toContain(secret)
  }
})
