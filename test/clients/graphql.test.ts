// GraphQL clients with their default options, as apps use them.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ApolloClient, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { cacheExchange, createClient, fetchExchange } from '@urql/core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestSystem, testSystem } from '../support/system.ts'

const system = testSystem()
let token: string
beforeAll(async () => {
  token = await (await system.join('ada')).token()
})

const QUERY = 'query Me { me { username } }'

describe('urql', () => {
  test.each(['router', 'identity'])('urql queries the %s by GET, its default', async (at) => {
    const sent: string[] = []
    const client = createClient({
      url: `${system.address(at)}/graphql`,
      exchanges: [cacheExchange, fetchExchange],
      fetchOptions: { headers: { authorization: `Bearer ${token}` } },
      fetch(input, init) {
        sent.push(init?.method ?? 'GET')
        return fetch(input, init)
      },
    })
    const { data, error } = await client.query(QUERY, {}).toPromise()
    expect(error).toBeUndefined()
    expect(data).toMatchObject({ me: { username: 'ada' } })
    expect(sent).toEqual(['GET'])
  })
})

describe('Apollo Client', () => {
  const clientOf = (url: string, bearer?: string) =>
    new ApolloClient({
      link: new HttpLink({
        uri: `${url}/graphql`,
        headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      }),
      cache: new InMemoryCache(),
    })

  /** The extensions of the first error, if the client recognizes the response as GraphQL. */
  async function refusalOf(client: ApolloClient): Promise<unknown> {
    const query = gql(QUERY)
    const error: unknown = await client.query({ query, fetchPolicy: 'no-cache' }).then(
      () => undefined,
      (refused: unknown) => refused,
    )
    expect(error).toSatisfy((value) => CombinedGraphQLErrors.is(value))
    return (error as CombinedGraphQLErrors).errors[0]!.extensions
  }

  test.each(['router', 'identity'])(
    'Apollo Client gets the reason of a 401 from the %s',
    async (at) => {
      const url = system.address(at)
      expect(await refusalOf(clientOf(url, 'not.a.token'))).toEqual({
        code: 'INVALID_TOKEN',
        details: { reason: 'invalid' },
      })
      expect(await refusalOf(clientOf(url))).toEqual({
        code: 'INVALID_TOKEN',
        details: { reason: 'missing' },
      })
    },
  )

  test('Apollo Client gets the reason of a 429, and when to retry', async () => {
    const limited = await startTestSystem({ settings: { RATE_LIMIT_AUTHENTICATED: '1:1' } })
    const bearer = await (await limited.join('grace')).token()
    await limited.graphql(QUERY, { token: bearer })
    const refusal = await refusalOf(clientOf(limited.address('router'), bearer))
    await limited.stop()
    expect(refusal).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { tier: 'authenticated', retryAfterSeconds: expect.any(Number) as number },
    })
  })
})

describe('gql.tada', () => {
  const COMMAND = fileURLToPath(new URL('node_modules/gql.tada/bin/cli.js', import.meta.url))

  test.each(['router', 'identity'])('gql.tada generates the schema of the %s', async (at) => {
    const folder = await mkdtemp(join(tmpdir(), 'gql-tada-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'schema.graphql')
    const args = [COMMAND, 'generate-schema', `${system.address(at)}/graphql`, '--output', file]
    await promisify(execFile)(process.execPath, args, { cwd: folder })
    const schema = await readFile(file, 'utf8')
    expect(schema).toContain('type Identity')
    expect(schema).toMatch(/level: Int!/)
  })
})
