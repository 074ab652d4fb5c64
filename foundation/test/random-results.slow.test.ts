// Four thousand random operations: compiled ones return the results of graphql-js.
import { test } from 'vitest'
import { compareRandomRuns } from './random-results.ts'

test('random queries have equal results compiled and interpreted, whatever resolvers return', () =>
  compareRandomRuns(false, 2_000))

test('random queries have equal results compiled and interpreted, whatever promises resolvers return', () =>
  compareRandomRuns(true, 2_000))
