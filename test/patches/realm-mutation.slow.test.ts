// The walk-through of a mutation with a REST path in docs/architecture.md, applied to a copy and tried there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patchedCopy, type PatchedCopy } from './patched-copy.ts'

const TIMEOUT_MS = 300_000

let copy: PatchedCopy
beforeAll(async () => {
  copy = await patchedCopy('realm-mutation')
})
afterAll(() => copy?.remove())

test('a path is one row of the REST adapters, over a field of the service', () => {
  expect(copy.files.toSorted()).toEqual([
    'docs/contract.md',
    'rest-adapters/realm.ts',
    'subgraphs/realm/domain/presence.ts',
    'subgraphs/realm/resolvers.ts',
    'subgraphs/realm/schema.graphql',
  ])
})

test('the rest is generated, and the whole compiles', { timeout: TIMEOUT_MS }, async () => {
  await copy.run('node', 'schema/generate.ts')
  await copy.run('tsc')
  const { paths } = JSON.parse(await copy.read('schema/openapi.json')) as { paths: object }
  expect(paths).toHaveProperty(['/api/realms/{id}/stay', 'post'])
})

test('its row of the contract holds in every way', { timeout: TIMEOUT_MS }, async () => {
  const row = ['-t', 'POST /api/realms/:id/stay']
  const config = ['--config', 'test/mutation/vitest.config.ts']
  await copy.run('vitest', 'run', ...config, 'contract/contract', 'contract/other-ways', ...row)
})
