// A start that fails halfway stops what it has started.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serviceUrl } from '#foundation/postgres/service-roles.ts'
import { readConfig } from '#foundation/process/config.ts'
import type { Environment } from '#foundation/settings/setting.ts'
import { createRuntime } from '#foundation/service/runtime.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { freePorts } from '#test/ports.ts'
import { startOneProcess } from '../one-process.ts'
import { hostServices } from '../subgraphs/host.ts'
import { subgraphs } from '../subgraphs/index.ts'

const serviceSecrets = ['a secret of this test alone (32+)'] as const
const common = { log: testLog, now: () => new Date(), execution: 'compiled' as const }

let database: TestDatabase
let dataDir: string
let env: Environment
beforeEach(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-start-'))
  const [routerPort, ...others] = await freePorts(subgraphs.length + 1)
  const own = subgraphs.map(({ settings }, index) => [`${settings}_PORT`, String(others[index])])
  const ports = Object.fromEntries(own)
  env = { ...ports, ROUTER_PORT: String(routerPort), DATA_DIR: dataDir, DEMO: '0' }
})
afterEach(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true })
})

const startWith = (settings: Environment) =>
  startOneProcess({
    ...common,
    config: readConfig(settings, subgraphs),
    databaseUrlOf: (name: string) => serviceUrl(database.url, name),
  })

test('a start with an unusable setting of the router is undone', async () => {
  await expect(startWith({ ...env, TRUSTED_DOCUMENTS: 'some' })).rejects.toThrow(
    'TRUSTED_DOCUMENTS is "some"',
  )
  await expect.poll(connections).toBe(0)
  await (await startWith(env)).disposeAsync()
})

test('a start in which an endpoint of a service fails is undone, while the others start', async () => {
  const refusal = Promise.withResolvers<void>()
  const refused = () => {
    refusal.resolve()
    return Promise.reject(new Error('The keys cannot be read.'))
  }
  const afterRefusal = async () => {
    await refusal.promise
    await new Promise(setImmediate)
    return { api: express.Router(), pages: express.Router() }
  }
  const [identity, path, ...others] = subgraphs
  await using runtime = await createRuntime({
    ...common,
    config: readConfig({ ...env, DEMO: '1' }, subgraphs),
    serviceSecrets,
    self: 'identity',
  })
  const host = hostServices({
    runtime,
    databaseUrlOf: (name: string) => serviceUrl(database.url, name),
    execution: common.execution,
    subgraphs: [
      identity!,
      { ...path!, endpoints: refused },
      ...others.map((other) => ({ ...other, endpoints: afterRefusal })),
    ],
    peersOverHttp: true,
  })
  await expect(host).rejects.toThrow('The keys cannot be read.')
  await expect.poll(connections).toBe(0)
  // All ports are closed.
  await (await startWith(env)).disposeAsync()
})

/** The number of connections that the services still hold. That of hints belongs to the process. */
async function connections(): Promise<number> {
  const client = new Client(database.url)
  await client.connect()
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database()
       and pid <> pg_backend_pid() and application_name <> 'events'`,
  )
  await client.end()
  return rowCount ?? 0
}
