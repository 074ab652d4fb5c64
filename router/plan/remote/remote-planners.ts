// Starts the planners: Hive's in a process of its own, Apollo's in a thread.
import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Planner } from '../planner.ts'
import { startRemotePlanner, type OpenChannel, type StartOptions } from './remote-planner.ts'

/** Starts Hive's planner. @throws for a supergraph that it does not understand, and on a platform without its binary */
export function startNativePlanner(supergraph: string, options?: StartOptions): Promise<Planner> {
  return startRemotePlanner(supergraph, openProcess, options)
}

/** Starts Apollo's planner. @throws for a supergraph that it does not understand */
export function startApolloPlanner(supergraph: string, options?: StartOptions): Promise<Planner> {
  return startRemotePlanner(supergraph, openThread, options)
}

/** Compiled sources are cached, because the module that strips types takes 20 MiB. */
const COMPILE_CACHE = new URL('../../../foundation/process/compile-cache.js', import.meta.url).href

const openProcess: OpenChannel = ({ onMessage, onEnd }) => {
  const program = fileURLToPath(new URL('../native/process.ts', import.meta.url))
  // Native code may print a panic, which must not be mixed with the lines of the log.
  const execArgv = ['--import', COMPILE_CACHE]
  const child = fork(program, { execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  yieldToOthers(child.pid)
  const ended = Promise.withResolvers<void>()
  const end = (reason: string) => {
    onEnd(reason)
    ended.resolve()
  }
  child.on('message', onMessage)
  // A process that fails to start emits no `exit`.
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
 * Lowers the priority of a process, so that clients with known operations do not wait for plans.
 * Threads that it starts later inherit the priority.
 */
function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has already ended, which its listeners learn from `exit`.
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
