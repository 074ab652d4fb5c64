// Runs programs as an operator does: real processes, their output and exit codes, and signals.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import type { Environment } from '#foundation/settings/setting.ts'
import { SLOWNESS } from './slowness.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

/** The timeout of a test of processes, while other test files share two processors. */
export const PROCESS_TEST_MS = 180_000 * SLOWNESS

/** Options for polling: ends just before the hang limit of a tier, and says what it waited for. */
export const TIMEOUT = { timeout: 150_000 * SLOWNESS, interval: 20 }

export interface ExitResult {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface Program {
  pid: number
  /** Its output so far, on stdout and stderr. */
  output(): string
  /** Waits for this output; fails if the process ends without it. */
  says(words: RegExp): Promise<void>
  /** Types text at its terminal. */
  type(text: string): void
  send(signal: NodeJS.Signals): void
  /** Signals its whole process group, as a terminal's Ctrl-C does. */
  sendToGroup(signal: NodeJS.Signals): void
  /** Waits for its exit. */
  ended(): Promise<ExitResult>
}

/** Runs Node with these arguments and settings, in a process group of its own, in the project's folder or another. */
export function runNode(args: readonly string[], settings: Environment, folder = PROJECT): Program {
  return run(process.execPath, args, settings, folder)
}

/** A shell in a folder, which reads its commands from its input. */
export function runShell(settings: Environment, folder: string): Program {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  return run('bash', ['-E', '-o', 'pipefail'], { PATH, ...settings }, folder)
}

/** A program in a terminal: it receives what is typed, and its output is a TTY. */
export function runInTerminal(args: readonly string[], settings: Environment): Program {
  const command = ['exec', process.execPath, ...args].join(' ')
  return run('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    TERM: 'xterm-256color',
    ...settings,
  })
}

function run(
  command: string,
  args: readonly string[],
  settings: Environment,
  cwd = PROJECT,
): Program {
  const child = spawn(command, args, {
    cwd,
    env: environmentOf(settings),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdin.on('error', () => undefined)
  const output = collectOutput(child)
  const ending = once(child, 'close').then(([code, signal]): ExitResult => ({ code, signal }))
  const group = -child.pid!
  return {
    pid: child.pid!,
    output,
    says: (words) => untilSaid(words, output, ending),
    type: (text) => void child.stdin.write(text),
    send: (signal) => void child.kill(signal),
    sendToGroup: (signal) => void process.kill(group, signal),
    ended: () => ending,
  }
}

/** The environment of a program: its settings, and what Node needs. */
export function environmentOf(settings: Environment): Environment {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE, ...settings }
}

function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  const chunks: string[] = []
  for (const stream of [stdout!, stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  }
  return () => chunks.join('')
}

async function untilSaid(
  words: RegExp,
  output: () => string,
  ending: Promise<ExitResult>,
): Promise<void> {
  let over = false
  void ending.then(() => (over = true))
  await vi.waitUntil(() => over || words.test(output()), TIMEOUT).catch(() => undefined)
  expect(output()).toMatch(words)
}
