// `node subgraphs/main.ts <name>`: one service alone, on its own port, with a database somebody runs.
import { requireDatabases } from '#foundation/database/connection-check.ts'
import { readConfig, requiredServiceSecrets, serviceSettings } from '#foundation/process/config.ts'
import { SettingError } from '#foundation/process/setting.ts'
import { runUntilSignal, type Running } from '#foundation/process/lifecycle.ts'
import { createRuntime } from '#foundation/service/runtime.ts'
import { createLog, logForm } from '#foundation/telemetry/log.ts'
import { hostServices } from './host.ts'
import { subgraphs } from './index.ts'

async function start(): Promise<Running> {
  const [name, ...more] = process.argv.slice(2)
  const subgraph = subgraphs.find((known) => known.name === name)
  if (!subgraph || more.length > 0) {
    const names = subgraphs.map((known) => known.name).join(', ')
    throw new SettingError(
      `Which service? Name one, and nothing else, of ${names}: node subgraphs/main.ts <name>`,
    )
  }
  const config = readConfig(process.env, subgraphs)
  const log = createLog(config.logLevel, subgraph.name, logForm(config))
  const settings = serviceSettings(config, subgraph.name)
  const { databaseUrl, baseUrl } = settings
  if (databaseUrl === undefined) {
    throw new SettingError(
      `A service alone needs a database: set DATABASE_URL or ${subgraph.settings}_DATABASE_URL.`,
    )
  }
  const serviceSecrets = requiredServiceSecrets(config)
  await requireDatabases([settings])
  await using resources = new AsyncDisposableStack()
  const now = () => new Date()
  const runtime = createRuntime({ config, log, now, serviceSecrets, self: subgraph.name })
  resources.use(runtime)
  const hosting = { runtime, databaseUrl, execution: 'compiled' as const, peersOverHttp: true }
  resources.use(await hostServices({ ...hosting, subgraphs: [subgraph] }))
  console.log(`Ready. ${subgraph.title} ${baseUrl}`)
  const started = resources.move()
  return { log, stop: () => started.disposeAsync() }
}

await runUntilSignal(start)
