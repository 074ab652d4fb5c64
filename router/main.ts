// `node router/main.ts [--supergraph FILE|URL] [--port N]`: the router alone, over HTTP subgraphs.
import { parseArgs } from 'node:util'
import {
  runUntilSignal,
  type RunningProcess,
  type Shutdown,
} from '#foundation/process/lifecycle.ts'
import { readPort } from '#foundation/settings/value-parsers.ts'
import { createLog, logForm } from '#foundation/telemetry/log.ts'
import { telemetrySettings } from '#foundation/telemetry/settings.ts'
import { startTelemetry } from '#foundation/telemetry/start-telemetry.ts'
import { readSystemConfig } from '../subgraphs/settings.ts'
import { startRouterAlone, type RouterAlone } from './alone.ts'
import { routerSettings } from './settings.ts'
import { sourceAt } from './supergraph/source-at.ts'

const started = Promise.withResolvers<RouterAlone>()

async function start(shutdown: Readonly<Shutdown>): Promise<RunningProcess> {
  const { supergraph: location, port } = readArguments()
  const own = port === undefined ? {} : { ROUTER_PORT: String(readPort('--port', port)) }
  const config = readSystemConfig({ ...process.env, ...own })
  const settings = telemetrySettings.read(config.env)
  const log = createLog(settings.logLevel, 'router', logForm(config))
  const supergraph = location === undefined ? undefined : sourceAt(location)
  const portSetting = port === undefined ? undefined : '--port'
  const options = { config, portSetting, supergraph, log, now: () => new Date(), shutdown }
  await using resources = new AsyncDisposableStack()
  resources.use(await startTelemetry({ settings, log, name: 'router' }))
  const router = await startRouterAlone(options).catch((cause: unknown) => {
    throw supergraph
      ? new Error(`The router over ${supergraph.name} did not start:`, { cause })
      : cause
  })
  started.resolve(resources.use(router))
  console.log(`Ready. Router http://localhost:${routerSettings.read(config.env).port}/graphql`)
  const running = resources.move()
  const { shutdownDelayMs } = config
  return { log, shutdownDelayMs, stop: () => running.disposeAsync() }
}

function readArguments() {
  const { values } = parseArgs({
    options: { supergraph: { type: 'string' }, port: { type: 'string' } },
  })
  return values
}

/** A reload that is requested during the start follows it. */
async function reload(): Promise<void> {
  await (await started.promise).reload()
}

await runUntilSignal(start, () => void reload())
