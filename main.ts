// `npm start`: the eight services and the router in one process, over an embedded PostgreSQL.
import { parseArgs } from 'node:util'
import {
  requireDatabases,
  warnOfSuperusers,
} from '#foundation/database/address/connection-check.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#foundation/postgres/embedded.ts'
import { httpSettings } from '#foundation/http/settings.ts'
import { postgresSettings } from '#foundation/postgres/settings.ts'
import { serviceUrl } from '#foundation/postgres/service-roles.ts'
import { warnOfHoles } from '#foundation/postgres/version.ts'
import { serviceSettings, type Config } from '#foundation/process/config.ts'
import {
  runUntilSignal,
  type RunningProcess,
  type Shutdown,
} from '#foundation/process/lifecycle.ts'
import {
  metricsAddresses,
  requireDifferentPorts,
  requireFreePorts,
  serviceAddress,
  type ListenAddress,
} from '#foundation/process/ports.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import { createLog, logForm, type Log } from '#foundation/telemetry/log.ts'
import { telemetrySettings } from '#foundation/telemetry/settings.ts'
import { startTelemetry } from '#foundation/telemetry/start-telemetry.ts'
import { routerSettings } from './router/settings.ts'
import { services } from './subgraphs/services.ts'
import { readSystemConfig } from './subgraphs/settings.ts'

/** Clients that wait for the ready message call immediately, so memory is freed this much later. */
const FREE_MEMORY_AFTER_MS = 2_000

async function start(shutdown: Readonly<Shutdown>): Promise<RunningProcess> {
  const config = readSystemConfig(process.env)
  const settings = telemetrySettings.read(config.env)
  const addresses = listenAddresses(config)
  requireDifferentPorts(addresses)
  const log = createLog(settings.logLevel, 'ecosystem', logForm(config))
  await using resources = new AsyncDisposableStack()
  resources.use(await startTelemetry({ settings, log, name: 'ecosystem' }))
  const database = await openDatabase(config, log)
  resources.defer(() => database.stop())
  await requireFreePorts(addresses)
  const now = () => new Date()
  const options = {
    config,
    databaseUrlOf: database.urlOf,
    log,
    now,
    shutdown,
    execution: 'compiled' as const,
  }
  const { readyScreen, startOneProcess } = await loadSystem()
  resources.use(await startOneProcess(options))
  if (database.version) warnOfHoles(database.version, log)
  console.log(readyScreen(config, database.firstStart))
  setTimeout(freeMemory, FREE_MEMORY_AFTER_MS).unref()
  const started = resources.move()
  return { log, shutdownDelayMs: config.shutdownDelayMs, stop: () => started.disposeAsync() }
}

/** Loads most of the code, while PostgreSQL starts. */
async function loadSystem() {
  const loaded = await Promise.all([import('./one-process.ts'), import('./ready-screen.ts')])
  return { ...loaded[0], ...loaded[1] }
}

/** Frees a quarter of the heap, which V8 would keep for a minute or two. It blocks the process for 0.1 to 0.2 s. */
function freeMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** The embedded PostgreSQL, unless every service has its own DATABASE_URL. */
async function openDatabase(config: Config, log: Log) {
  const settings = services.map(({ name }) => serviceSettings(config, name))
  const superusers = await requireDatabases(settings)
  if (config.production) warnOfSuperusers(superusers, log)
  const ownUrlOf = (name: string) => serviceSettings(config, name).databaseUrl
  if (services.every(({ name }) => ownUrlOf(name) !== undefined)) {
    const stop = () => Promise.resolve()
    const urlOf = (name: string) => ownUrlOf(name)!
    return { urlOf, version: undefined, firstStart: false, stop }
  }
  // `start` loads the code again, and reports a failure.
  const onLaunched = () => void loadSystem().catch(() => undefined)
  const { dataDir, env } = config
  const options = { dataDir, ...postgresSettings.read(env), services, log, onLaunched }
  const embedded = await startEmbeddedPostgres(options)
  const urlOf = (name: string) => ownUrlOf(name) ?? serviceUrl(embedded.nearestUrl, name)
  return { ...embedded, urlOf }
}

function listenAddresses(config: Config): ListenAddress[] {
  const { env, host } = config
  const addresses = services.map((service) => serviceAddress(config, service))
  const router = { host, port: routerSettings.read(env).port, setting: 'ROUTER_PORT' }
  return [...addresses, router, ...metricsAddresses(host, httpSettings.read(env).metricsPort)]
}

/** `npm run reset`: deletes the embedded database. */
async function reset(): Promise<void> {
  const { dataDir, env, production } = readSystemConfig(process.env)
  if (production) throw new SettingError('npm run reset is disabled in production.')
  await removeEmbeddedPostgres(dataDir, postgresSettings.read(env).postgresBin)
  console.log(`Deleted the database in ${dataDir}. The next start creates a new one.`)
}

try {
  const { values } = parseArgs({ options: { reset: { type: 'boolean' } } })
  await (values.reset ? reset() : runUntilSignal(start))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
