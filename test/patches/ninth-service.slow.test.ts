// The example of docs/guides/add-a-ninth-service.md, applied to a copy and tried there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patchedCopy, type PatchedCopy } from './patched-copy.ts'

const TIMEOUT_MS = 300_000

let copy: PatchedCopy
beforeAll(async () => {
  copy = await patchedCopy('ninth-service')
})
afterAll(() => copy?.remove())

test('A service is its folder, a line of the list, its container and role, its events and its rows of tests', () => {
  const files = [...copy.files, ...copy.tests]
  expect(files.filter((file) => !file.startsWith('subgraphs/archive/')).toSorted()).toEqual([
    'docker-compose.yml',
    'docs/contract/archive.md',
    'subgraphs/index.ts',
    'subgraphs/service-roles.sh',
    'test/events/triggers.test.ts',
    'test/services.ts',
  ])
})

test('All other files are generated, and the copy compiles', { timeout: TIMEOUT_MS }, async () => {
  await copy.run('node', 'schema/generate.ts')
  await copy.run('tsc')
  await copy.run('node', 'schema/generate.ts', '--check')
  expect(await copy.read('schema/api.graphql')).toContain('type Keepsake implements Node')
})

test(
  'The service fulfils the contract, and no column and no event is forgotten',
  { timeout: TIMEOUT_MS },
  async () => {
    const files = [
      'test/contract/contract.test.ts',
      'test/personal-data/columns.test.ts',
      'test/events/documented-kinds.test.ts',
      'test/events/triggers.test.ts',
    ]
    const tests = ['-t', '^one process, compiled.*GET /api/keepsakes|archive|every service']
    await copy.run('vitest', 'run', ...files, ...tests)
  },
)

test(
  'The service serves people, exports them and erases them',
  { timeout: TIMEOUT_MS },
  async () => {
    const config = ['--config', 'vitest.slow.config.ts']
    await copy.run('vitest', 'run', ...config, 'subgraphs/archive/test/archive.slow.test.ts')
  },
)
