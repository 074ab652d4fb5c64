// Random operations: compiled ones return the results of graphql-js.
import { test } from 'vitest'
import { compareRandomRuns } from './random-results.ts'

test('whatever resolvers return, with the same errors in the same order', async () => {
  await compareRandomRuns(false, 100)
})

test('whatever promises resolvers return, with the same nulls', async () => {
  await compareRandomRuns(true, 100)
})
