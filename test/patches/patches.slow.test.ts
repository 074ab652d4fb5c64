// The walk-throughs of docs/architecture.md, applied to one copy of the project and tried there: a new OAuth
// grant, a new field, and a new mutation with a REST path.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patchedCopy, type PatchedCopy } from './patched-copy.ts'

const OPENAPI = 'schema/openapi.json'
const GRANT_TYPE = 'urn:ecosystem:params:oauth:grant-type:admin-key'
const timeout = 300_000

let copy: PatchedCopy
let withGrant: OpenApi
let fieldFiles: readonly string[]
let mutationFiles: readonly string[]
beforeAll(async () => {
  copy = await patchedCopy('oauth-grant')
  // Before the other patches, which change the document as well.
  await copy.run('node', 'schema/generate.ts')
  withGrant = JSON.parse(await copy.read(OPENAPI)) as OpenApi
  fieldFiles = copy.apply('quest-field').files
  mutationFiles = copy.apply('realm-mutation').files
  await copy.run('node', 'schema/generate.ts')
}, timeout)
afterAll(() => copy?.remove())

test('the project with all patches compiles', { timeout }, async () => {
  await copy.run('tsc')
})

describe('a grant', () => {
  test('a new grant is one file, one row and at most six files in all', () => {
    const grants = 'subgraphs/identity/oauth/grants/'
    expect(copy.files).toContain(`${grants}grant-types.ts`)
    expect(copy.files).toContain(`${grants}admin-key.ts`)
    expect([...copy.files, OPENAPI].length).toBeLessThanOrEqual(6)
  })

  test('the OpenAPI document lists the new grant, and nothing else changes in it', async () => {
    const before = JSON.parse(
      await readFile(new URL(`../../${OPENAPI}`, import.meta.url), 'utf8'),
    ) as OpenApi
    for (const { examples, schema } of tokenRequests(withGrant)) {
      expect(schema.oneOf.pop()).toMatchObject({ title: GRANT_TYPE })
      expect(examples).toHaveProperty([GRANT_TYPE])
      delete examples[GRANT_TYPE]
    }
    expect(withGrant).toEqual(before)
  })

  test('the token endpoint and the metadata know the new grant', { timeout }, async () => {
    const config = ['--config', 'vitest.slow.config.ts']
    await copy.run('vitest', 'run', ...config, 'test/oauth/admin-key-grant.test.ts')
  })
})

test('a field is written in files of its own service alone, and the rest is generated', async () => {
  expect(fieldFiles.filter((file) => !file.startsWith('subgraphs/path/'))).toEqual([])
  expect(await copy.read('schema/api.graphql')).toContain('estimatedMinutes: Int')
  const content = JSON.parse(await copy.read('content/schema.json')) as unknown
  expect(JSON.stringify(content)).toContain('"estimatedMinutes":{"type":"integer"')
})

test('a path is one row of the REST adapters, over a field of the service', async () => {
  expect(mutationFiles.toSorted()).toEqual([
    'docs/contract/realm.md',
    'subgraphs/realm/domain/presence.ts',
    'subgraphs/realm/resolvers.ts',
    'subgraphs/realm/routes.ts',
    'subgraphs/realm/schema.graphql',
  ])
  const { paths } = JSON.parse(await copy.read(OPENAPI)) as OpenApi
  expect(paths).toHaveProperty(['/api/realms/{id}/stay', 'post'])
})

test(
  'the field is listed, changed and bounded, and the path keeps its contract',
  { timeout },
  async () => {
    const tests = ['subgraphs/path/test/quest-estimate.test.ts', 'test/events/triggers.test.ts']
    await copy.run('vitest', 'run', ...tests)
    const everyWay = ['--config', 'test/mutation/vitest.config.ts', 'contract/']
    await copy.run('vitest', 'run', ...everyWay, '-t', 'POST /api/realms/:id/stay')
  },
)

interface OpenApi {
  paths: Record<string, { post: { requestBody: { content: Record<string, TokenRequests> } } }>
}

interface TokenRequests {
  examples: Record<string, unknown>
  schema: { oneOf: unknown[] }
}

/** The token requests of the document, one for each encoding. */
function tokenRequests(document: OpenApi): TokenRequests[] {
  return Object.values(document.paths['/api/oauth/token']!.post.requestBody.content)
}
