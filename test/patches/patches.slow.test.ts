// The walk-throughs of docs/architecture.md and of docs/guides/add-a-ninth-service.md, applied to one copy of the
// project and tried there: a new OAuth grant, a new field, a new mutation with a REST path, and a new service.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SLOWNESS } from '#test/slowness.ts'
import { patchedCopy, type PatchedCopy, type PatchFiles } from './patched-copy.ts'

const OPENAPI = 'schema/openapi.json'
const GRANT_TYPE = 'urn:ecosystem:params:oauth:grant-type:admin-key'
/** The compiler alone takes half a minute of a processor, which others may use as well. */
const TIME = { timeout: 900_000 * SLOWNESS }

let copy: PatchedCopy
let grant: PatchFiles
let withGrant: OpenApi
let field: PatchFiles
let mutation: PatchFiles
let service: PatchFiles
beforeAll(async () => {
  copy = await patchedCopy()
  grant = copy.apply('oauth-grant')
  // Before the other patches, which change the document as well.
  await copy.run('node', 'schema/generate.ts')
  withGrant = await openApi()
  field = copy.apply('quest-field')
  mutation = copy.apply('realm-mutation')
  service = copy.apply('ninth-service')
  await copy.run('node', 'schema/generate.ts')
}, TIME.timeout)
afterAll(() => copy?.remove())

const openApi = async () => JSON.parse(await copy.read(OPENAPI)) as OpenApi

test('a new grant is one file, one row and at most six files in all', () => {
  const grants = 'subgraphs/identity/oauth/grants/'
  expect(grant.files).toContain(`${grants}grant-types.ts`)
  expect(grant.files).toContain(`${grants}admin-key.ts`)
  expect([...grant.files, OPENAPI].length).toBeLessThanOrEqual(6)
})

test('the OpenAPI document lists the new grant, and nothing else changes in it', async () => {
  const before = await readFile(new URL(`../../${OPENAPI}`, import.meta.url), 'utf8')
  for (const { examples, schema } of tokenRequests(withGrant)) {
    expect(schema.oneOf.pop()).toMatchObject({ title: GRANT_TYPE })
    expect(examples).toHaveProperty([GRANT_TYPE])
    delete examples[GRANT_TYPE]
  }
  expect(withGrant).toEqual(JSON.parse(before))
})

test('a field is written in files of its own service alone, and the rest is generated', async () => {
  expect(field.files.filter((file) => !file.startsWith('subgraphs/path/'))).toEqual([])
  expect(await copy.read('schema/api.graphql')).toContain('estimatedMinutes: Int')
  const content = JSON.parse(await copy.read('content/schema.json')) as unknown
  expect(JSON.stringify(content)).toContain('"estimatedMinutes":{"type":"integer"')
})

test('a path is one row of the REST adapters, over a field of the service', async () => {
  expect(mutation.files.toSorted()).toEqual([
    'docs/contract/realm.md',
    'subgraphs/realm/domain/presence.ts',
    'subgraphs/realm/resolvers.ts',
    'subgraphs/realm/routes.ts',
    'subgraphs/realm/schema.graphql',
  ])
  expect((await openApi()).paths).toHaveProperty(['/api/realms/{id}/stay', 'post'])
})

test('a service is its folder, a line of the list, its container and its page of the contract', async () => {
  const files = [...service.files, ...service.tests]
  expect(files.filter((file) => !file.startsWith('subgraphs/archive/')).toSorted()).toEqual([
    'docker-compose.yml',
    'docs/contract/archive.md',
    'subgraphs/services.ts',
  ])
  expect(await copy.read('schema/api.graphql')).toContain('type Keepsake implements Node')
})

test('the copy compiles, and what the generator has written is complete', TIME, async () => {
  await copy.run('tsc')
  await copy.run('node', 'schema/generate.ts', '--check')
})

/** What the patches could break: their own tests, every way to the new paths, each event and each column. */
const TESTS = [
  'test/oauth/admin-key-grant.test.ts',
  'subgraphs/path/test/quest-estimate.test.ts',
  'subgraphs/archive/test/archive.slow.test.ts',
  'test/contract/contract.test.ts',
  'test/contract/other-ways.slow.test.ts',
  'test/contract/root-fields.test.ts',
  'test/personal-data/columns.test.ts',
  'test/events/declared-kinds.test.ts',
]
/** All tests apart from those of the contract's other rows. */
const NAMES = '^(?!one process,|over HTTP,)|/api/(realms/:id/stay|keepsakes) '

test(
  'the tests of the patches pass, the new paths keep their contract, and no event and no column is forgotten',
  TIME,
  async () => {
    const config = ['--config', 'test/patches/vitest.config.ts']
    const output = await copy.run('vitest', 'run', ...config, ...TESTS, '-t', NAMES)
    expect(output).toContain(`Test Files  ${TESTS.length} passed (${TESTS.length})`)
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
function tokenRequests({ paths }: OpenApi): TokenRequests[] {
  return Object.values(paths['/api/oauth/token']!.post.requestBody.content)
}
