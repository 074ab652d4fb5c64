// `node router/main.ts [--supergraph FILE] [--port N]`: the router alone, over HTTP subgraphs.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig, SettingError } from '#foundation/config.ts'
import { runUntilSignal, type Running } from '#foundation/lifecycle.ts'
import { createLog } from '#foundation/log.ts'
import { subgraphs } from '../subgraphs/index.ts'
import { startRouterAlone } from './alone.ts'

async function start(): Promise<Running> {
  const { supergraph: file, port } = readArguments()
  const environment = port === undefined ? process.env : { ...process.env, ROUTER_PORT: port }
  const config = readConfig(environment, subgraphs)
  const log = createLog(config.logLevel, 'router')
  const supergraph = file === undefined ? undefined : readFile(file)
  const options = { config, supergraph, log, now: () => new Date() }
  const router = await startRouterAlone(options).catch((cause: unknown) => {
    throw file === undefined
      ? cause
      : new Error(`The router over ${file} did not start:`, { cause })
  })
  console.log(`Ready. Router http://localhost:${config.routerPort}/graphql`)
  return { log, stop: () => router.stop() }
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
    throw new SettingError(`--supergraph names ${file}, which cannot be read.`)
  }
}

await runUntilSignal(start)
