// A PostgreSQL server for each service, with the schema of that service alone.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import { startEmbeddedPostgres } from '#foundation/postgres/embedded.ts'
import { serviceUrl } from '#foundation/postgres/service-roles.ts'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import { subgraphs } from '../../../subgraphs/index.ts'
import { testLog } from '#test/caller.ts'
import type { TestDatabase } from '#test/database.ts'

/** Starts the servers. The address of the whole is that of Identity's server; dropping stops all of them. */
export async function startSeparateServers(): Promise<TestDatabase> {
  await using servers = new AsyncDisposableStack()
  const urls: Record<string, string> = {}
  // One after the other: each start uses a processor.
  for (const subgraph of subgraphs) urls[subgraph.name] = await startServer(subgraph, servers)
  const started = servers.move()
  return { url: urls.identity!, urls, drop: () => started.disposeAsync() }
}

async function startServer(subgraph: AnySubgraph, servers: AsyncDisposableStack): Promise<string> {
  const { name } = subgraph
  const dataDir = await mkdtemp(join(tmpdir(), `ecosystem-${name}-`))
  servers.defer(() => rm(dataDir, { recursive: true, force: true }))
  // PostgreSQL runs as another user if this is root, and that user must be able to enter.
  await chmod(dataDir, 0o755)
  const services = [subgraph]
  const postgres = await startEmbeddedPostgres({ dataDir, services, log: testLog, durable: false })
  servers.defer(() => postgres.stop())
  const url = serviceUrl(postgres.nearestUrl, name)
  await migrate(url, subgraph, testLog)
  return url
}
