// Runs PostgreSQL's programs, as a system user when this process is root.
import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { env } from 'node:process'
import { text } from 'node:stream/consumers'

/** A system user, by uid and gid; undefined is the user of this process. */
export type Account = { uid: number; gid: number } | undefined

const USER = 'ecosystem-postgres'

/** The folder of programs and clusters when root starts a project that PostgreSQL's user cannot enter. */
export const SYSTEM_FOLDER = '/var/lib/ecosystem-postgres'

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

/** Creates a folder that every user may enter, regardless of the umask. */
export async function makeFolderForEveryone(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
}
