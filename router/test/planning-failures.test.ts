// The errors of operations that are not planned, with their HTTP statuses.
import { ApolloServer, HeaderMap } from '@apollo/server'
import { buildASTSchema } from 'graphql'
import { afterAll, expect, test, vi } from 'vitest'
import { callerOf, testLog } from '#test/caller.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { formatError } from '#foundation/graphql/errors.ts'
import { executeBy } from '#foundation/graphql/executable-schema.ts'
import { readExecutable } from '../executor/executable-supergraph.ts'
import { createExecutor } from '../executor/executor.ts'
import { shopCase } from '../executor/test/random-results.ts'
import { createCallerOverrides } from '../override-labels.ts'
import { reportFailures } from '../plan/planning-failure.ts'
import { boundPlanning } from '../plan/planning.ts'
import { startNativePlanner } from '../plan/remote/remote-planners.ts'

const { pair } = await shopCase()
const { supergraphSdl, fetch } = pair.graph
const planner = await startNativePlanner(supergraphSdl)
afterAll(() => planner.close())

/** The status and body of the response to an operation over the shop, with Hive's planner alone. */
async function ask(query: string, maxFetches = 100) {
  const supergraph = readExecutable(supergraphSdl)
  const schema = buildASTSchema(planner.apiSchema, { assumeValidSDL: true })
  const { execute } = await createExecutor({
    plan: boundPlanning(reportFailures(planner, testLog), maxFetches),
    overrides: createCallerOverrides(planner.labels, [], undefined),
    schema,
    supergraph,
    connections: new Map(
      supergraph.subgraphs.map(({ name }) => [
        name,
        (request, _, signal) => fetch(name, request, signal),
      ]),
    ),
    deadlineMs: 30_000,
    documents: [],
  })
  const plugins = [executeBy({ execute })]
  const server = new ApolloServer<GraphQLContext>({ schema, plugins, formatError })
  await server.start()
  const { status, body } = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: 'POST',
      headers: new HeaderMap([['content-type', 'application/json']]),
      search: '',
      body: { query },
    },
    context: () => Promise.resolve({ caller: callerOf() } as GraphQLContext),
  })
  await server.stop()
  const { errors } = JSON.parse(body.kind === 'complete' ? body.string : '') as { errors: unknown }
  return { status: status ?? 200, errors }
}

test('An operation over the fetch limit is refused with 400, by number and limit', async () => {
  expect(await ask('{ products { id reviews { id } } }', 1)).toEqual({
    status: 400,
    errors: [
      {
        message: expect.stringMatching(
          /^The operation needs [23] requests to services; the fetch limit is 1\.$/,
        ) as string,
        extensions: {
          code: 'VALIDATION_ERROR',
          details: { reason: 'FETCH_LIMIT', limit: 1 },
        },
      },
    ],
  })
})

test('An operation that no planner plans is INTERNAL_ERROR without retry, logged with the reason', async () => {
  const log = vi.spyOn(testLog, 'error')
  expect(await ask('{ reviews { author { address } } }')).toEqual({
    status: 500,
    errors: [
      {
        message: 'The router cannot plan this operation.',
        extensions: { code: 'INTERNAL_ERROR', details: {} },
      },
    ],
  })
  expect(log.mock.calls).toEqual([
    [{ reason: expect.stringContaining('single parent') as string }, 'an operation is not planned'],
  ])
  log.mockRestore()
})
