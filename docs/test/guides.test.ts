// The guides name every documented path, and their operations are valid.
import { globSync, readFileSync } from 'node:fs'
import { buildSchema, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { readGuide } from '../paths.ts'

const FOLDER = new URL('../guides/', import.meta.url)
const GUIDES = globSync('*.md', { cwd: FOLDER.pathname })

/** The blocks of operations, and the texts of operations in shell commands. */
function operationsOf(guide: string): string[] {
  const text = readFileSync(new URL(guide, FOLDER), 'utf8')
  const blocks = [...text.matchAll(/^ *```graphql\n([^]*?)^ *```$/gm)]
  const commands = [...text.matchAll(/-d '\{"query": "([^']*)"\}'/g)]
  return [...blocks, ...commands].map(([, operation]) => operation!)
}

test('The guide lists every REST path with its GraphQL field', () => {
  const { text, fresh } = readGuide()
  expect(text, 'Run `npm run paths` and commit the file.').toBe(fresh)
})

test('The operations of the guides are valid', () => {
  const schema = buildSchema(
    readFileSync(new URL('../../schema/api.graphql', import.meta.url), 'utf8'),
  )
  const operations = GUIDES.flatMap(operationsOf)
  expect(operations.length).toBeGreaterThan(5)
  for (const operation of operations) expect(validate(schema, parse(operation))).toEqual([])
})
