import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath, getuid, kill } from 'node:process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { pino } from 'pino'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import {
  removeEmbeddedPostgres,
  runningPostgresUrl,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#foundation/postgres/embedded.ts'
import {
  addBooks,
  booksAfter,
  hasGap,
  lastCursor,
  openLibrary,
  type Library,
} from './event-library.ts'
import { TIMEOUT } from '#test/process.ts'

const isRoot = getuid?.() === 0
const fixture = join(import.meta.dirname, 'embedded-postgres-child.ts')

let base: string
let dataDir: string
let logged: string[] = []
let running: EmbeddedPostgres[] = []
let folders: string[] = []

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'ecosystem-'))
  await chmod(base, 0o755)
  dataDir = join(base, 'template')
  await (await start()).stop()
})

beforeEach((context) => {
  logged = []
  running = []
  folders = []
  dataDir = newFolder(context.task.id)
})

afterEach(async () => {
  for (const database of running) await database.stop()
  for (const folder of folders) await removeEmbeddedPostgres(folder)
})

afterAll(() => rm(base, { recursive: true }))

test('the first start makes the database, and the next one finds what was written', async () => {
  const first = await start()
  await write(first.url, 'ada')
  await first.stop()
  const second = await start()

  expect([first.firstStart, second.firstStart]).toEqual([true, false])
  expect(await read(second.url)).toEqual(['ada'])
  expect(second.url, 'the port and the password stay').toBe(first.url)
})

test('the database listens on a Unix socket that nobody else can open, and on TCP', async () => {
  await startedBefore()
  const { url, nearestUrl } = await start()

  const connection = 'select inet_server_addr() is null as local'
  expect(await ask(nearestUrl, connection)).toEqual([{ local: true }])
  expect(await ask(url, connection)).toEqual([{ local: false }])
  expect(modeOf(join('postgres', `.s.PGSQL.${new URL(url).port}`))).toBe(0o700)
})

test('a folder whose path is too long for a socket is used over TCP', async () => {
  dataDir = join(newFolder('long'), 'a-folder-of-a-name'.repeat(5))
  const { url, nearestUrl } = await start()

  expect(nearestUrl).toBe(url)
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the socket files of a killed server do not prevent a start', async () => {
  await startedBefore()
  const { port } = new URL((await start()).url)
  await running[0]!.stop()
  const left = join(dataDir, 'postgres', `.s.PGSQL.${port}`)
  await writeFile(left, '')
  // As if a new process had the id of the killed server.
  await writeFile(`${left}.lock`, `${process.ppid}\n`)
  const { nearestUrl } = await start()

  expect(await ask(nearestUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the database understands Unicode and keeps what is committed', async () => {
  await startedBefore()
  const { url } = await start({ durable: true })

  expect(await ask(url, "select 'ÅSA' ilike 'åsa' as alike")).toEqual([{ alike: true }])
  expect(await ask(url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await ask(url, 'show max_connections')).toEqual([{ max_connections: '200' }])
  expect(await ask(url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
})

test('its log says which rule was broken, and nothing about the row', async () => {
  await startedBefore()
  const { url } = await start()
  await ask(url, 'create table people (name text constraint one_of_a_name unique)')
  await ask(url, "insert into people values ('grace')")
  await expect(ask(url, "insert into people values ('grace')")).rejects.toThrow('one_of_a_name')

  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('one_of_a_name')
  expect(log).not.toContain('grace')
})

test('nobody else can read the password or the data', async () => {
  await startedBefore()
  await start()

  expect(modeOf('postgres.json')).toBe(0o600)
  expect(modeOf('postgres.log')).toBe(0o600)
  expect(modeOf('postgres')).toBe(0o700)
})

test('a second start in the same folder says that it is already running', async () => {
  await startedBefore()
  const first = await start()

  await expect(start()).rejects.toThrow(/already running.*DATA_DIR/)
  expect((await startInChild().reported()).refusal).toContain(dataDir)
  expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of two processes that start at the same moment, one wins', async () => {
  const children = [startInChild(), startInChild(), startInChild()]
  const reported = await Promise.all(children.map((child) => child.reported()))

  expect(reported.filter(({ firstStart }) => firstStart)).toHaveLength(1)
  expect(reported.filter(({ refusal }) => refusal?.includes('already running'))).toHaveLength(2)
  const winner = reported.find(({ url }) => url !== undefined)
  expect(await ask(winner!.url!, 'select 1 as one')).toEqual([{ one: 1 }])
  await Promise.all(children.map((child) => child.kill()))
})

test('of several simultaneous starts of an existing database, one wins', async () => {
  await startedBefore()
  const children = [startInChild(), startInChild(), startInChild()]
  const reported = await Promise.all(children.map((child) => child.reported()))

  expect(reported.filter(({ url }) => url !== undefined)).toHaveLength(1)
  await Promise.all(children.map((child) => child.kill()))
})

test('after kill -9 of the process, the next start finds the data', async () => {
  await startedBefore()
  const child = startInChild()
  const { url } = await child.reported()
  await write(url!, 'grace')
  await child.kill()
  expect(await ask(url!, 'select 1 as one'), 'the server is an orphan').toEqual([{ one: 1 }])
  const next = await start()

  expect(next.firstStart).toBe(false)
  expect(await read(next.url)).toEqual(['grace'])
})

test('after kill -9 of the process and its server, the next start finds the data', async () => {
  await startedBefore()
  const child = startInChild('durable')
  const { url } = await child.reported()
  await write(url!, 'grace')
  await child.kill()
  kill(serverPid(), 'SIGKILL')

  expect(await read((await start()).url)).toEqual(['grace'])
})

test('after kill -9 of the server, its process logs it, continues, and can start again', async () => {
  await startedBefore()
  const first = await start({ durable: true })
  await write(first.url, 'ada')
  kill(serverPid(), 'SIGKILL')
  await vi.waitUntil(() => logged.some((line) => line.includes('stopped unexpectedly')), TIMEOUT)
  const second = await start()
  await first.stop()

  expect(await read(second.url)).toEqual(['ada'])
})

test('stop does no harm when the server was killed a moment ago', async () => {
  await startedBefore()
  const database = await start()
  kill(serverPid(), 'SIGKILL')

  await database.stop()
})

test('stop can be called again, and at the same time', async () => {
  await startedBefore()
  const database = await start()
  await Promise.all([database.stop(), database.stop()])
  await database.stop()

  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  expect(logged).toEqual([])
})

test('Ctrl-C reaches the process and not its server, which runs until it is stopped', async () => {
  await startedBefore()
  const child = startInChild()
  await child.reported()
  child.interruptGroup()

  expect(await child.reported()).toEqual({ databaseAfterSignal: { answers: true } })
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('an interrupted first start is repeated', async () => {
  let halfway = await killHalfway()
  // On a busy machine initdb may be faster than the kill.
  for (let again = 0; again < 2 && !halfway; again += 1) {
    await removeEmbeddedPostgres(dataDir)
    halfway = await killHalfway()
  }
  expect(halfway).toBe(true)
  const database = await start()

  expect(database.firstStart).toBe(true)
  await write(database.url, 'ada')
})

test('the remains of an interrupted first start are deleted', async () => {
  await mkdir(join(dataDir, 'postgres.new-abcdef/data'), { recursive: true })
  await writeFile(join(dataDir, 'postgres.new-abcdef/data/PG_VERSION'), '18\n')
  await start()

  expect(unfinished()).toEqual([])
})

test('a postmaster.pid that names another process does not prevent a start', async () => {
  await startedBefore()
  const file = join(dataDir, 'postgres/postmaster.pid')
  await writeFile(file, `${process.pid}\n${dataDir}/postgres\n1\n1\n\n127.0.0.1\n`)
  // With a clock that stands still, a start that waited for the remains of a server would never end.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await start()

  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the path of the data folder can be long, with spaces and letters of any language', async () => {
  dataDir = newFolder(join('a long way to the database – да', 'x'.repeat(120), 'y'.repeat(120)))
  await startedBefore()
  const database = await start()

  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a start does not wait for a port that another program uses', async () => {
  await startedBefore()
  const first = await start()
  await first.stop()
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  await once(squatter, 'listening')
  const second = await start()
  squatter.close()

  expect(new URL(second.url).port).not.toBe(new URL(first.url).port)
})

test('a copied data folder runs beside the original', async () => {
  await startedBefore()
  const first = await start()
  await write(first.url, 'ada')
  await first.stop()
  const original = dataDir
  dataDir = newFolder('copy')
  await cp(original, dataDir, { recursive: true })
  const copy = await start()
  await write(copy.url, 'grace')
  dataDir = original

  expect(await read((await start()).url)).toEqual(['ada'])
})

test('in a data folder restored from a copy, cursors of what was lost have a gap', async () => {
  await startedBefore()
  const early = await during(async (library) => {
    await addBooks(library, 'a', 'b')
    return lastCursor(library)
  })
  const backup = newFolder('backup')
  await cp(dataDir, backup, { recursive: true })
  const lost = await during(async (library) => {
    await addBooks(library, 'lost')
    return lastCursor(library)
  })
  dataDir = backup
  await during(async (library) => {
    await addBooks(library, 'c')
    expect(await hasGap(library, lost)).toBe(true)
    // Its era is unknown here, so the reader gets all that the log keeps.
    expect(await booksAfter(library, lost)).toEqual(['a', 'b', 'c'])
    expect(await booksAfter(library, early)).toEqual(['c'])
  })
})

/** Starts the database of the data folder for something that a service does. */
async function during<Value>(run: (library: Library) => Promise<Value>): Promise<Value> {
  const database = await start()
  const library = await openLibrary(database.url)
  const value = await run(library)
  await library.destroy()
  await database.stop()
  return value
}

test('a copy made while the original runs leaves the original alone', async () => {
  await startedBefore()
  const original = await start()
  const copied = newFolder('live-copy')
  // Node's own copy refuses sockets.
  await promisify(execFile)('cp', ['-r', dataDir, copied])
  dataDir = copied
  await start()

  expect(await ask(original.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a second data folder that links to the same database does not take it away', async () => {
  await startedBefore()
  const owner = await start()
  const linked = newFolder('linked')
  await mkdir(linked)
  await cp(join(dataDir, 'postgres.json'), join(linked, 'postgres.json'))
  await symlink(join(dataDir, 'postgres'), join(linked, 'postgres'))
  dataDir = linked

  await expect(start()).rejects.toThrow(/already running/)
  expect(await ask(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await rm(linked, { recursive: true })
})

test('a lost password is reported, not replaced', async () => {
  await startedBefore()
  await rm(join(dataDir, 'postgres.json'))

  await expect(start()).rejects.toThrow(/postgres\.json is missing/)
})

test('a server that cannot start shows the end of its log', async () => {
  await startedBefore()
  await writeFile(join(dataDir, 'postgres/postgresql.auto.conf'), 'work_mem = none\n')

  await expect(start()).rejects.toThrow(/postgres\.log ends with:\n.*work_mem/)
})

test('commands find the URL while a process runs, and only then', async () => {
  await startedBefore()
  expect(await runningPostgresUrl(join(base, 'nowhere'))).toBeUndefined()
  const child = startInChild()
  const { url } = await child.reported()
  expect(await runningPostgresUrl(dataDir)).toBe(url)
  await child.kill()
  await vi.waitUntil(async () => (await runningPostgresUrl(dataDir)) === undefined, TIMEOUT)
  await (await start()).stop()

  expect(await runningPostgresUrl(dataDir)).toBeUndefined()
})

test('the database is not removed under a running process, and is removed under an orphan', async () => {
  await startedBefore()
  const child = startInChild()
  await child.reported()
  await expect(removeEmbeddedPostgres(dataDir)).rejects.toThrow(/not removed.*already running/)
  await child.kill()
  await removeEmbeddedPostgres(dataDir)

  expect(readdirSync(dataDir)).toEqual(['postgres.lock'])
  expect((await start()).firstStart).toBe(true)
})

if (isRoot)
  test('root may keep its project where nobody else can enter', rootKeepsItsProjectToItself)

async function rootKeepsItsProjectToItself(): Promise<void> {
  await mkdir(join(base, 'home'), { mode: 0o700 })
  dataDir = newFolder('home/project/.data')
  const first = await start()
  await write(first.url, 'ada')
  await first.stop()
  const cluster = await readlink(join(dataDir, 'postgres'))

  expect(logged).toEqual([expect.stringContaining(`The data is in ${cluster}`)])
  expect(await read((await start()).url)).toEqual(['ada'])
  for (const database of running) await database.stop()
  await removeEmbeddedPostgres(dataDir)
  expect(existsSync(cluster)).toBe(false)
}

/** Kills a first start during initdb; false when initdb had finished by then. */
async function killHalfway(): Promise<boolean> {
  const isOver = () => existsSync(join(dataDir, 'postgres'))
  const child = startInChild()
  await vi.waitUntil(() => unfinished().some(isBegun) || isOver(), { ...TIMEOUT, interval: 1 })
  await child.kill()
  return !isOver()
}

// The files that a first start and a stop leave, without the second they take.
function startedBefore(): Promise<void> {
  return cp(join(base, 'template'), dataDir, { recursive: true })
}

function newFolder(path: string): string {
  const folder = join(base, path)
  folders.push(folder)
  return folder
}

async function start({ durable = false } = {}): Promise<EmbeddedPostgres> {
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) })
  const database = await startEmbeddedPostgres({ dataDir, log, durable })
  running.push(database)
  return database
}

interface Reported {
  url?: string
  firstStart?: boolean
  refusal?: string
  databaseAfterSignal?: unknown
}

// In a process group of its own, as a shell starts programs.
function startInChild(...options: 'durable'[]) {
  const child = spawn(execPath, [fixture, dataDir, ...options], {
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

async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(query)
  await client.end()
  return rows
}

async function write(url: string, name: string): Promise<void> {
  await ask(
    url,
    `create table if not exists people (name text); insert into people values ('${name}')`,
  )
}

async function read(url: string): Promise<unknown[]> {
  return (await ask(url, 'select name from people')).map(({ name }) => name)
}

function serverPid(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'))
}

function unfinished(): string[] {
  if (!existsSync(dataDir)) return []
  return readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))
}

function isBegun(name: string): boolean {
  return existsSync(join(dataDir, name, 'data/PG_VERSION'))
}

function modeOf(name: string): number {
  return statSync(join(dataDir, name)).mode & 0o777
}
