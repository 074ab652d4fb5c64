// Runs what takes long on a large graph in a thread of its own, with a bounded heap and a deep stack.
import { getCompileCacheDir } from 'node:module'
import { extname } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { UsageError } from '../sources/files.ts'
import type { Task, Tasks } from './tasks.ts'

const MEGABYTE = 1024 * 1024

/** Composition and planning follow each type to the next by recursion: 4 MiB end at some 5,000 types. */
const STACK_MEGABYTES = 64

/** What a worker starts from, and what it sends back. */
export interface Start<T extends Task> {
  task: T
  input: Parameters<Tasks[T]>[0]
  compileCache: string | undefined
}
export type Ending<T extends Task> = { result: Awaited<ReturnType<Tasks[T]>> }

/**
 * Runs a task in a thread.
 * @param purpose what the thread does and for which side, as a sentence about it begins
 * @throws UsageError when the task needs more memory or stack than a thread has
 */
export function runInThread<T extends Task>(
  task: T,
  input: Parameters<Tasks[T]>[0],
  purpose: string,
): Promise<Awaited<ReturnType<Tasks[T]>>> {
  const limit = Math.floor(getHeapStatistics().heap_size_limit / MEGABYTE)
  const workerData: Start<T> = { task, input, compileCache: getCompileCacheDir() }
  const worker = new Worker(ENTRY, {
    workerData,
    // A flag of the command, such as --max-old-space-size, counts for each thread as well.
    resourceLimits: { maxOldGenerationSizeMb: limit, stackSizeMb: STACK_MEGABYTES },
  })
  return new Promise((resolve, reject) => {
    worker.on('message', ({ result }: Ending<T>) => resolve(result))
    worker.on('error', (error) => reject(explained(error, purpose, limit)))
    worker.on('exit', (code) => reject(new Error(`${purpose} ended with ${code}.`)))
  })
}

/** The build has `.js` where the sources have `.ts`. */
const ENTRY = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)

function explained(error: unknown, purpose: string, limit: number): unknown {
  if (!(error instanceof Error)) return error
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new UsageError(
      `${purpose} needs more than ${limit} MiB of memory. Set NODE_OPTIONS=--max-old-space-size=${limit * 2}, or more.`,
    )
  }
  if (!(error instanceof RangeError)) return error
  return new UsageError(`${purpose} needs a deeper stack than ${STACK_MEGABYTES} MiB: ${error.message}.`)
}
