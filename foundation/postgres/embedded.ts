// The default database: an embedded PostgreSQL in the data folder, without any setup.
import { existsSync } from 'node:fs'
import { chmod, mkdir, realpath } from 'node:fs/promises'
import type { Client } from 'pg'
import {
  deleteCluster,
  equip,
  findClusterLocation,
  logFile,
  openCluster,
  type Cluster,
} from '#foundation/postgres/cluster.ts'
import { alreadyRunning, withFolderLocked } from '#foundation/postgres/lock.ts'
import { DATABASE, urlOf, writeLogin } from '#foundation/postgres/login.ts'
import { connectToRunning, findRunning } from '#foundation/postgres/orphan.ts'
import { isOwned, own, staysOwned } from '#foundation/postgres/owner.ts'
import {
  hasEnded,
  launch,
  stopServer,
  whenEnded,
  type Server,
} from '#foundation/postgres/server.ts'
import { giveSchemas, type ServiceSchema } from '#foundation/postgres/service-roles.ts'
import { nearestUrl } from '#foundation/postgres/socket.ts'
import type { Version } from '#foundation/postgres/version.ts'
import type { FileLock } from '#foundation/process/file-lock.ts'
import { systemReason } from '#foundation/process/system-error.ts'
import type { Log } from '#foundation/telemetry/log.ts'

export interface EmbeddedPostgres {
  /** The URL of the database `ecosystem`, with the password of the superuser. See `serviceUrl`. */
  url: string
  /** The URL over the Unix socket if there is one; else the same as `url`. */
  nearestUrl: string
  version: Version
  /** True when this start created the database. */
  firstStart: boolean
  /** Stops the server once its clients have finished. Safe to call repeatedly. */
  stop(): Promise<void>
}

export interface StartOptions {
  dataDir: string
  /** The services whose schemas are in the database; none by default. */
  services?: readonly ServiceSchema[]
  log: Log
  /** The folder of the PostgreSQL programs that POSTGRES_BIN names; undefined for the newest that fit. */
  postgresBin?: string | undefined
  /** False turns off protection of committed data against crashes, for tests. */
  durable?: boolean
  /** Called each time the server's process has been started, before it responds. */
  onLaunched?: () => void
}

/**
 * Starts the PostgreSQL cluster in `<dataDir>/postgres`, which the first start creates. A server
 * left running by a killed process is stopped first.
 * @throws Error with a message, for example when another process uses the same data folder.
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, services = [], postgresBin, durable = true, onLaunched } = options
  try {
    const folder = await makeDataFolder(dataDir)
    return await withFolderLocked(folder, async (lock) => {
      const cluster = await openCluster(folder, { postgresBin, durable, log })
      await stopOrphan(cluster)
      const server = await launch(cluster, durable, onLaunched)
      return adoptServer({ cluster, server, services, lock, log })
    })
  } catch (cause) {
    throw sentence(`The embedded database in ${dataDir} did not start`, cause)
  }
}

/**
 * The URL of the database that a running process started in the data folder; undefined when none
 * runs (an orphan does not count).
 * @throws Error when this user may not read the data folder.
 */
export async function runningPostgresUrl(dataDir: string): Promise<string | undefined> {
  const location = existsSync(dataDir)
    ? await findClusterLocation(await realpath(dataDir))
    : undefined
  const connection = location && (await connectToRunning(location))
  if (!connection) return undefined
  const owned = await isOwned(connection)
  await connection.end()
  return owned ? urlOf({ ...location.login, port: connection.port }) : undefined
}

/**
 * Deletes the cluster of a data folder with all its data, wherever it is. The folder itself stays,
 * with its other files.
 * @throws Error with a message when a process uses it.
 */
export async function removeEmbeddedPostgres(dataDir: string, postgresBin?: string): Promise<void> {
  if (!existsSync(dataDir)) return
  try {
    const folder = await realpath(dataDir)
    await withFolderLocked(folder, async (lock) => {
      // Without its login, the server cannot be used.
      const location = await findClusterLocation(folder).catch(() => undefined)
      if (location) await stopOrphan(await equip(location, postgresBin))
      await deleteCluster(folder)
      lock.release()
    })
  } catch (cause) {
    throw sentence(`The embedded database in ${dataDir} was not removed`, cause)
  }
}

// Others may enter the folder, because PostgreSQL may run as another user; each file has its own permissions.
async function makeDataFolder(dataDir: string): Promise<string> {
  try {
    if (await mkdir(dataDir, { recursive: true })) await chmod(dataDir, 0o711)
    return await realpath(dataDir)
  } catch (cause) {
    const reason = systemReason(cause) ?? String(cause)
    throw new Error(`cannot create the folder (${reason}). Set DATA_DIR to another folder.`, {
      cause,
    })
  }
}

// A copied data folder may link to the same cluster, which only the lock inside the server reveals.
async function stopOrphan(cluster: Cluster): Promise<void> {
  const connection = await findRunning(cluster)
  if (!connection) return
  const owned = await staysOwned(connection)
  await connection.end()
  if (owned) throw alreadyRunning()
  await stopServer(cluster)
}

interface Adopted {
  cluster: Cluster
  server: Server
  services: readonly ServiceSchema[]
  lock: FileLock
  log: Log
}

async function adoptServer(adopted: Adopted): Promise<EmbeddedPostgres> {
  const { cluster, server, services } = adopted
  const { connection, port, socketFolder } = server
  const login = { ...cluster.login, port }
  try {
    await own(connection)
    const firstStart = await createDatabase(connection)
    if (port !== cluster.login.port) await writeLogin(cluster.dataDir, login)
    const urls = { url: urlOf(login), nearestUrl: nearestUrl(login, socketFolder) }
    if (services.length > 0) await giveSchemas(urls.nearestUrl, services)
    const { version } = cluster.programs
    return { ...urls, version, firstStart, stop: watch(adopted) }
  } catch (error) {
    await stopServer(cluster)
    throw error
  }
}

function sentence(failure: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(`${failure}: ${reason}`, { cause })
}

async function createDatabase(connection: Client): Promise<boolean> {
  const found = 'select from pg_database where datname = $1'
  const { rowCount } = await connection.query(found, [DATABASE])
  if (rowCount === 0) await connection.query(`create database ${DATABASE}`)
  return rowCount === 0
}

/** Reports a lost server; returns a function that stops reporting. */
function watch({ cluster, server, lock, log }: Adopted) {
  const { child, connection } = server
  const file = logFile(cluster.dataDir)
  let stopping: Promise<void> | undefined
  connection.on('error', (err) => log.error({ err }, 'the connection that owns PostgreSQL is lost'))
  const ended = whenEnded(child).then(() => {
    lock.release()
    if (!stopping) log.error({ file }, 'PostgreSQL stopped unexpectedly; its log says why')
  })
  return () => (stopping ??= stopWatched(cluster, server, ended))
}

async function stopWatched(cluster: Cluster, server: Server, ended: Promise<void>): Promise<void> {
  await server.connection.end()
  if (!hasEnded(server.child)) {
    await stopServer(cluster).catch((error: unknown) => {
      // The server may have died in the meantime.
      if (!hasEnded(server.child)) throw error
    })
  }
  await ended
}
