// The programs of a benchmark, and the PostgreSQL they share, all gone at its end.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#foundation/postgres/embedded.ts'
import { createLog, type Log } from '#foundation/telemetry/log.ts'
import { composeServices } from '../test/support/compose.ts'

/** The folder of this checkout. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

export interface Stage extends AsyncDisposable {
  /** Holds the data folder of each program. */
  folder: string
  /** The URL of an empty database. */
  databaseUrl: string
  /** Its URL over its Unix socket, as `npm start` uses it. */
  nearestUrl: string
  /** PostgreSQL's first process, the parent of all its others. */
  postgresPid: number
  log: Log
  /** Runs Node with these arguments in `cwd`, waits for its ready line, and returns its pid. */
  start(args: readonly string[], settings: Record<string, string>, cwd?: string): Promise<number>
}

/** Sets up a folder and a PostgreSQL, on disk as in production. */
export async function setStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-bench-'))
  // PostgreSQL runs as another user where this is root, who must be able to enter.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'postgres')
  const log = createLog('warn', 'bench')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const children: ChildProcess[] = []
  return {
    folder,
    databaseUrl: postgres.url,
    nearestUrl: postgres.nearestUrl,
    postgresPid: parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10),
    log,
    async start(args, settings, cwd) {
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
      const child = spawn(process.execPath, args, {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      await isReady(child, args)
      return child.pid!
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(children.map(kill))
      await postgres.stop()
      await removeEmbeddedPostgres(dataDir)
      await rm(folder, { recursive: true })
    },
  }
}

/** The options of Node with which docker-compose.yml runs a service, or `router`. */
export function composeOptions(name: string): string[] {
  const { command, environment } = composeServices[name]!
  const own = command!.slice(1).filter((argument) => argument.startsWith('--'))
  return [environment.NODE_OPTIONS!, ...own]
}

/** What `npm start` of a checkout runs after `node`. */
export function startArguments(checkout: string): string[] {
  const manifest = readFileSync(join(checkout, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(manifest) as { scripts: { start: string } }
  return scripts.start.split(' ').slice(1)
}

/** Resolves when the program prints its ready line. @throws when it ends before */
export function isReady(child: ChildProcess, args: readonly string[]): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      if (/^Ready\./m.test(text)) resolve()
    })
    child.once('exit', () => reject(new Error(`${args.join(' ')} did not start.`)))
  })
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
