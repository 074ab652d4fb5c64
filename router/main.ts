// `node router/main.ts [--supergraph FILE|URL] [--port N]`: the router alone, over HTTP subgraphs.
import { parseArgs } from 'node:util'
import { readConfig } from '#foundation/process/config.ts'
import { readPort } from '#foundation/process/setting.ts'
import {
  runUntilSignal,
  type RunningProcess,
  type Shutdown,
} from '#foundation/process/lifecycle.ts'
import { createLog, logForm } from '#foundation/telemetry/log.ts'
import { startTelemetry } from '#foundation/telemetry/start-telemetry.ts'
import { services } from '../subgraphs/services.ts'
import { startRouterAlone, type RouterAlone } from './alone.ts'
import { sourceAt } from './supergraph/source-at.ts'

const started = Promise.withResolvers<RouterAlone>()

async function start(shutdown: Readonly<Shutdown>): Promise<RunningProcess> {
  const { supergraph: location, port } = readArguments()
  const own = port === undefined ? {} : { routerPort: readPort('--port', port) }
  const config = { ...readConfig(process.env, services), ...own }
  const log = createLog(config.logLevel, 'router', logForm(config))
  const supergraph = location === undefined ? undefined : sourceAt(location)
  const portSetting = port === undefined ? undefined : '--port'
  const options = { config, portSetting, supergraph, log, now: () => new Date(), shutdown }
  await using resources = new AsyncDisposableStack()
  resources.use(await startTelemetry({ config, log, name: 'router' }))
  const router = await startRouterAlone(options).catch((cause: unknown) => {
    throw supergraph
      ? new Error(`The router over ${supergraph.name} did not start:`, { cause })
      : cause
  })
  started.resolve(resources.use(router))
  console.log(`Ready. Router http://localhost:${config.routerPort}/graphql`)
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
