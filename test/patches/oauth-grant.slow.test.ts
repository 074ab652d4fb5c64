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
    const before = JSON.parse(
      await readFile(new URL(`../../${GENERATED}`, import.meta.url), 'utf8'),
    ) as OpenApi
    const after = JSON.parse(await copy.read(GENERATED)) as OpenApi
    for (const { examples, schema } of tokenRequests(after)) {
      expect(schema.oneOf.pop()).toMatchObject({ title: GRANT_TYPE })
      expect(examples).toHaveProperty([GRANT_TYPE])
      delete examples[GRANT_TYPE]
    }
    expect(after).toEqual(before)
  },
)

test('the token endpoint and the metadata know it', { timeout: TIMEOUT_MS }, async () => {
  const config = ['--config', 'vitest.slow.config.ts']
  await copy.run('vitest', 'run', ...config, 'test/oauth/admin-key-grant.test.ts')
})

interface OpenApi {
  paths: Record<string, { post: { requestBody: { content: Record<string, TokenRequests> } } }>
}

interface TokenRequests {
  examples: Record<string, unknown>
  schema: { oneOf: unknown[] }
}

/** What the document says of token requests, for each encoding. */
function tokenRequests(document: OpenApi): TokenRequests[] {
  return Object.values(document.paths['/api/oauth/token']!.post.requestBody.content)
}
