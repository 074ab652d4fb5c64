// SERVICE_SECRET is rotated process by process, under load.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServiceTokens, SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { newId } from '#foundation/domain/ids.ts'
import { send, type TestResponse } from '#test/http.ts'
import { startLoad, type Outcome } from './support/load.ts'
import { startSite, type BalancedProcess, type LogLine, type Site } from './support/rotation.ts'
import { testSystem } from '#test/system.ts'
import type { PathTables } from '../../subgraphs/path/tables.ts'

const OLD = 'the secret that leaves has 32 or more'
const NEW = 'the secret that comes is also 32 or more'
const OTHER = 'a secret that no other process has (32+)'
const QUESTS = 1_500
const KINDS = ['identity', 'path', 'router']
const json = { 'content-type': 'application/json' }
const READ = '{ me { username completedQuests { totalCount } } quests { totalCount } }'
const WRITE = 'mutation ($bio: String!) { updateProfile(input: { bio: $bio }) { bio } }'

const system = testSystem({ topology: 'over HTTP' })
let token: string
let site: Site
let processes: [kind: string, running: BalancedProcess][]

beforeAll(async () => {
  token = await (await system.join('ada')).token()
  site = await startSite(system, KINDS)
  processes = []
  for (const kind of ['identity', 'path', 'path', 'router']) {
    processes.push([kind, await site.start(kind, OLD)])
  }
})
afterAll(() => site[Symbol.asyncDispose]())

/** Rolling restart: the next process serves before this one ends. */
async function replace(index: number, secret: string, settings = {}): Promise<BalancedProcess> {
  const [kind, before] = processes[index]!
  const next = await site.start(kind, secret, settings)
  processes[index] = [kind, next]
  await before[Symbol.asyncDispose]()
  return next
}

const graphql = (query: string, variables = {}): [string, object] => [
  `${site.address('router')}/graphql`,
  { method: 'POST', token, headers: json, body: JSON.stringify({ query, variables }) },
]

const completions = (quests: string[]) => (): [string, object] => {
  const id = quests.pop()
  if (id === undefined) return graphql(READ)
  return [`${site.address('path')}/api/quests/${id}/complete`, { method: 'POST', token }]
}

/** The error code of GraphQL, or of the REST envelope. */
const coded = (failure: unknown) => {
  const { extensions, ...error } = failure as Record<string, object | undefined>
  const { code, details } = { ...error, ...extensions } as Record<string, unknown>
  return { code, details }
}

const errorsOf = ({ status, body, failure }: Partial<Outcome>): unknown[] => {
  if (failure !== undefined) return [failure]
  if (status === 200 && body.errors === undefined) return []
  return body.errors ?? [body.error ?? status]
}

const metric = async ({ address }: BalancedProcess, pattern: RegExp) =>
  Number(pattern.exec(String((await send(`${address}/metrics`)).body))?.[1] ?? 0)

test('no request fails in two rounds of restarts: with new and old, then with new alone', async () => {
  const quests = await addStories(QUESTS)
  const load = startLoad(
    [
      () => graphql(READ),
      () => graphql(WRITE, { bio: crypto.randomUUID() }),
      completions(quests),
      completions(quests),
    ],
    2,
  )
  for (const secret of [`${NEW},${OLD}`, NEW]) {
    for (const index of processes.keys()) {
      await replace(index, secret)
      await load.more(16)
    }
  }
  await load.stop()
  expect(load.outcomes.flatMap(errorsOf)).toEqual([])
  expect(quests.length).toBeLessThan(QUESTS - 50)
  // A process also logs that a poll met one that was restarting.
  // Identity also reads the events of services of the system, which has another secret.
  const ofSite = ({ peer }: LogLine) => KINDS.includes(peer as string)
  for (const [, { lines }] of processes) expect(lines.filter(ofSite)).toEqual([])
})

test('strangers with tokens of their own get nothing, and few lines in the log', async () => {
  const [, path] = processes[1]!
  const names = ['router', 'identity', ...Array.from({ length: 20 }, () => crypto.randomUUID())]
  for (const name of names) {
    const forged = await createServiceTokens([OTHER], name, () => new Date()).mint('path')
    const headers = { ...json, [SERVICE_TOKEN_HEADER]: forged }
    const body = JSON.stringify({ query: '{ _service { sdl } }' })
    const response = await send(`${path.address}/graphql`, { method: 'POST', headers, body })
    expect(response.status).toBe(500)
    expect(response.body.data).toBeUndefined()
  }
  const refused = path.lines.filter(({ reason }) => reason === 'secret')
  expect(refused.map(({ peer }) => peer)).toEqual(['router', 'identity', 'unknown'])
})

test('the log reports a process whose clock is behind', async () => {
  const [, path] = processes[1]!
  const late = () => new Date(Date.now() - 120_000)
  const proof = await createServiceTokens([NEW], 'market', late).mint('path')
  const headers = { [SERVICE_TOKEN_HEADER]: proof }
  const { status, body } = await send(`${path.address}/api/quests`, { token, headers })
  expect(status).toBe(500)
  expect(body.error).toMatchObject({ code: 'INTERNAL_ERROR', details: { fault: 'clock' } })
  expect(path.lines.filter(({ reason }) => reason === 'clock')).toMatchObject([
    { peer: 'market', msg: expect.stringContaining('synchronize the clocks') as string },
  ])
})

async function addStories(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: newId('quest'),
    title: 'Light the Beacon',
    description: 'Carry the flame up the hill.',
    xpReward: 1,
    goldReward: 0,
    type: 'story' as const,
    difficulty: 'beginner' as const,
    credentialType: null,
  }))
  await system.tables<PathTables>('path').insertInto('quests').values(rows).execute()
  return rows.map(({ id }) => id)
}

test('a person is not blamed for a process without a common secret', async () => {
  const router = processes[3]![1]
  const stranger = await replace(2, OTHER, { RATE_LIMIT_FREE: '5:5' })
  const quests = await addStories(8)
  const responses: TestResponse[] = []
  const ask = async ([url, sent]: [string, object]) => responses.push(await send(url, sent))
  for (let times = 0; times < 8; times += 1) {
    await ask(graphql('{ quests { totalCount } }'))
    await ask(graphql('{ quests { totalCount } me { username } }'))
    await ask(completions(quests)())
  }
  const failures = responses.flatMap(errorsOf)
  expect(failures.length).toBeGreaterThan(6)
  expect(failures.length).toBeLessThan(responses.length)
  for (const failure of failures) {
    expect(coded(failure)).toEqual({
      code: 'INTERNAL_ERROR',
      details: {
        service: expect.stringMatching(/^(path|identity)$/) as string,
        retry: true,
        requestId: expect.any(String) as string,
      },
    })
  }
  const about = ({ lines }: BalancedProcess, peer: string) =>
    lines.filter(({ msg, ...line }) => /SERVICE_SECRET/.test(msg) && line.peer === peer)
  expect(about(router, 'path')).toMatchObject([{ level: 40 }])
  expect(about(stranger, 'router')).toMatchObject([{ level: 40, reason: 'secret' }])
  expect(
    await metric(router, /^calls_refused_by_peers_total\S*peer="path"\S* (\d+)/m),
  ).toBeGreaterThan(4)
  expect(
    await metric(stranger, /^service_tokens_refused_total\S*reason="secret"\S* (\d+)/m),
  ).toBeGreaterThan(4)
})
