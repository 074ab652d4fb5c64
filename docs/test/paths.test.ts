// The guide to GraphQL names the field of every documented path.
import { expect, test } from 'vitest'
import { readGuide } from '../paths.ts'

test('The guide lists every REST path with its GraphQL field', () => {
  const { text, fresh } = readGuide()
  expect(text, 'Run `npm run paths` and commit the file.').toBe(fresh)
})
