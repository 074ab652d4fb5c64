// Runs long tasks for a large graph in a thread, with a bounded heap and a deep stack.
import * as nodeModule from 'node:module'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { sendable } from '../sdl/sdl.ts'
import { UsageError } from '../sources/files.ts'
import { isLarge } from './size.ts'
import { tasks, type Task, type Tasks } from './tasks.ts'

/** The maximum heap of one thread; `--max-old-space-size` sets another one. */
const MAX_HEAP_MEGABYTES = 2048

/**
 * Node lets a thread have 16 MiB more, in which it ends it with an error. V8 moves up to two thirds of the young
 * generation into the heap at once, and aborts the whole process if that is more. 12 MiB take a sixth more processor
 * time, and 48 MiB no less.
 */
const MAX_YOUNG_MEGABYTES = 24

/**
 * The stack of one thread. Composition and planning recurse from each type to the next: 4 MiB are
 * enough for some 5,000 types.
 */
const STACK_MEGABYTES = 64

/** The input of a worker. */
export interface Start<T extends Task> {
  task: T
  input: Input<T>
  compileCache: string | undefined
}
export type Message<T extends Task> = { result: Result<T> }

type Input<T extends Task> = Parameters<Tasks[T]>[0]
type Result<T extends Task> = Awaited<ReturnType<Tasks[T]>>

interface Work {
  /** The size of the SDL, in characters. */
  characters: number
  /** The task and its side, as the start of a sentence. */
  purpose: string
}

/**
 * Runs a task here or, with a large graph or one whose types form a long chain, in a thread.
 * @throws UsageError when the task needs more memory or stack than a thread has
 */
export async function runTask<T extends Task>(
  task: T,
  input: Input<T>,
  { characters, purpose }: Work,
): Promise<Result<T>> {
  if (isLarge(characters)) return runInThread(task, input, purpose)
  try {
    return await (tasks[task] as (given: Input<T>) => Promise<Result<T>>)(input)
  } catch (error) {
    // The stack of the main thread cannot be made larger, so a thread tries again.
    if (error instanceof RangeError) return runInThread(task, input, purpose)
    throw error
  }
}

function runInThread<T extends Task>(
  task: T,
  input: Input<T>,
  purpose: string,
): Promise<Result<T>> {
  // The function exists since Node 22.8.
  const compileCache = nodeModule.getCompileCacheDir?.()
  const workerData: Start<T> = { task, input: sendable(input), compileCache }
  const resourceLimits = {
    maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES,
    maxYoungGenerationSizeMb: MAX_YOUNG_MEGABYTES,
    stackSizeMb: STACK_MEGABYTES,
  }
  const worker = new Worker(ENTRY, { workerData, resourceLimits })
  return new Promise((resolve, reject) => {
    worker.on('message', ({ result }: Message<T>) => resolve(result))
    worker.on('error', (error) => reject(explained(error, purpose)))
    worker.on('exit', (code) => reject(new Error(`${purpose} ended with ${code}.`)))
  })
}

/** The worker's file ends in `.js` in the build, and in `.ts` in the sources. */
const ENTRY = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)

function explained(error: unknown, purpose: string): unknown {
  if (!(error instanceof Error)) return error
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new UsageError(
      `${purpose} needs more memory than it may take. Raise the limit with NODE_OPTIONS=--max-old-space-size=${2 * MAX_HEAP_MEGABYTES}, in MiB.`,
    )
  }
  if (!(error instanceof RangeError)) return error
  return new UsageError(
    `${purpose} needs a deeper stack than ${STACK_MEGABYTES} MiB: ${error.message}.`,
  )
}
