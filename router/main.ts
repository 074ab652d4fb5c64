// `node router/main.ts [--supergraph FILE] [--port N]`: the router alone, over HTTP subgraphs.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from '#foundation/process/config.ts'
import { readPort, SettingError } from '#foundation/process/setting.ts'
import { runUntilSignal, type RunningProcess } from '#foundation/process/lifecycle.ts'
import { createLog, logForm } from '#foundation/telemetry/log.ts'
import { services } from '../subgraphs/services.ts'
import { startRouterAlone } from './alone.ts'

async function start(): Promise<RunningProcess> {
  const { supergraph: file, port } = readArguments()
  const own = port === undefined ? {} : { routerPort: readPort('--port', port) }
  const config = { ...readConfig(process.env, services), ...own }
  const log = createLog(config.logLevel, 'router', logForm(config))
  const supergraph = file === undefined ? undefined : readFile(file)
  const portSetting = port === undefined ? undefined : '--port'
  const options = { config, portSetting, supergraph, log, now: () => new Date() }
  const router = await startRouterAlone(options).catch((cause: unknown) => {
    throw file === undefined
      ? cause
      : new Error(`The router over ${file} did not start:`, { cause })
  })
  console.log(`Ready. Router http://localhost:${config.routerPort}/graphql`)
  return { log, stop: () => router.disposeAsync() }
}

function readArguments() {
  const { values } = parseArgs({
    options: { supergraph: { type: 'string' }, port: { type: 'string' } },
  })
  return values
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new SettingError(`--supergraph: cannot read ${file}.`)
  }
}

await runUntilSignal(start)
