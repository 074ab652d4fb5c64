// `/graphql` of a service as peers call it, with a service token.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServiceTokens, SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { newId } from '#foundation/domain/ids.ts'
import { addClient } from '#test/grant-story.ts'
import { send, type TestResponse } from '#test/http.ts'
import { startLoop, startSite, type BalancedProcess, type Site } from '#test/rotation.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'
import { newWallet } from '#test/wallet.ts'
import type { PathTables } from '../subgraphs/path/tables.ts'

let system: TestSystem
let proof: string
let token: string
beforeAll(async () => {
  system = await startTestSystem({ topology: 'over HTTP' })
  const tokens = createServiceTokens(system.config.serviceSecrets!, 'router', () => new Date())
  proof = await tokens.mint('path')
  token = await (await system.join('ada')).token()
})
afterAll(() => system.stop())

/** Sends what the router sends for a person. */
async function call(
  body: unknown,
  method = 'POST',
  path = '/graphql',
  authorization = `Bearer ${token}`,
) {
  const response = await fetch(system.address('path') + path, {
    method,
    headers: { 'content-type': 'application/json', authorization, [SERVICE_TOKEN_HEADER]: proof },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('the response is JSON with a content length', async () => {
  const { status, headers, body } = await call({ query: '{ quests { totalCount } }' })
  expect({ status, body }).toEqual({ status: 200, body: { data: { quests: { totalCount: 0 } } } })
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('content-length')).toBe(String(JSON.stringify(body).length))
})

test('the named operation runs', async () => {
  const query = 'query A { quests { totalCount } } query B { __typename }'
  const { body } = await call({ query, operationName: 'B' })
  expect(body).toEqual({ data: { __typename: 'Query' } })
})

test('an error of one field leaves the data of the others', async () => {
  const query = '{ __typename quests { totalCount } }'
  const { status, body } = await call({ query }, 'POST', '/graphql', '')
  expect(status).toBe(200)
  expect(body.data).toEqual({ __typename: 'Query', quests: null })
  expect(body.errors).toMatchObject([{ path: ['quests'], extensions: { code: 'INVALID_TOKEN' } }])
})

describe('refuses with 400 and names field and rule', () => {
  const query = 'query ($first: Int) { quests(first: $first) { totalCount } }'
  test.each([
    ['a body that is no object', 'x', 'query', 'must be a text'],
    ['no body', null, 'query', 'must be a text'],
    ['a document that is no text', { query: 1 }, 'query', 'must be a text'],
    [
      'an operation name that is no text',
      { query, operationName: 1 },
      'operationName',
      'must be a text',
    ],
    ['variables in a list', { query, variables: [1] }, 'variables', 'must be an object'],
    ['no GraphQL', { query: '{' }, 'query', 'must be a document that fits the schema'],
    ['an unknown field', { query: '{ nope }' }, 'query', 'must be a document that fits the schema'],
    [
      'an unknown operation',
      { query, operationName: 'X' },
      'query',
      'must be a document that fits the schema',
    ],
    [
      'a variable of another type',
      { query, variables: { first: 'x' } },
      'first',
      'must be an integer',
    ],
  ])('%s', async (_title, body, field, reason) => {
    const response = await call(body)
    expect(response.status).toBe(400)
    expect(response.body).not.toHaveProperty('data')
    expect(response.body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field, reason: expect.stringContaining(reason) },
    })
  })
})

test('a service that asks by GET has the limits of clients', async () => {
  const fields = Array.from({ length: 16 }, (_, n) => `a${n}: quests { totalCount }`).join(' ')
  const path = `/graphql?${new URLSearchParams({ query: `{ ${fields} }` }).toString()}`
  expect((await call(undefined, 'GET', path)).status).toBe(400)
  expect((await call({ query: `{ ${fields} }` })).status).toBe(200)
})

describe('a wallet challenge', () => {
  const address = newWallet().address
  const origin = 'https://app.example'
  const mutation = `mutation { createWalletChallenge(input: { address: "${address}" }) { message } }`
  let appToken: string
  beforeAll(async () => {
    await addClient(system, 'an-app', { redirectUris: [`${origin}/callback`] })
    appToken = await (await system.join('grace')).token({ clientId: 'an-app' })
  })

  test.each(['router', 'identity'])(
    'a wallet challenge over GraphQL of the %s names the page of the requesting app',
    async (at) => {
      const { body } = await system.graphql(mutation, { at, token: appToken, headers: { origin } })
      expect(body.data.createWalletChallenge.message).toMatch(/^app\.example wants you/)
    },
  )

  test('a wallet challenge over REST names the page of the requesting app', async () => {
    const { body } = await system.fetch(`${system.address('identity')}/api/wallets/challenge`, {
      method: 'POST',
      token: appToken,
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ address }),
    })
    expect(body.data.message).toMatch(/^app\.example wants you/)
  })
})

describe('while SERVICE_SECRET is rotated process by process', () => {
  const OLD = 'the secret that leaves, of 32 or more'
  const NEW = 'the secret that comes is also 32 or more'
  const OTHER = 'a secret that no other process has, 32+'
  const QUESTS = 1_500
  const json = { 'content-type': 'application/json' }
  const READ = '{ me { username completedQuests { totalCount } } quests { totalCount } }'
  const WRITE = 'mutation ($bio: String!) { updateProfile(input: { bio: $bio }) { bio } }'
  let site: Site
  let processes: [kind: string, running: BalancedProcess][]

  beforeAll(async () => {
    site = await startSite(system, ['identity', 'path', 'router'])
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

  const errorsOf = ({ status, body }: TestResponse): unknown[] => {
    if (status === 200 && body.errors === undefined) return []
    return body.errors ?? [body.error ?? status]
  }

  const metric = async ({ address }: BalancedProcess, pattern: RegExp) =>
    Number(pattern.exec(String((await send(`${address}/metrics`)).body))?.[1] ?? 0)

  test('no request fails in two rounds of restarts: with new and old, then with new alone', async () => {
    const quests = await addStories(QUESTS)
    const load = startLoop([
      () => graphql(READ),
      () => graphql(WRITE, { bio: crypto.randomUUID() }),
      completions(quests),
      completions(quests),
    ])
    for (const secret of [`${NEW},${OLD}`, NEW]) {
      for (const index of processes.keys()) {
        await replace(index, secret)
        await load.more(16)
      }
    }
    await load.stop()
    expect(load.responses.flatMap(errorsOf)).toEqual([])
    expect(quests.length).toBeLessThan(QUESTS - 50)
    // A process also logs that a poll met one that was restarting.
    for (const [, { lines }] of processes) expect(lines.filter(({ peer }) => peer)).toEqual([])
  }, 120_000)

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
    expect(path.lines.map(({ peer }) => peer)).toEqual(['router', 'identity', 'unknown'])
  })

  test('the log reports a process whose clock is behind', async () => {
    const [, path] = processes[1]!
    const late = () => new Date(Date.now() - 120_000)
    const proof = await createServiceTokens([NEW], 'market', late).mint('path')
    const headers = { [SERVICE_TOKEN_HEADER]: proof }
    const { status, body } = await send(`${path.address}/api/quests`, { token, headers })
    expect(status).toBe(500)
    expect(body.error).toMatchObject({ code: 'INTERNAL_ERROR', details: { fault: 'clock' } })
    expect(path.lines.at(-1)).toMatchObject({
      peer: 'market',
      reason: 'clock',
      msg: expect.stringContaining('synchronize the clocks') as string,
    })
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
    const stranger = await replace(2, OTHER, {
      rateLimits: { free: { hour: 5, burst: 5 }, authenticated: 'off', partner: 'off' },
    })
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
})
