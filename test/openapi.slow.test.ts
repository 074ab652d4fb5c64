// The OpenAPI and AsyncAPI documents as each address serves them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenApiDocument } from '#foundation/http/openapi.ts'
import { expectDocumented, openApi, undocumented } from '#test/openapi.ts'
import { startTestSystem, type TestResponse, type TestSystem, type Topology } from '#test/system.ts'
import type { AsyncApiDocument } from '../rest-adapters/asyncapi/document.ts'
import { servicesOf } from '../rest-adapters/openapi/shared-paths.ts'
import { subgraphs } from '../subgraphs/index.ts'

test('an undocumented status, field or header of a response is found', () => {
  const found = (status: number, body: object, headers = {}) =>
    undocumented('GET', '/api/quests', respondWith(status, body, headers))
  expect(found(200, { quests: [] })).toEqual([])
  expect(found(418, {})).toEqual(['the status 418 is not documented'])
  expect(found(200, { quests: [], colour: 'blue' })).not.toEqual([])
  expect(found(200, { quests: [] }, { 'retry-after': '1' })).toEqual([
    'the header retry-after is not documented',
  ])
  expect(found(200, { quests: [] }, { 'content-type': 'text/html' })).toEqual([
    'the content type text/html is not documented',
  ])
  const { headers, ...response } = respondWith(200, { quests: [] })
  headers.delete('api-version')
  expect(undocumented('GET', '/api/quests', { ...response, headers })).toEqual([
    'the header API-Version is missing',
  ])
  expect(undocumented('DELETE', '/api/quests', respondWith(200, {}))).toEqual([
    'DELETE /api/quests is not documented',
  ])
})

function respondWith(
  status: number,
  body: object,
  change: Record<string, string> = {},
): TestResponse {
  const headers = new Headers({
    'x-request-id': 'a-request',
    'api-version': '2.0',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    ...change,
  })
  return { status, headers, body }
}

const EMPTY_FORM = { method: 'POST', body: new URLSearchParams() }

describe.each<Topology>(['one process', 'over HTTP'])('%s', (topology) => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startTestSystem({
      topology,
      settings: { RATE_LIMIT_FREE: '1:1' },
    })
  })
  afterAll(() => system.stop())

  const ask = (at: string, headers = {}) =>
    system.fetch(`${system.address(at)}/openapi.json`, { headers })

  test.each(subgraphs)(
    '$name serves its own part of the document, at its own URL',
    async (subgraph) => {
      const { name, title, version } = subgraph
      const { body, headers, status } = await ask(name)
      const document = body as OpenApiDocument
      expect(status).toBe(200)
      expect(document.info).toMatchObject({ title, version })
      expect(document.servers).toEqual([{ url: system.address(name), description: title }])
      const own = Object.keys(openApi.paths).filter((path) =>
        servicesOf(openApi.paths[path]!).includes(name),
      )
      expect(Object.keys(document.paths)).toEqual(own)
      expect(document.paths['/api/events']!.get!.tags).toEqual([title])
      expect(headers.get('content-type')).toContain('application/json')
      expect(headers.get('cache-control')).toBe('public, max-age=300')
    },
  )

  test('a part contains what it refers to, and nothing else', async () => {
    const { components } = (await ask('path')).body as OpenApiDocument
    expect(components.schemas).toHaveProperty('Quest')
    expect(components.schemas).toHaveProperty('QuestType')
    expect(components.schemas).not.toHaveProperty('Scroll')
    expect(Object.keys(components.securitySchemes)).toEqual(['accessToken'])
    expect(components.securitySchemes.accessToken).toMatchObject({
      flows: {
        authorizationCode: { tokenUrl: `${system.address('identity')}/api/oauth/token` },
      },
    })
  })

  test("the router's document has every path, with the URL that serves it", async () => {
    const { paths, servers } = (await ask('router')).body as OpenApiDocument
    expect(Object.keys(paths)).toEqual(Object.keys(openApi.paths))
    const ofQuests = paths['/api/quests']!.servers
    if (topology === 'one process') {
      expect(servers).toMatchObject([{ url: '/' }])
      expect(ofQuests).toBeUndefined()
    } else {
      expect(ofQuests).toEqual([{ url: system.address('path'), description: 'Path Service' }])
      expect(servers).toEqual(
        subgraphs.map(({ name, title }) => ({ url: system.address(name), description: title })),
      )
    }
  })

  test('every server serves the AsyncAPI document, with the URLs of the services', async () => {
    const serverIn = async (at: string) => {
      const { body } = await system.fetch(`${system.address(at)}/asyncapi.json`)
      return (body as AsyncApiDocument).servers.governance
    }
    const host = new URL(system.address('governance')).host
    expect(await serverIn('router')).toMatchObject({ host, protocol: 'http' })
    expect(await serverIn('governance')).toMatchObject({ host })
  })

  test("the router's document has a path of every service, with all their URLs", async () => {
    const { paths } = (await ask('router')).body as OpenApiDocument
    expect(paths['/api/events']!.servers).toEqual(
      subgraphs.map(({ name, title }) => ({ url: system.address(name), description: title })),
    )
  })

  test('the document is free of charge, needs no token, and may be read by scripts', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => ask('path')))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    const { headers } = await ask('router', { origin: 'http://localhost:5173' })
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
    expect(headers.has('ratelimit')).toBe(false)
  })

  test('the document describes the refusal of a call over the limit, and its headers', async () => {
    const quests = () => system.fetch(`${system.address('path')}/api/quests`)
    const token = () => system.fetch(`${system.address('identity')}/api/oauth/token`, EMPTY_FORM)
    for (const [ask, method, path, statuses] of [
      [quests, 'GET', '/api/quests', [401, 429]],
      [token, 'POST', '/api/oauth/token', [400, 429]],
    ] as const) {
      const responses = [await ask(), await ask()]
      expect(responses.map(({ status }) => status)).toEqual(statuses)
      for (const response of responses) {
        expectDocumented(method, path, response)
        expect(response.headers.get('ratelimit')).toContain('"burst";r=0')
      }
    }
  })

  test('the document can only be read by GET', async () => {
    const response = await system.fetch(`${system.address('path')}/openapi.json`, {
      method: 'POST',
    })
    expect(response.status).toBe(404)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })
})
