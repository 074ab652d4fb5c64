// The database on disk: its location, its login, and the programs that fit it.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, lstat, readFile, readlink, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { getuid } from 'node:process'
import { findPrograms, type Programs } from '#foundation/postgres/find-programs.ts'
import { giveTo, initialise, sweepUnfinished } from '#foundation/postgres/initdb.ts'
import { loginFile, makeLogin, readLogin, type Login } from '#foundation/postgres/login.ts'
import {
  makeFolderForEveryone,
  run,
  SYSTEM_FOLDER,
  systemAccount,
  type Account,
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

/** A cluster with everything needed to run its server. */
export interface Cluster extends ClusterLocation {
  account: Account
  programs: Programs
}

export interface OpenOptions {
  /** The value of POSTGRES_BIN. */
  postgresBin: string | undefined
  durable: boolean
  log: Log
}

/**
 * The cluster of a data folder, created if there is none yet.
 * @throws Error with a message when its user cannot reach it, no programs fit it, or initdb fails.
 */
export async function openCluster(
  dataDir: string,
  { postgresBin, durable, log }: OpenOptions,
): Promise<Cluster> {
  await ensureReachable(dataDir, await findAccount(dataDir), log)
  const folder = await findFolder(dataDir)
  const login = await openLogin(dataDir, folder)
  const cluster = await equip({ dataDir, folder, login }, postgresBin)
  if (isCluster(folder)) await adoptFolder(cluster)
  else await initialise(cluster, durable)
  return cluster
}

/** The location of an existing cluster. */
export async function findClusterLocation(dataDir: string): Promise<ClusterLocation | undefined> {
  const login = await readLogin(dataDir)
  return login && { dataDir, folder: await findFolder(dataDir), login }
}

/** Adds the programs to a location, and the user that runs them. */
export async function equip(location: ClusterLocation, bin: string | undefined): Promise<Cluster> {
  const { dataDir, folder } = location
  const account = await findAccount(dataDir)
  const programs = await findPrograms({ account, bin, folder, major: await majorOf(folder) })
  return { ...location, account, programs }
}

/** The major version that created the cluster; undefined if there is none. */
async function majorOf(folder: string): Promise<number | undefined> {
  return isCluster(folder) ? Number(await readFile(versionFile(folder), 'utf8')) : undefined
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
  return existsSync(versionFile(folder))
}

function versionFile(folder: string): string {
  return join(folder, 'PG_VERSION')
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

// The name is random, because a new data folder must not find the cluster of a deleted one.
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
