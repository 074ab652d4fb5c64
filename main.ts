// `npm start`: the eight services and the router in one process, over an embedded PostgreSQL.
import { randomBytes } from 'node:crypto'
import { readConfig, serviceSettings, SettingError, type Config } from '#foundation/config.ts'
import { startEmbeddedPostgres, removeEmbeddedPostgres } from '#foundation/embedded-postgres.ts'
import { createEdge } from '#foundation/edge.ts'
import { runUntilSignal, type Running } from '#foundation/lifecycle.ts'
import { createLog, type Log } from '#foundation/log.ts'
import { createMetrics } from '#foundation/metrics.ts'
import { createMemoryStore } from '#foundation/rate-limit.ts'
import { createRemoteKeys, fetchKeySet } from '#foundation/viewer.ts'
import { createGateway } from './router/gateway.ts'
import { inProcessDataSource } from './router/in-process.ts'
import { startRouter } from './router/server.ts'
import { readSupergraph } from './router/supergraph.ts'
import { hostServices, type Host } from './subgraphs/host.ts'
import { subgraphs } from './subgraphs/index.ts'

const now = () => new Date()

async function start(): Promise<Running> {
  const config = readConfig(process.env, subgraphs)
  const log = createLog(config.logLevel, 'ecosystem')
  const database = await openDatabase(config, log)
  try {
    const system = await startSystem(config, database.url, log)
    console.log(readyLines(config, database.firstStart))
    return {
      log,
      async stop() {
        await system.stop()
        await database.stop()
      },
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** The embedded PostgreSQL, unless every service has been given another one. */
async function openDatabase(config: Config, log: Log) {
  const urls = subgraphs.map(({ name }) => serviceSettings(config, name).databaseUrl)
  if (urls.some((url) => url === undefined)) return startEmbeddedPostgres({ ...config, log })
  return { url: urls[0]!, firstStart: false, stop: () => Promise.resolve() }
}

async function startSystem(config: Config, databaseUrl: string, log: Log) {
  const issuer = serviceSettings(config, 'identity').baseUrl
  const keys = createRemoteKeys(() => fetchKeySet(issuer), now)
  const serviceSecret = config.serviceSecret ?? randomBytes(32).toString('hex')
  const host = await hostServices({
    subgraphs,
    config,
    databaseUrl,
    serviceSecret,
    keys,
    log,
    now,
    execution: 'compiled',
    peersOverHttp: false,
  })
  const metrics = createMetrics('router')
  const store = createMemoryStore()
  const edge = createEdge({ name: 'router', config, serviceSecret, keys, store, metrics, log, now })
  const dataSource = ({ name }: { name: string }) =>
    inProcessDataSource(host.hosted.get(name)!.service)
  const router = await startRouter({
    config,
    edge,
    gateway: createGateway(readSupergraph(), dataSource, log),
    requiresToken: true,
    restRouters: restRouters(host),
    ready: () => host.ready(),
    metrics,
    log,
  }).catch(async (error: unknown) => {
    await host.stop()
    throw error
  })
  return {
    async stop() {
      await router.drain()
      await host.stop()
    },
  }
}

function restRouters({ hosted }: Host) {
  return [...hosted.values()].map(({ restRouter }) => restRouter)
}

function readyLines(config: Config, firstStart: boolean): string {
  const services = subgraphs.map(
    ({ name, title }) => `  ${title.padEnd(20)} ${serviceSettings(config, name).baseUrl}`,
  )
  const demo = `
Demo data was added. People: ada (level over 50, administrator), grace, alan, edsger, barbara.
An access token of ada's: npm run -s token`
  return `
Ready.
  ${'Router'.padEnd(20)} http://localhost:${config.routerPort}/graphql${config.graphiql ? `, explorer at http://localhost:${config.routerPort}/` : ''}
${services.join('\n')}
${firstStart && config.demo ? demo : ''}`
}

/** `npm run reset`: forgets the embedded database, and with it everything in it. */
async function reset(): Promise<void> {
  const { dataDir, production } = readConfig(process.env, subgraphs)
  if (production) throw new SettingError('reset is refused in production.')
  await removeEmbeddedPostgres(dataDir)
  console.log(`The database in ${dataDir} is gone; the next start makes a new one.`)
}

if (process.argv.includes('--reset')) {
  await reset().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
} else await runUntilSignal(start)
