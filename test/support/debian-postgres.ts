// PostgreSQL 15 as Debian packages it: its programs, and a server on a free port.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { Client } from 'pg'
import { vi } from 'vitest'
import { run, spawnOptions, systemAccount } from '#foundation/postgres/programs.ts'
import { freePorts } from './ports.ts'
import { TIMEOUT } from './process.ts'

/** The folder of its programs; the other tools are in the PATH. */
export const DEBIAN_POSTGRES = process.env.POSTGRES_15 ?? '/usr/lib/postgresql/15/bin'

/** A new folder that the user `postgres` may write to, if this is root. */
export async function folderOfPostgres(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `ecosystem-${name}-`))
  await chmod(folder, 0o755)
  if (getuid?.() === 0) {
    const id = (option: string) => Number(execFileSync('id', [option, 'postgres']).toString())
    await chown(folder, id('-u'), id('-g'))
  }
  return folder
}

export interface DebianServer {
  /** Creates an empty database, and returns its URL, with the role that owns it: the superuser when left out. */
  createDatabase(name: string, owner?: string): Promise<string>
  stop(): Promise<void>
}

export async function startDebianServer(): Promise<DebianServer> {
  const account = getuid?.() === 0 ? await systemAccount() : undefined
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-debian-'))
  if (account) await chown(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const made = ['-D', data, '-U', 'ecosystem', '--auth=trust', '--no-sync', '--encoding=UTF8']
  const { ok, output } = await run(join(DEBIAN_POSTGRES, 'initdb'), made, account)
  if (!ok) throw new Error(output)
  const [port] = (await freePorts(1)) as [number]
  const settings = [`port=${port}`, 'unix_socket_directories=', 'fsync=off', 'max_connections=300']
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawn(join(DEBIAN_POSTGRES, 'postgres'), args, {
    ...spawnOptions(account),
    stdio: 'ignore',
  })
  const ended = once(server, 'close')
  const urlOf = (name: string, role = 'ecosystem') => `postgres://${role}@127.0.0.1:${port}/${name}`
  await vi.waitFor(() => execute(urlOf('postgres'), 'select 1'), TIMEOUT)
  return {
    async createDatabase(name, owner = 'ecosystem') {
      await execute(urlOf('postgres'), `create database ${name} owner ${owner}`)
      return urlOf(name, owner)
    },
    async stop() {
      // A fast shutdown, which ends its clients.
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
