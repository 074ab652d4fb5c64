// One PostgreSQL for a whole test run, with a template database that has every migration.
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#foundation/postgres/embedded.ts'
import { giveSchemas, scramVerifier, serviceUrl } from '#foundation/postgres/service-roles.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { readKeys } from '../../subgraphs/identity/oauth/keys/key-file.ts'
import { subgraphs } from '../../subgraphs/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The same server over its Unix socket if it has one, which costs less than TCP. */
    nearestPostgresUrl: string
    /** A folder for files that the programs of one run share. */
    sharedFolder: string
    /** A folder for the compiled code of copies of the project, which no later run can use. */
    copiesCompileCache: string
  }
}

/** Bytes of space for the tests of three workers. */
const ROOM = 8 * 1024 ** 3

export const TEMPLATE = 'template_ecosystem'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env.TMPDIR ??= await temporaryFolder()
  const dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-test-'))
  // PostgreSQL runs as another user if this is root, and that user must be able to enter.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({
    dataDir,
    services: subgraphs,
    postgresBin: process.env.POSTGRES_BIN,
    // It may have known holes: nobody else reaches it.
    log: createLog('error', 'test'),
    durable: false,
  })
  await simplifyPassword(postgres.url)
  await makeTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  project.provide('nearestPostgresUrl', postgres.nearestUrl)
  const sharedFolder = await mkdtemp(join(tmpdir(), 'ecosystem-shared-'))
  // One RSA key for the whole run: generating one takes longer than many tests.
  await readKeys(sharedFolder, new Date(), 'RS256')
  project.provide('sharedFolder', sharedFolder)
  project.provide('copiesCompileCache', join(sharedFolder, 'compiled-copies'))
  return async () => {
    await postgres.stop()
    await removeEmbeddedPostgres(dataDir)
    for (const folder of [dataDir, sharedFolder]) await rm(folder, { recursive: true, force: true })
  }
}

/**
 * In memory, if Linux has room for it: databases are thousands of files, which come and go
 * with every test file, and a disk takes as long for them as the tests themselves do.
 */
async function temporaryFolder(): Promise<string> {
  const inMemory = '/dev/shm'
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > ROOM ? inMemory : tmpdir()
}

/** Both ends of a connection hash the password 4,096 times, and a run opens thousands of connections. */
async function simplifyPassword(url: string): Promise<void> {
  const { username, password } = new URL(url)
  await query(url, `alter role ${username} password '${scramVerifier(password)}'`)
}

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function makeTemplate(url: string): Promise<void> {
  await query(url, `create database ${TEMPLATE}`)
  const template = new URL(url)
  template.pathname = `/${TEMPLATE}`
  const log = createLog('warn', 'test')
  await giveSchemas(template.href, subgraphs)
  for (const subgraph of subgraphs) {
    await migrate(serviceUrl(template.href, subgraph.name), subgraph, log)
  }
}
