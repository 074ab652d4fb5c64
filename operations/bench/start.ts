// `node operations/bench/start.ts`: how long `npm start` takes until the router responds, and its memory when idle.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { removeEmbeddedPostgres } from '#foundation/postgres/embedded.ts'
import { freePorts } from '#test/ports.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { cpuMs, residentMb } from './processes.ts'
import { isReady, startArguments } from './programs.ts'
import { reportFigures, type Figure } from './result.ts'

const WARM_STARTS = 5
const IDLE_MS = 60_000
const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

interface Start {
  seconds: number
  cpuMs: number
  residentMb: number
  /** In MiB, after a minute without requests; undefined where nobody waited. */
  idleMb: number | undefined
}

const folder = await mkdtemp(join(tmpdir(), 'ecosystem-start-'))
// PostgreSQL runs as another user where this is root, who must be able to enter.
await chmod(folder, 0o755)
const dataDir = join(folder, 'data')
// A compile cache of its own, or an earlier start would have filled it before the first.
const caches = { DATA_DIR: dataDir, NODE_COMPILE_CACHE: join(folder, 'compiled') }
const settings: Record<string, string> = { ...caches, ...(await portSettings()) }
try {
  const [first, ...warm] = await startRepeatedly()
  reportFigures('start', figuresOf(first!, warm))
} finally {
  await removeEmbeddedPostgres(dataDir)
  await rm(folder, { recursive: true })
}

/** A start on an empty folder, then starts on what it left. Only the last one waits. */
async function startRepeatedly(): Promise<Start[]> {
  const starts: Start[] = []
  for (let number = 0; number <= WARM_STARTS; number += 1) {
    starts.push(await startOnce(number === WARM_STARTS))
    console.log(`start ${number}: ${starts.at(-1)!.seconds.toFixed(2)} s`)
  }
  return starts
}

async function startOnce(waits: boolean): Promise<Start> {
  const args = startArguments(PROJECT)
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: PROJECT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await isReady(child, args)
  const response = await fetch(`http://127.0.0.1:${settings.ROUTER_PORT}/readyz`)
  if (!response.ok) throw new Error(`The router answered ${response.status}.`)
  const seconds = (performance.now() - began) / 1000
  const pid = child.pid!
  const used = { seconds, cpuMs: cpuMs(pid), residentMb: residentMb(pid) }
  if (waits) await sleep(IDLE_MS)
  const start = { ...used, idleMb: waits ? residentMb(pid) : undefined }
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return start
}

async function portSettings(): Promise<Record<string, string>> {
  const names = ['ROUTER', ...subgraphs.map((subgraph) => subgraph.settings)]
  const ports = await freePorts(names.length)
  return Object.fromEntries(names.map((name, at) => [`${name}_PORT`, String(ports[at])]))
}

function figuresOf(first: Start, warm: readonly Start[]): Figure[] {
  const median = (of: (start: Start) => number) =>
    warm.map(of).toSorted((a, b) => a - b)[warm.length >> 1]!
  return [
    { name: 'first start, s', value: first.seconds, most: 5 },
    { name: 'warm start, s', value: median(({ seconds }) => seconds), most: 2 },
    { name: 'node ms of a warm start', value: median((start) => start.cpuMs), most: Infinity },
    { name: 'RSS after a start, MiB', value: median((start) => start.residentMb), most: Infinity },
    { name: 'RSS after a minute, MiB', value: warm.at(-1)!.idleMb!, most: 180 },
  ]
}
