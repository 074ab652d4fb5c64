// A real Valkey or Redis server on a free port, without persistence.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { vi } from 'vitest'
import { TIMEOUT } from '#test/process.ts'

export interface Valkey {
  url: string
  /** Ends the server, and with it its counts. */
  stop(): Promise<void>
}

/** Starts `redis-server`, or the program that VALKEY_SERVER names. */
export async function startValkey(port: number): Promise<Valkey> {
  const program = process.env.VALKEY_SERVER ?? 'redis-server'
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn(program, args, { stdio: 'ignore' })
  const ended = once(server, 'close')
  await vi.waitFor(() => connect(port), TIMEOUT)
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGKILL')
      await ended
    },
  }
}

async function connect(port: number): Promise<void> {
  const socket = createConnection({ host: '127.0.0.1', port })
  await once(socket, 'connect')
  socket.destroy()
}
