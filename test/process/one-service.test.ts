// What a process of one service loads.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { CLEANLY, install, type Installation } from '#test/installation.ts'
import { expectNoUnusedPackage, PRINTS_PACKAGES, servicesOf } from './support/loaded-packages.ts'
import { PROCESS_TEST_MS } from '#test/process.ts'

const timeout = PROCESS_TEST_MS
let home: Installation
let database: TestDatabase

beforeAll(async () => {
  database = await emptyDatabase()
  home = await install({
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret of this test alone (32+)',
    LOG_LEVEL: 'fatal',
  })
}, timeout)
afterAll(async () => {
  await home.remove()
  await database.drop()
})

test('a process of one service loads the code of no other', { timeout }, async () => {
  const program = await home.start([PRINTS_PACKAGES, 'subgraphs/main.ts'], { SERVICES: 'learn' })
  expect(await home.ask('learn', '/readyz')).toMatchObject({ status: 200 })
  program.send('SIGTERM')
  expect(await program.ended()).toEqual(CLEANLY)
  expect(servicesOf(program)).toEqual(['learn'])
  expectNoUnusedPackage(program)
})
