// Runs Apollo's planner in a thread, because it would block the event loop of the router.
import { parentPort } from 'node:worker_threads'
import { servePlanner } from '../remote/planner-messages.ts'
import { createApolloPlanner } from './apollo-planner.ts'

servePlanner(
  {
    send: (message) => parentPort!.postMessage(message),
    onMessage: (listener) => parentPort!.on('message', listener),
  },
  createApolloPlanner,
)
