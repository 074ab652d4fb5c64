// Random operations over our own supergraph have the same result with our executor as with Apollo's.
import { assert, asyncProperty, pre } from 'fast-check'
import type { GraphQLError } from 'graphql'
import { expect, test } from 'vitest'
import { isValid } from '../executor/test/differential.ts'
import { decisions, randomOperation } from '#test/random-operation.ts'
import { ownCase } from '../executor/test/random-results.ts'
import { executorOver, requestOf } from './requests.ts'

test('Both executors return the same data, and the same errors at the same paths', async () => {
  const { pair, values } = await ownCase()
  const own = await executorOver(pair.graph, { authorizedBy: 'subgraphs' })
  const stock = await executorOver(pair.graph, { authorizedBy: 'subgraphs', engine: 'apollo' })
  const property = asyncProperty(decisions, async (numbers) => {
    const { source, variables } = randomOperation(pair.graph.schema, numbers, { values })
    pre(isValid(pair, source))
    const request = requestOf(pair.graph, source, variables)
    const [response, expected] = [await own(request), await stock(request)]
    expect(response.data, source).toEqual(expected.data)
    expect(texts(response.errors), source).toEqual(texts(expected.errors))
  })
  await assert(property, { numRuns: 100, seed: 20_261_122 })
})

/** The errors as sorted texts, because their order depends on which subgraph responds first. */
function texts(errors: readonly GraphQLError[] = []): string[] {
  return errors.map(({ message, path }) => `${path?.join('.')}: ${message}`).toSorted()
}
