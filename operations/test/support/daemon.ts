// Programs of the operating system that a test runs in the background: databases, consensus, proxies.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { getuid } from 'node:process'
import { expect, vi } from 'vitest'
import { TIMEOUT, type ExitResult } from '#test/process.ts'

export interface Daemon {
  pid: number
  isRunning(): boolean
  send(signal: NodeJS.Signals): void
  ended(): Promise<ExitResult>
  /** The end of its output. */
  output(): Promise<string>
}

export interface Command {
  command: string
  args: readonly string[]
  /** The file that its output is added to. */
  logFile: string
}

/** Starts a program; as the user `postgres` if this is root, because PostgreSQL refuses to run as root. */
export function startAsPostgres({ command, args, logFile }: Command): Daemon {
  return startDaemon({ ...asPostgres(command, args), logFile })
}

/** The same command as the user `postgres`, if this is root. */
export function asPostgres(command: string, args: readonly string[]) {
  if (getuid?.() !== 0) return { command, args }
  const user = ['--reuid=postgres', '--regid=postgres', '--clear-groups']
  return { command: 'setpriv', args: [...user, command, ...args] }
}

/** Starts a program in a process group of its own. */
export function startDaemon({ command, args, logFile }: Command): Daemon {
  const log = openSync(logFile, 'a')
  const child = spawn(command, args, { stdio: ['ignore', log, log], detached: true, cwd: '/' })
  closeSync(log)
  const ending = once(child, 'close').then(([code, signal]): ExitResult => ({ code, signal }))
  ending.catch(() => undefined)
  return {
    pid: child.pid!,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    send: (signal) => void child.kill(signal),
    ended: () => ending,
    output: async () => (await readFile(logFile, 'utf8')).slice(-3_000),
  }
}

/** Waits until a daemon is in use, and fails with its output if it ends before. */
export async function untilUsable(daemon: Daemon, check: () => Promise<unknown>): Promise<void> {
  const isUsable = () => check().then(Boolean, () => false)
  let usable = false
  await vi
    .waitUntil(async () => !daemon.isRunning() || (usable = await isUsable()), TIMEOUT)
    .catch(() => undefined)
  expect(usable, await daemon.output()).toBe(true)
}
