// Equal queries of one caller in one turn of the event loop: one execution, never shared between callers.
import { getOperationAST } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { Caller } from '#foundation/auth/caller.ts'
import type { Execute, ExecutionRequest } from '#foundation/graphql/executable-schema.ts'
import { callerOf } from '#test/caller.ts'
import { joinEqualQueries } from '../equal-queries.ts'
import { library } from './library.ts'

const ADA: Caller = { ...callerOf({ as: { id: 'ada' } }), authorization: 'Bearer ada' }
const GRACE: Caller = { ...callerOf({ as: { id: 'grace' } }), authorization: 'Bearer grace' }

type Sent = { caller: Caller } & Pick<Partial<ExecutionRequest>, 'variables' | 'extensions'>

/** Sends the requests together, as often as `times` says. Returns the last results, and the number of fetches. */
async function send(source: string, requests: readonly Sent[], { failures = 0, times = 1 } = {}) {
  let fetches = 0
  const graph = await library({
    Query: {
      first: () => {
        if (fetches <= failures) throw new Error('not yet')
        return { id: '1', author: { id: 'a1' } }
      },
    },
  })
  const execute: Execute = async ({ document, variables }) => {
    const run = await graph.operations.get(document, { variables })
    const fetch: typeof graph.fetch = (...sent) => {
      fetches += 1
      return graph.fetch(...sent)
    }
    return run({ variables, fetch })
  }
  const document = graph.parse(source)
  const operation = getOperationAST(document)!
  const ask = joinEqualQueries(execute)
  const sendAll = () =>
    Promise.all(
      requests.map(({ caller, variables = {}, ...sent }) =>
        ask({ ...sent, document, operation, variables, context: { caller } } as ExecutionRequest),
      ),
    )
  let results = await sendAll()
  for (let sent = 1; sent < times; sent += 1) results = await sendAll()
  return { results, fetches }
}

describe('queries of one turn', () => {
  test('Equal queries of one caller in one turn are executed once', async () => {
    const requests = Array.from({ length: 5 }, () => ({
      caller: { ...ADA },
      extensions: { clientLibrary: { name: 'a client' } },
    }))
    const { results, fetches } = await send('{ first { id } }', requests)
    expect(fetches).toBe(1)
    expect(results).toEqual(requests.map(() => ({ data: { first: { id: '1' } } })))
  })

  test('Equal queries in a later turn are executed again', async () => {
    const { fetches } = await send('{ first { id } }', [{ caller: ADA }], { times: 3 })
    expect(fetches).toBe(3)
  })

  test.each([
    ['of two callers', [{ caller: ADA }, { caller: GRACE }]],
    ['from two network addresses', [{ caller: ADA }, { caller: { ...ADA, address: '192.0.2.2' } }]],
    ['with two admin keys', [{ caller: ADA }, { caller: { ...ADA, adminKey: 'another' } }]],
    ['with other extensions', [{ caller: ADA }, { caller: ADA, extensions: { plan: true } }]],
    ['with other variables', ['1', '2'].map((id) => ({ caller: ADA, variables: { id } }))],
  ])('Queries %s are executed separately', async (_what, requests) => {
    const { fetches } = await send('query ($id: ID = "1") { book(id: $id) { id } }', requests)
    expect(fetches).toBe(2)
  })

  test('Failing queries are executed separately, because their errors name a request', async () => {
    const requests = Array.from({ length: 3 }, () => ({ caller: ADA }))
    const { results, fetches } = await send('{ first { id } }', requests, { failures: 1 })
    expect(fetches).toBe(3)
    expect(results.filter(({ errors }) => errors)).toHaveLength(1)
  })
})

test('Equal mutations are executed separately', async () => {
  const source = 'mutation { lend(id: "1") { id } }'
  const { fetches } = await send(source, [{ caller: ADA }, { caller: ADA }])
  expect(fetches).toBe(2)
})
