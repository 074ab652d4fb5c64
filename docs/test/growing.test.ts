// The page about growth has the tables that its programs write.
import { expect, test } from 'vitest'
import { readGrowing } from '../growing.ts'

test('The page about growth has fresh tables', () => {
  const { text, fresh } = readGrowing()
  expect(text, 'Run `npm run growing` and commit the file.').toBe(fresh)
})
