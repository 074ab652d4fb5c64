// The PostgreSQL server process of a cluster: started, connected to, stopped.
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { howToGoOn, loginFile, SUPERUSER } from '#foundation/postgres/login.ts'
import { lastLines, run, spawnOptions } from '#foundation/postgres/programs.ts'
import { logFile, type Cluster, type ClusterLocation } from '#foundation/postgres/cluster.ts'
import { findSocketFolder } from '#foundation/postgres/socket.ts'
import { ignorePostgresVariables } from '#foundation/process/ignored-variables.ts'

export interface Server {
  child: ChildProcess
  port: number
  socketFolder: string | undefined
  /** Connects to the maintenance database, not the one with the data. */
  connection: Client
}

export const POLL_MS = 20
/** How long the remains of an earlier server (a zombie, its children) may block a start. */
export const REMAINS_MS = 10_000
/** How long a server may take to respond: after a crash, it first replays its log. */
const READY_MS = 120_000
const LOG_LIMIT_BYTES = 10 * 1024 * 1024

// Messages of temporary conditions that stop a new server at once.
const PASSING = /could not bind|"postmaster\.pid" already exists|pre-existing shared memory block/

/** Starts a server and waits until it responds. @throws Error with the end of its log when it does not */
export async function launch(
  cluster: Cluster,
  durable: boolean,
  onLaunched?: () => void,
): Promise<Server> {
  const file = logFile(cluster.dataDir)
  for (const deadline = Date.now() + REMAINS_MS; ; await sleep(5 * POLL_MS)) {
    const port = await choosePort(cluster.login.port)
    const socketFolder = await findSocketFolder(cluster, port)
    const { child, logStart } = startProcess(cluster, serverSettings(port, socketFolder, durable))
    onLaunched?.()
    const connection = await connectWhenReady(cluster, child, port)
    if (connection) return { child, port, socketFolder, connection }
    const words = (await readFile(file)).subarray(logStart).toString()
    if (PASSING.test(words) && Date.now() < deadline) continue
    throw new Error(
      `PostgreSQL stopped during startup. Its log ${file} ends with:\n${lastLines(words)}`,
    )
  }
}

/** Stops the server of the cluster and waits for it; kills it after a timeout. */
export async function stopServer({ folder, account, programs }: Cluster): Promise<void> {
  const stop = (mode: string) => ['stop', '-D', folder, '-m', mode, '-w', '-t', '10']
  if ((await run(programs.pg_ctl, stop('fast'), account)).ok) return
  const { ok, output } = await run(programs.pg_ctl, stop('immediate'), account)
  if (!ok) throw new Error(`PostgreSQL in ${folder} does not stop: ${lastLines(output)}`)
}

/** True once the process has ended, however it ended. */
export function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null
}

/** Settles when the process has ended. */
export async function whenEnded(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit')
}

/**
 * A connection to the cluster's server at the port.
 * @throws Error when no server listens, it rejects the login, or it belongs to another cluster.
 */
export async function connect({ folder, login }: ClusterLocation, port: number): Promise<Client> {
  ignorePostgresVariables()
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: login.password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 2_000,
  })
  // Without a listener, a lost connection would end this process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    if (resolve(rows[0]?.data_directory ?? '') === resolve(folder)) return client
    throw new Error(`The server on port ${port} is not the one of ${folder}.`)
  } catch (error) {
    await client.end()
    throw error
  }
}

function startProcess(cluster: Cluster, settings: readonly string[]) {
  const file = logFile(cluster.dataDir)
  const log = openSync(file, 'a', 0o600)
  if (fstatSync(log).size > LOG_LIMIT_BYTES) ftruncateSync(log)
  const logStart = fstatSync(log).size
  const stdio: StdioOptions = ['ignore', log, log]
  const args = ['-D', cluster.folder, ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn(cluster.programs.postgres, args, { ...spawnOptions(cluster.account), stdio })
  child.once('error', ({ message }) => appendFileSync(file, `${message}\n`))
  closeSync(log)
  return { child, logStart }
}

/** Settings for tests: less protection against crashes and less upkeep, and room for connections. */
const FOR_TESTS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=4GB',
  'autovacuum=off',
  // Test files keep their connections.
  'max_connections=500',
]

/** Keeps rows and statements out of PostgreSQL's log, because they contain personal data. */
const WITHOUT_VALUES = ['log_error_verbosity=terse', 'log_min_error_statement=panic']

function serverSettings(
  port: number,
  socketFolder: string | undefined,
  durable: boolean,
): string[] {
  return [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socketFolder ?? ''}`,
    'unix_socket_permissions=0700',
    'max_connections=200',
    ...WITHOUT_VALUES,
    ...(durable ? [] : FOR_TESTS),
  ]
}

/** A connection once the server responds; undefined when its process ends first. */
async function connectWhenReady(
  cluster: Cluster,
  child: ChildProcess,
  port: number,
): Promise<Client | undefined> {
  for (const deadline = Date.now() + READY_MS; !hasEnded(child); await sleep(POLL_MS)) {
    try {
      return await connect(cluster, port)
    } catch (error) {
      const refused = error instanceof Error && 'code' in error && error.code === '28P01'
      if (!refused && Date.now() < deadline) continue
      await stopServer(cluster)
      throw refused ? wrongPassword(cluster) : error
    }
  }
  return undefined
}

function wrongPassword({ dataDir, folder }: Cluster): Error {
  const file = loginFile(dataDir)
  return new Error(`${file} does not contain the password of ${folder}. ${howToGoOn(dataDir)}`)
}

// Prefers the port of the last start, so that it stays the same; another one when it is taken.
async function choosePort(preferred: number): Promise<number> {
  const server = createServer()
  const tried = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await tried(preferred).catch(() => tried(0))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
