// The thread of Apollo's planner, which would keep the event loop of the router busy.
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
