// An embedded database in a folder of its own, for these tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath, kill } from 'node:process'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#foundation/postgres/embedded.ts'

const CHILD = join(import.meta.dirname, '../embedded-postgres-child.ts')

interface Reported {
  url?: string
  firstStart?: boolean
  refusal?: string
  databaseAfterSignal?: unknown
}

/** A folder for each test, in which databases are started, and what they log. */
export function embeddedPostgres() {
  const own = { base: '', dataDir: '', logged: [] as string[], running: [] as EmbeddedPostgres[] }
  let folders: string[] = []
  /** A folder of a database that was started and stopped, which the files of a run share. */
  const template = join(inject('sharedFolder'), 'stopped-postgres')

  beforeAll(async () => {
    own.base = await mkdtemp(join(tmpdir(), 'ecosystem-'))
    await chmod(own.base, 0o755)
    if (existsSync(template)) return
    own.dataDir = join(own.base, 'template')
    await (await start()).stop()
    // Another worker may have been faster.
    await rename(own.dataDir, template).catch(() => undefined)
  })

  beforeEach((context) => {
    own.logged = []
    own.running = []
    folders = []
    own.dataDir = newFolder(context.task.id)
  })

  afterEach(async () => {
    for (const database of own.running) await database.stop()
    for (const folder of folders) await removeEmbeddedPostgres(folder)
  })

  afterAll(() => rm(own.base, { recursive: true }))

  // The files that a first start and a stop leave, without the second they take.
  function startedBefore(): Promise<void> {
    return cp(template, own.dataDir, { recursive: true })
  }

  function newFolder(path: string): string {
    const folder = join(own.base, path)
    folders.push(folder)
    return folder
  }

  async function start({ durable = false } = {}): Promise<EmbeddedPostgres> {
    const log = pino({ level: 'info' }, { write: (line) => void own.logged.push(line) })
    const database = await startEmbeddedPostgres({ dataDir: own.dataDir, log, durable })
    own.running.push(database)
    return database
  }

  // In a process group of its own, as a shell starts programs.
  function startInChild(...options: 'durable'[]) {
    const child = spawn(execPath, [CHILD, own.dataDir, ...options], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const ended = once(child, 'exit')
    return {
      reported: async () => JSON.parse((await lines.next()).value as string) as Reported,
      interruptGroup: () => kill(-child.pid!, 'SIGINT'),
      kill: async () => {
        child.kill('SIGKILL')
        await ended
      },
    }
  }

  function serverPid(): number {
    return Number.parseInt(readFileSync(join(own.dataDir, 'postgres/postmaster.pid'), 'utf8'))
  }

  function unfinished(): string[] {
    if (!existsSync(own.dataDir)) return []
    return readdirSync(own.dataDir).filter((name) => name.startsWith('postgres.new-'))
  }

  function modeOf(name: string): number {
    return statSync(join(own.dataDir, name)).mode & 0o777
  }

  return { own, newFolder, start, startedBefore, startInChild, serverPid, unfinished, modeOf }
}

export async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(query)
  await client.end()
  return rows
}

export async function write(url: string, name: string): Promise<void> {
  await ask(
    url,
    `create table if not exists people (name text); insert into people values ('${name}')`,
  )
}

export async function read(url: string): Promise<unknown[]> {
  return (await ask(url, 'select name from people')).map(({ name }) => name)
}
