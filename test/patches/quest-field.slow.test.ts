// The walk-through of a new field in docs/architecture.md, applied to a copy and tried there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patchedCopy, type PatchedCopy } from './patched-copy.ts'

const TIMEOUT_MS = 300_000

let copy: PatchedCopy
beforeAll(async () => {
  copy = await patchedCopy('quest-field')
})
afterAll(() => copy?.remove())

test('a field is written in files of its own service alone', () => {
  expect(copy.files.filter((file) => !file.startsWith('subgraphs/path/'))).toEqual([])
})

test('the rest is generated, and the whole compiles', { timeout: TIMEOUT_MS }, async () => {
  await copy.run('node', 'schema/generate.ts')
  await copy.run('tsc')
  expect(await copy.read('schema/api.graphql')).toContain('estimatedMinutes: Int')
  const content = JSON.parse(await copy.read('content/schema.json')) as unknown
  expect(JSON.stringify(content)).toContain('"estimatedMinutes":{"type":"integer"')
})

test('it is listed, changed and bounded', { timeout: TIMEOUT_MS }, async () => {
  await copy.run('vitest', 'run', 'subgraphs/path/test/quest-estimate.test.ts')
})
