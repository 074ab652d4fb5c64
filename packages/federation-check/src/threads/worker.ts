// The entry of a thread: runs one task, and sends its result.
import * as nodeModule from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { tasks, type Task } from './tasks.ts'
import type { Message, Start } from './thread.ts'

const { task, input, compileCache } = workerData as Start<Task>
// Each thread has to enable the compile cache for itself.
if (compileCache !== undefined) nodeModule.enableCompileCache?.(compileCache)
const run = tasks[task] as (given: typeof input) => ReturnType<(typeof tasks)[Task]>
parentPort!.postMessage({ result: await run(input) } satisfies Message<Task>)
