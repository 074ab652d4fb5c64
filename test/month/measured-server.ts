// For `npm run growth`: a PostgreSQL server with the settings of production that counts its statements.
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#foundation/postgres/embedded.ts'
import { testLog } from '#test/caller.ts'
import type { TestDatabase } from '#test/database.ts'
import { subgraphs } from '../../subgraphs/index.ts'

export const IS_MEASURED = process.env.MEASURE_GROWTH !== undefined

const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
}

/** Starts the server, and starts it again, because libraries are loaded at a start. */
export async function startMeasuredServer(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ecosystem-month-'))
  // PostgreSQL runs as another user if this is root, and that user must be able to enter.
  await chmod(dataDir, 0o755)
  const first = await startEmbeddedPostgres({ dataDir, log: testLog })
  const settings = Object.entries(SETTINGS)
  await execute(
    first.url,
    ...settings.map(([name, value]) => `alter system set ${name} = ${value}`),
  )
  await first.stop()
  const postgres = await startEmbeddedPostgres({ dataDir, services: subgraphs, log: testLog })
  await execute(postgres.url, 'create extension pg_stat_statements')
  return {
    url: postgres.nearestUrl,
    async drop() {
      await postgres.stop()
      await removeEmbeddedPostgres(dataDir)
    },
  }
}

async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
