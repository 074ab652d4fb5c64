// `node subgraphs/main.ts [service]`: runs one service, or those that `SERVICES` lists, each on its own port,
// with an external database.
import {
  requireDatabases,
  warnOfSuperusers,
} from '#foundation/database/address/connection-check.ts'
import { httpSettings } from '#foundation/http/settings.ts'
import { requiredServiceSecrets, serviceSettings, type Config } from '#foundation/process/config.ts'
import {
  runUntilSignal,
  type RunningProcess,
  type Shutdown,
} from '#foundation/process/lifecycle.ts'
import {
  metricsAddresses,
  requireDifferentPorts,
  serviceAddress,
} from '#foundation/process/ports.ts'
import { publishMetrics } from '#foundation/service/published-metrics.ts'
import { createRuntime } from '#foundation/service/runtime.ts'
import type { ServiceDeclaration } from '#foundation/service/subgraph.ts'
import { SettingError, valueOf } from '#foundation/settings/setting.ts'
import { createLog, logForm } from '#foundation/telemetry/log.ts'
import { telemetrySettings } from '#foundation/telemetry/settings.ts'
import { startTelemetry } from '#foundation/telemetry/start-telemetry.ts'
import { hostServices } from './host.ts'
import { loadSubgraphs, services } from './services.ts'
import { readSystemConfig, servicesSetting } from './settings.ts'

async function start(shutdown: Readonly<Shutdown>): Promise<RunningProcess> {
  const chosen = chosenServices(process.argv.slice(2), valueOf(process.env, servicesSetting) ?? [])
  const [{ name: self }, ...others] = chosen
  const config = readSystemConfig(process.env)
  const telemetry = telemetrySettings.read(config.env)
  const name = others.length === 0 ? self : 'services'
  const log = createLog(telemetry.logLevel, name, logForm(config))
  const databaseUrls = databaseUrlsOf(config, chosen)
  const serviceSecrets = requiredServiceSecrets(config)
  const addresses = chosen.map((service) => serviceAddress(config, service))
  const { metricsPort } = httpSettings.read(config.env)
  requireDifferentPorts([...addresses, ...metricsAddresses(config.host, metricsPort)])
  const settings = chosen.map(({ name }) => serviceSettings(config, name))
  const superusers = await requireDatabases(settings)
  if (config.production) warnOfSuperusers(superusers, log)
  await using resources = new AsyncDisposableStack()
  resources.use(await startTelemetry({ settings: telemetry, log, name }))
  const now = () => new Date()
  const runtime = resources.use(
    await createRuntime({ config, log, now, serviceSecrets, self, shutdown }),
  )
  const databaseUrlOf = (service: string) => databaseUrls.get(service)!
  const hosting = { runtime, databaseUrlOf, execution: 'compiled' as const, peersOverHttp: false }
  resources.use(await hostServices({ ...hosting, subgraphs: await loadSubgraphs(chosen) }))
  resources.use(await publishMetrics(runtime))
  const urls = chosen.map(({ title }, index) => `${title} ${settings[index]!.baseUrl}`)
  console.log(`Ready. ${urls.join(', ')}`)
  const started = resources.move()
  return { log, shutdownDelayMs: config.shutdownDelayMs, stop: () => started.disposeAsync() }
}

type Chosen = readonly [ServiceDeclaration, ...ServiceDeclaration[]]

/** The services to run, in the order of `services`. @throws SettingError for an unknown name */
function chosenServices(args: readonly string[], listed: readonly string[]): Chosen {
  const names = new Set(args.length > 0 ? args : listed)
  const [first, ...more] = services.filter(({ name }) => names.has(name))
  const areKnown = names.size === more.length + 1
  if (first && areKnown && args.length <= 1) return [first, ...more]
  throw new SettingError(
    'Usage: node subgraphs/main.ts <service>, or SERVICES=<service>,<service> node subgraphs/main.ts. ' +
      `Services: ${services.map(({ name }) => name).join(', ')}.`,
  )
}

/** The database of each service. @throws SettingError if any service has none */
function databaseUrlsOf(config: Config, chosen: Chosen): Map<string, string> {
  const urls = chosen.map(({ name, settings, title }): [string, string] => {
    const { databaseUrl } = serviceSettings(config, name)
    if (databaseUrl !== undefined) return [name, databaseUrl]
    throw new SettingError(
      `${title} needs a database: set DATABASE_URL or ${settings}_DATABASE_URL.`,
    )
  })
  return new Map(urls)
}

await runUntilSignal(start)
