// The process of Hive's planner. A defect of native code ends this process, and not the router.
import { flushCompileCache } from 'node:module'
import { servePlanner } from '../remote/planner-messages.ts'
import { createNativePlanner } from './native-planner.ts'

// These signals may reach the whole group of the router, which reloads or finishes its requests first.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
servePlanner(
  {
    send: (message) => void process.send!(message),
    onMessage: (listener) => process.on('message', listener),
  },
  createNativePlanner,
)
// The next process finds it, although this one will be killed.
flushCompileCache()
