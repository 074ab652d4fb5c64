// The walk-through of a new OAuth grant in docs/architecture.md, applied to a copy and tried there.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patchedCopy, type PatchedCopy } from './patched-copy.ts'

const GENERATED = 'schema/openapi.json'
const GRANT_TYPE = 'urn:ecosystem:params:oauth:grant-type:admin-key'
const TIMEOUT_MS = 300_000

let copy: PatchedCopy
beforeAll(async () => {
  copy = await patchedCopy('oauth-grant')
})
afterAll(() => copy?.remove())

test('a grant is one file, one row and at most six files in all', () => {
  const grants = 'subgraphs/identity/oauth/grants/'
  expect(copy.files).toContain(`${grants}grant-types.ts`)
  expect(copy.files).toContain(`${grants}admin-key.ts`)
  expect([...copy.files, GENERATED].length).toBeLessThanOrEqual(6)
})

test('the patched project compiles', { timeout: TIMEOUT_MS }, async () => {
  await copy.run('tsc')
})

test(
  'its OpenAPI document lists the grant, and nothing else changes',
  { timeout: TIMEOUT_MS },
  async () => {
    await copy.run('node', 'schema/generate.ts')
    const before = JSON.parse(await readFile(GENERATED, 'utf8')) as OpenApi
    const after = JSON.parse(await copy.read(GENERATED)) as OpenApi
    for (const [at, known] of tokenRequests(before).entries()) {
      const added = tokenRequests(after)[at]!.pop()
      expect(added?.title).toBe(GRANT_TYPE)
      expect(tokenRequests(after)[at]).toEqual(known)
    }
    expect(after).toEqual(before)
  },
)

test('the token endpoint and the metadata know it', { timeout: TIMEOUT_MS }, async () => {
  await copy.run('vitest', 'run', 'test/oauth/admin-key-grant.test.ts')
})

interface OpenApi {
  paths: Record<string, { post: { requestBody: { content: Record<string, Body> } } }>
}

interface Body {
  schema: { oneOf: { title: string }[] }
}

/** The token requests that the document describes, for each encoding. */
function tokenRequests(document: OpenApi): { title: string }[][] {
  const { content } = document.paths['/api/oauth/token']!.post.requestBody
  return Object.values(content).map(({ schema }) => schema.oneOf)
}
