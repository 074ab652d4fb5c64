// What other code imports by the name of the package.
import { expect, test } from 'vitest'
import * as named from 'federation-check'
import * as sources from '../src/index.ts'

test('the package exports all that its sources do', () => {
  expect(Object.keys(named).toSorted()).toEqual(Object.keys(sources).toSorted())
})
