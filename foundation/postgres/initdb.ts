// Creates the cluster of an embedded database with initdb, and gives files to the user that runs PostgreSQL.
import { lchown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Programs } from '#foundation/postgres/find-programs.ts'
import { SUPERUSER, type Login } from '#foundation/postgres/login.ts'
import { lastLines, run, type Account } from '#foundation/postgres/programs.ts'
import type { Version } from '#foundation/postgres/version.ts'

interface NewCluster {
  /** PostgreSQL's data directory. */
  folder: string
  login: Login
  account: Account
  programs: Programs
}

/** Creates the cluster. The folder gets its name when it is complete, so a killed initdb leaves nothing there. */
export async function initialise(cluster: NewCluster, durable: boolean): Promise<void> {
  const { folder, login, account, programs } = cluster
  await sweepUnfinished(folder)
  const unfinished = await mkdtemp(`${folder}.new-`)
  const [data, passwordFile] = [join(unfinished, 'data'), join(unfinished, 'password')]
  await writeFile(passwordFile, login.password, { mode: 0o600 })
  if (account) await giveTo(unfinished, account)
  const args = [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    ...localeArgs(programs.version),
    ...(durable ? [] : ['--no-sync']),
  ]
  const { ok, output } = await run(programs.initdb, args, account)
  if (!ok) throw new Error(`initdb could not create ${folder}: ${lastLines(output)}`)
  await rename(data, folder)
  await sweepUnfinished(folder)
}

/** The first version of PostgreSQL with a built-in locale. */
const BUILT_IN_LOCALE_SINCE = 17

/**
 * Uses PostgreSQL's built-in locale, so that lower(), ilike and sorting are the same on every system and after
 * upgrades. It supports Unicode letters, and sorts by code point. Before version 17 the C library defines letters,
 * perhaps by another version of Unicode; sorting is the same.
 */
function localeArgs({ major }: Version): string[] {
  const ownLocale =
    major >= BUILT_IN_LOCALE_SINCE
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale-provider=libc', '--lc-ctype=C.UTF-8']
  return ['--encoding=UTF8', '--locale=C', ...ownLocale]
}

/** Removes what killed initdbs have left. One that still writes is removed at the next start. */
export async function sweepUnfinished(folder: string): Promise<void> {
  const beside = await readdir(dirname(folder)).catch(() => [])
  const unfinished = beside.filter((name) => name.startsWith(`${basename(folder)}.new-`))
  for (const name of unfinished) {
    await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Changes the owner of a folder and of everything in it. */
export async function giveTo(folder: string, { uid, gid }: NonNullable<Account>): Promise<void> {
  const inside = await readdir(folder, { recursive: true })
  for (const name of ['', ...inside]) await lchown(join(folder, name), uid, gid)
}
