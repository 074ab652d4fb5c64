// Hints over a Valkey (or Redis) that all processes share.
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import type { HintChannel, HintChannelOptions } from '#foundation/events/hints/hint-channel.ts'

const CHANNEL = 'event-log'
const RECONNECT_MS = 1_000
const CONNECTION = {
  lazyConnect: true,
  connectTimeout: 1_000,
  retryStrategy: () => RECONNECT_MS,
}

/** A connection that subscribes can send nothing else, so there are two. */
export function openValkeyChannel(
  url: string,
  { log, onNames, onOpen }: HintChannelOptions,
): HintChannel {
  const self = randomUUID()
  const publisher = new Redis(url, {
    ...CONNECTION,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: RECONNECT_MS,
  })
  // The subscriber resubscribes by itself, and waits for its first connection without a limit.
  const subscriber = new Redis(url, { ...CONNECTION, maxRetriesPerRequest: null })
  let isAway = false
  subscriber.on('error', ({ message: reason }) => {
    if (isAway) return
    isAway = true
    log.warn({ reason }, 'no hints about events arrive: polls find them within a second')
  })
  subscriber.on('ready', () => {
    if (isAway) log.info('hints about events arrive again')
    isAway = false
    onOpen()
  })
  publisher.on('error', () => undefined)
  subscriber.on('message', (_channel, message: string) => {
    const [sender, ...names] = message.split(' ')
    if (sender !== self) onNames(names.join(' '))
  })
  publisher.connect().catch(() => undefined)
  subscriber.subscribe(CHANNEL).catch(() => undefined)
  return {
    async send(names) {
      await publisher.publish(CHANNEL, `${self} ${names}`)
    },
    close() {
      publisher.disconnect()
      subscriber.disconnect()
      return Promise.resolve()
    },
  }
}
