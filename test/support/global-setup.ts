// One PostgreSQL for a whole test run, with a template database in which every migration has run.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#foundation/database/migrate.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#foundation/postgres/embedded.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { readKeys } from '../../subgraphs/identity/oauth/keys/key-file.ts'
import { subgraphs } from '../../subgraphs/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** For what the programs of one run share. */
    sharedFolder: string
  }
}

export const TEMPLATE = 'template_ecosystem'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-test-'))
  const log = createLog('warn', 'test')
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })
  await makeTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  const sharedFolder = await mkdtemp(join(tmpdir(), 'ecosystem-shared-'))
  // One RSA key for the whole run: making one takes longer than many a test.
  await readKeys(sharedFolder, new Date(), 'RS256')
  project.provide('sharedFolder', sharedFolder)
  return async () => {
    await postgres.stop()
    await removeEmbeddedPostgres(dataDir)
    for (const folder of [dataDir, sharedFolder]) await rm(folder, { recursive: true, force: true })
  }
}

async function makeTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = new URL(url)
  template.pathname = `/${TEMPLATE}`
  const log = createLog('warn', 'test')
  for (const { name, migrations } of subgraphs) await migrate(template.href, name, migrations, log)
}
