// Hints between processes that events of a service were numbered. Whoever gets one reads at once; a lost one delays
// events until the next poll, so nothing depends on hints.
import { isTransactionPooler } from '#foundation/database/connection-config.ts'
import { openDatabaseChannel } from '#foundation/events/database-hints.ts'
import { openValkeyChannel } from '#foundation/events/valkey-hints.ts'
import type { Log } from '#foundation/telemetry/log.ts'

export interface EventHints extends AsyncDisposable {
  /**
   * Calls `onHint` when another process may have numbered events of the service.
   * @returns a function that tells other processes that this one has
   */
  join(log: ServiceLog, onHint: () => void): () => void
}

export interface ServiceLog {
  databaseUrl: string
  service: string
}

/** What carries hints: the names of services, separated by spaces. */
export interface HintChannel {
  send(names: string): Promise<void>
  close(): Promise<void>
}

export interface HintChannelOptions {
  log: Log
  /** Another process has sent these names. */
  onNames: (names: string) => void
  /** Hints may have been lost before. */
  onOpen: () => void
}

type OpenChannel = (options: HintChannelOptions) => HintChannel

/** Opens a channel when the first service joins: one of the Valkey at the URL, otherwise one for each database. */
export function createEventHints(valkeyUrl: string | undefined, log: Log): EventHints {
  const hubs = new Map<string, HintHub>()
  const hubOf = (databaseUrl: string): HintHub | undefined => {
    if (valkeyUrl !== undefined)
      return hub(valkeyUrl, (options) => openValkeyChannel(valkeyUrl, options))
    // Its sessions change with each transaction, so they cannot listen.
    if (isTransactionPooler(databaseUrl)) return undefined
    return hub(databaseUrl, (options) => openDatabaseChannel(databaseUrl, options))
  }
  const hub = (url: string, open: OpenChannel) =>
    hubs.getOrInsertComputed(url, () => new HintHub(open, log))
  return {
    join({ databaseUrl, service }, onHint) {
      const joined = hubOf(databaseUrl)
      joined?.add(service, onHint)
      return () => joined?.send(service)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...hubs.values()].map((one) => one.close()))
    },
  }
}

/** The services of this process that share a channel. */
class HintHub {
  readonly #channel: HintChannel
  readonly #listeners = new Map<string, Set<() => void>>()
  /** To be sent together when the hint under way has been sent. */
  readonly #pending = new Set<string>()
  #isSending = false

  constructor(open: OpenChannel, log: Log) {
    this.#channel = open({
      log,
      onNames: (names) => this.#hint(names.split(' ')),
      onOpen: () => this.#hint(this.#listeners.keys()),
    })
  }

  add(service: string, onHint: () => void): void {
    this.#listeners.getOrInsertComputed(service, () => new Set()).add(onHint)
  }

  send(service: string): void {
    this.#pending.add(service)
    if (!this.#isSending) void this.#sendPending()
  }

  close(): Promise<void> {
    return this.#channel.close()
  }

  #hint(services: Iterable<string>): void {
    for (const service of services) {
      for (const onHint of this.#listeners.get(service) ?? []) onHint()
    }
  }

  async #sendPending(): Promise<void> {
    this.#isSending = true
    while (this.#pending.size > 0) {
      const names = [...this.#pending].join(' ')
      this.#pending.clear()
      // The channel logs its outages, and polls find what a lost hint was about.
      await this.#channel.send(names).catch(() => undefined)
    }
    this.#isSending = false
  }
}
