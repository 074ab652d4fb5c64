// Random operations: compiled ones return the results of graphql-js.
import { test } from 'vitest'
import { compareRandomRuns } from './random-results.ts'

test('random queries have the same errors in the same order, whatever resolvers return', async () => {
  await compareRandomRuns(false, 100)
})

test('random queries have the same nulls, whatever promises resolvers return', async () => {
  await compareRandomRuns(true, 100)
})
