// Identity is called once per request for the reader, only if needed, and its outage does no harm.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addScroll } from '#test/story.ts'
import { testSystem, type Person } from '#test/system.ts'

const system = testSystem({ topology: 'over HTTP' })
let ada: Person
let alan: Person
beforeAll(async () => {
  ada = await system.join('ada')
  alan = await system.join('alan')
  for (const visibility of ['public', 'house', 'private'] as const) {
    const createdAt = new Date(Date.UTC(2026, 0, 1))
    const about = { authorId: ada.id, author: 'Ada', house: 'Aether', createdAt }
    await addScroll(system, { ...about, title: visibility, visibility })
  }
})

/** The titles that the REST list returns for a token. */
const list = async (token: string): Promise<string[]> => {
  const { status, body } = await system.fetch(`${system.address('scroll')}/api/scrolls`, { token })
  expect(status).toBe(200)
  return body.scrolls.map(({ title }: { title: string }) => title).toSorted()
}

test('the documented list shows what the caller may see', async () => {
  expect(await list(await ada.token())).toEqual(['house', 'private', 'public'])
  expect(await list(await alan.token())).toEqual(['house', 'public'])
  const grace = await system.join('grace', { house: 'Ember' })
  expect(await list(await grace.token())).toEqual(['public'])
})

describe('calls of Identity', () => {
  /** The number of GraphQL requests that Identity has served. */
  const served = async (): Promise<number> => {
    const { body } = await system.fetch(`${system.address('identity')}/metrics`)
    const counts = (body as string)
      .split('\n')
      .filter((line) => /^http_request_duration_seconds_count\{.*"\/graphql"/.test(line))
    return counts.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  const asksOfOne = async (query: string, as: Person): Promise<number> => {
    const before = await served()
    const { body } = await system.graphql(query, { at: 'scroll', token: await as.token() })
    expect(body.errors).toBeUndefined()
    return (await served()) - before
  }
  /** The minimum of three runs, because background requests of services can only add. */
  const asksOf = async (query: string, as: Person): Promise<number> => {
    const counts: number[] = []
    for (let time = 0; time < 3; time += 1) counts.push(await asksOfOne(query, as))
    return Math.min(...counts)
  }
  const entities = (of: string) => `{ _entities(representations: [${of}]) { __typename } }`

  test('Identity is called once for all scrolls of a request', async () => {
    const query = `{
      a: scrolls { nodes { title content } totalCount }
      b: scrolls(first: 1) { nodes { title } }
      _entities(representations: [{ __typename: "Identity", id: "${ada.id}" }]) {
        ... on Identity { scrolls { nodes { title } totalCount } }
      }
    }`
    expect(await asksOf(query, alan)).toBe(1)
  })

  test('Identity is not called if no scroll is read', async () => {
    expect(await asksOf(entities(`{ __typename: "Identity", id: "${ada.id}" }`), alan)).toBe(0)
  })

  test('Identity is called once to publish, for the author', async () => {
    const query = `mutation {
      publishScroll(input: { title: "draft", content: "Begin.", visibility: private }) { content }
    }`
    expect(await asksOf(query, await system.join('edsger'))).toBe(1)
  })
})

describe('with Identity away', () => {
  let token: Record<'ada' | 'alan', string>
  beforeAll(async () => {
    token = { ada: await ada.token(), alan: await alan.token() }
    // From here on, the services have the signing keys.
    for (const at of ['scroll', 'router']) {
      await system.graphql('{ scrolls { totalCount } }', { at, token: token.ada })
    }
    await system.stopService('identity')
  })
  afterAll(() => system.startService('identity'))

  test('With Identity away, public scrolls and the reader’s own are listed', async () => {
    expect(await list(token.alan)).toEqual(['public'])
    expect(await list(token.ada)).toEqual(['house', 'private', 'public'])
  })

  test('With Identity away, the router lists scrolls, and only the author is missing', async () => {
    const query = '{ scrolls { nodes { title authorIdentity { displayName } } } }'
    const { status, body } = await system.graphql(query, { token: token.alan })
    expect(status).toBe(200)
    expect(body.data.scrolls.nodes).toEqual([{ title: 'public', authorIdentity: null }])
    const details = { service: 'identity', retry: true }
    expect(body.errors).toMatchObject([{ extensions: { code: 'INTERNAL_ERROR', details } }])
  })

  test('With Identity away, publishing returns 500 with `retry`', async () => {
    const { status, body, headers } = await system.fetch(
      `${system.address('scroll')}/api/scrolls`,
      {
        method: 'POST',
        token: token.ada,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Lost', content: 'Never written.' }),
      },
    )
    expect(status).toBe(500)
    expect(body.error).toMatchObject({
      code: 'INTERNAL_ERROR',
      details: { service: 'identity', retry: true, requestId: headers.get('x-request-id') },
    })
    expect(await list(token.ada)).toEqual(['house', 'private', 'public'])
  })
})
