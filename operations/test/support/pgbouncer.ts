// A real PgBouncer on a free port, in front of the PostgreSQL of the test run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { Client } from 'pg'
import { vi } from 'vitest'
import { freePorts } from '#test/ports.ts'
import { TIMEOUT } from '#test/process.ts'

export interface PgBouncer {
  /** The URL of the same database through PgBouncer. */
  url: string
  /** Resolves once all connections are used, and a client waits for one. */
  untilSomebodyWaits(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts `pgbouncer`, or the program that PGBOUNCER names. Its clients share this many connections
 * to the database at `url`, each for a transaction or for as long as it is connected.
 */
export async function startPgBouncer(
  url: string,
  connections: number,
  mode: 'transaction' | 'session' = 'transaction',
): Promise<PgBouncer> {
  const [port] = (await freePorts(1)) as [number]
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  const { hostname, port: behind, username, password } = new URL(url)
  await writeFile(join(folder, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`)
  await writeFile(
    file,
    `[databases]
     * = host=${hostname} port=${behind}
     [pgbouncer]
     listen_addr = 127.0.0.1
     listen_port = ${port}
     unix_socket_dir =
     auth_type = scram-sha-256
     auth_file = ${join(folder, 'users')}
     admin_users = ${username}
     pool_mode = ${mode}
     ${mode === 'session' ? SESSION_OPTIONS : ''}
     default_pool_size = ${connections}
     max_client_conn = 1000
     `.replaceAll(/^ +/gm, ''),
  )
  // It refuses to run as root and runs as another user, who must be able to enter.
  await chmod(folder, 0o755)
  const args = getuid?.() === 0 ? ['--quiet', '--user=nobody', file] : ['--quiet', file]
  const server = spawn(process.env.PGBOUNCER ?? 'pgbouncer', args, { stdio: 'ignore' })
  const ended = once(server, 'close')
  await vi.waitFor(() => connect(port), TIMEOUT)
  const through = new URL(url)
  through.host = `127.0.0.1:${port}`
  through.searchParams.delete('host')
  const console = new URL(through)
  console.pathname = '/pgbouncer'
  return {
    url: through.href,
    async untilSomebodyWaits() {
      const client = new Client(console.href)
      await client.connect()
      const isWaiting = async () => {
        const { rows } = await client.query<Record<string, unknown>>('show pools')
        return rows.some(
          ({ cl_active: active, cl_waiting: waiting }) =>
            Number(active) === connections && Number(waiting) > 0,
        )
      }
      await vi.waitUntil(isWaiting, TIMEOUT)
      await client.end()
    },
    async stop() {
      server.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

/** Parameters that clients send when they connect, and that not every version passes on. */
const SESSION_OPTIONS =
  'ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout'

async function connect(port: number): Promise<void> {
  const socket = createConnection({ host: '127.0.0.1', port })
  await once(socket, 'connect')
  socket.destroy()
}
