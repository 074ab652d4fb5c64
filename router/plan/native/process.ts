// The process of Hive's planner. A defect of native code ends this process, and not the router.
import { servePlanner } from '../remote/planner-messages.ts'
import { createNativePlanner } from './native-planner.ts'

// Ctrl-C reaches every process of the terminal; the router ends this one when it has closed.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
servePlanner(
  {
    send: (message) => void process.send!(message),
    onMessage: (listener) => process.on('message', listener),
  },
  createNativePlanner,
)
