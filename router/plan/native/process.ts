// The process of Hive's planner. A defect of native code ends this process, and not the router.
import { flushCompileCache } from 'node:module'
import { servePlanner } from '../remote/planner-messages.ts'
import { createNativePlanner } from './native-planner.ts'

// The signal may reach the whole process group. The router must reload or finish its requests
// first, and then ends this process.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
servePlanner(
  {
    send: (message) => void process.send!(message),
    onMessage: (listener) => process.on('message', listener),
  },
  createNativePlanner,
)
// Saves the compile cache now for the next process, because this one will be killed.
flushCompileCache()
