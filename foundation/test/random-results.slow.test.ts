// Ten thousand random operations: compiled ones return the results of graphql-js.
import { test } from 'vitest'
import { compareRandomRuns } from './random-results.ts'

test('whatever resolvers return', () => compareRandomRuns(false, 5_000))

test('whatever promises they return', () => compareRandomRuns(true, 5_000))
