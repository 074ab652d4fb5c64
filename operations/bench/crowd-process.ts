// The subscribers of `crowd.ts`, in a process of their own: gets what they subscribe to, and says how many results they have.
import { openSubscribers, type SubscribeOptions, type Subscribers } from './streams.ts'

const opened: Subscribers[] = []

process.on('message', (message: readonly SubscribeOptions[] | 'results') => {
  if (message === 'results') {
    process.send!(opened.reduce((sum, subscribers) => sum + subscribers.total(), 0))
  } else void open(message)
})

/** A failure ends the process. */
async function open(groups: readonly SubscribeOptions[]): Promise<void> {
  for (const options of groups) opened.push(await openSubscribers(options))
  process.send!('opened')
}
