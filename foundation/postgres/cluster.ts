// The database on disk: its location, and its creation with initdb.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  lchown,
  lstat,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { getuid } from 'node:process'
import {
  loginFile,
  makeLogin,
  readLogin,
  SUPERUSER,
  type Login,
} from '#foundation/postgres/login.ts'
import {
  findPrograms,
  lastLines,
  makeFolderForEveryone,
  run,
  SYSTEM_FOLDER,
  systemAccount,
  type Account,
  type Programs,
} from '#foundation/postgres/programs.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** The location of the database of a data folder, and its login. */
export interface ClusterLocation {
  /** The data folder, an absolute path without links. */
  dataDir: string
  /** PostgreSQL's data directory: `<dataDir>/postgres`, or its link target. */
  folder: string
  login: Login
}

/** A cluster with what is needed to run its server. */
export interface Cluster extends ClusterLocation {
  account: Account
  programs: Programs
}

/**
 * The cluster of a data folder, created if there is none yet.
 * @throws Error with a message when its user cannot reach it, or initdb fails.
 */
export async function openCluster(dataDir: string, durable: boolean, log: Log): Promise<Cluster> {
  await ensureReachable(dataDir, await findAccount(dataDir), log)
  const folder = await findFolder(dataDir)
  const login = await openLogin(dataDir, folder)
  const cluster = await equip({ dataDir, folder, login })
  if (isCluster(folder)) await adoptFolder(cluster)
  else await initialise(cluster, durable)
  return cluster
}

/** The location of an existing cluster. */
export async function findPlace(dataDir: string): Promise<ClusterLocation | undefined> {
  const login = await readLogin(dataDir)
  return login && { dataDir, folder: await findFolder(dataDir), login }
}

/** Adds the programs to a location, and the user that runs them. */
export async function equip(place: ClusterLocation): Promise<Cluster> {
  const account = await findAccount(place.dataDir)
  return { ...place, account, programs: await findPrograms(account) }
}

/** Deletes the cluster, its login and its log. Its server must have stopped. */
export async function deleteCluster(dataDir: string): Promise<void> {
  const folder = await findFolder(dataDir)
  await sweepUnfinished(folder)
  for (const path of [folder, linkOf(dataDir), loginFile(dataDir), logFile(dataDir)]) {
    await rm(path, { recursive: true, force: true })
  }
}

/** The log file of the server of a data folder. */
export function logFile(dataDir: string): string {
  return join(dataDir, 'postgres.log')
}

function linkOf(dataDir: string): string {
  return join(dataDir, 'postgres')
}

function isCluster(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'))
}

async function findFolder(dataDir: string): Promise<string> {
  const link = linkOf(dataDir)
  return readlink(link).then(
    (target) => resolve(dataDir, target),
    () => link,
  )
}

// A cluster that an ordinary user created stays theirs when root starts it.
async function findAccount(dataDir: string): Promise<Account> {
  if (getuid?.() !== 0) return undefined
  const owner = await stat(linkOf(dataDir)).catch(() => undefined)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : systemAccount()
}

// Under root's home, the cluster goes to a folder that PostgreSQL can reach, so npm start needs no
// setting.
async function ensureReachable(dataDir: string, account: Account, log: Log): Promise<void> {
  const folder = await findFolder(dataDir)
  if (!account || (await run('test', ['-x', dirname(folder)], account)).ok) return
  if (!(await lstat(linkOf(dataDir)).catch(() => undefined))) return placeElsewhere(dataDir, log)
  throw new Error(
    `The user that runs PostgreSQL instead of root cannot reach ${folder}. Let everyone enter the ` +
      'folders above it, or set DATA_DIR to a folder that everyone can enter.',
  )
}

// A random name: a new data folder must not find the cluster of a deleted one.
async function placeElsewhere(dataDir: string, log: Log): Promise<void> {
  const clusters = join(SYSTEM_FOLDER, 'clusters')
  await makeFolderForEveryone(SYSTEM_FOLDER)
  await makeFolderForEveryone(clusters)
  const folder = join(clusters, randomUUID())
  await symlink(folder, linkOf(dataDir))
  log.info(
    `The data is in ${folder}, and ${linkOf(dataDir)} links to it: PostgreSQL does not run as root, ` +
      `and only root may enter ${dataDir}.`,
  )
}

async function openLogin(dataDir: string, folder: string): Promise<Login> {
  const kept = await readLogin(dataDir)
  if (kept) return kept
  if (!isCluster(folder)) return makeLogin(dataDir)
  throw new Error(
    `${loginFile(dataDir)} is missing, and with it the password of ${folder}. ` +
      `Restore it, or remove ${dataDir} to start with an empty database.`,
  )
}

// A copy (cp -r, a restored backup) loses the mode and, under root, the owner that PostgreSQL
// requires.
async function adoptFolder({ folder, account }: Cluster): Promise<void> {
  await chmod(folder, 0o700)
  if (account && (await stat(folder)).uid !== account.uid) await giveTo(folder, account)
}

async function giveTo(folder: string, { uid, gid }: NonNullable<Account>): Promise<void> {
  const inside = await readdir(folder, { recursive: true })
  for (const name of ['', ...inside]) await lchown(join(folder, name), uid, gid)
}

// The folder gets its name when it is complete, so a killed initdb leaves nothing there.
async function initialise(cluster: Cluster, durable: boolean): Promise<void> {
  const { folder, login, account, programs } = cluster
  await sweepUnfinished(folder)
  const unfinished = await mkdtemp(`${folder}.new-`)
  const [data, passwordFile] = [join(unfinished, 'data'), join(unfinished, 'password')]
  await writeFile(passwordFile, login.password, { mode: 0o600 })
  if (account) await giveTo(unfinished, account)
  const args = initdbArgs(data, passwordFile, durable)
  const { ok, output } = await run(programs.initdb, args, account)
  if (!ok) throw new Error(`initdb could not create ${folder}: ${lastLines(output)}`)
  await rename(data, folder)
  await sweepUnfinished(folder)
}

// The locale is PostgreSQL's built-in one, so that lower(), ilike and sorting are the same on every
// system and after upgrades. It supports Unicode letters, and sorts by code point.
function initdbArgs(data: string, passwordFile: string, durable: boolean): string[] {
  return [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ]
}

// An initdb that outlived its parent may still write there; the next start cleans up again.
async function sweepUnfinished(folder: string): Promise<void> {
  const beside = await readdir(dirname(folder)).catch(() => [])
  const unfinished = beside.filter((name) => name.startsWith(`${basename(folder)}.new-`))
  for (const name of unfinished) {
    await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => undefined)
  }
}
