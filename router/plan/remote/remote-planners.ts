// Starts the planners: Hive's in a process of its own, Apollo's in a thread.
import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Planner } from '../planner.ts'
import { startRemotePlanner, type OpenChannel, type StartOptions } from './remote-planner.ts'

/** @throws for a supergraph that the planner does not understand, and where it has no binary */
export function startNativePlanner(supergraph: string, options?: StartOptions): Promise<Planner> {
  return startRemotePlanner(supergraph, openProcess, options)
}

/** @throws for a supergraph that the planner does not understand */
export function startApolloPlanner(supergraph: string, options?: StartOptions): Promise<Planner> {
  return startRemotePlanner(supergraph, openThread, options)
}

/** The module that strips types takes 20 MiB. */
const COMPILE_CACHE = new URL('../../../foundation/process/compile-cache.js', import.meta.url).href

const openProcess: OpenChannel = ({ onMessage, onEnd }) => {
  const program = fileURLToPath(new URL('../native/process.ts', import.meta.url))
  // What a panic of native code prints is no log line.
  const execArgv = ['--import', COMPILE_CACHE]
  const child = fork(program, { execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  yieldToOthers(child.pid)
  const ended = Promise.withResolvers<void>()
  const end = (reason: string) => {
    onEnd(reason)
    ended.resolve()
  }
  child.on('message', onMessage)
  // A process that does not start does not exit.
  child.on('error', (error) => end(error.message))
  child.on('exit', (code, signal) => end(signal ?? `exit code ${code}`))
  return {
    send: (message) => void child.send(message, () => undefined),
    async close() {
      child.kill('SIGKILL')
      await ended.promise
    },
  }
}

/**
 * Gives a process the processors that others leave, because those who send known operations must not wait for plans.
 * Threads that it starts later are like it.
 */
function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, which its listeners hear.
  }
}

const openThread: OpenChannel = ({ onMessage, onEnd }) => {
  const worker = new Worker(new URL('../apollo/thread.ts', import.meta.url), { execArgv: [] })
  worker.on('message', onMessage)
  worker.on('error', (error) => onEnd((error as Error).message))
  worker.on('exit', (code) => onEnd(`exit code ${code}`))
  return {
    send: (message) => worker.postMessage(message),
    async close() {
      await worker.terminate()
    },
  }
}
