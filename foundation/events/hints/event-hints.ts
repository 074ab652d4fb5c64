// Hints between processes that events of a service were numbered. A process that gets one reads at once. A lost hint
// only delays events until the next poll.
import { isTransactionPooler } from '#foundation/database/address/connection-config.ts'
import { withoutLogin } from '#foundation/database/address/database-url.ts'
import { openDatabaseChannel } from '#foundation/events/hints/database-channel.ts'
import type { HintChannel, HintChannelOptions } from '#foundation/events/hints/hint-channel.ts'
import type { Log } from '#foundation/telemetry/log.ts'

export interface EventHints extends AsyncDisposable {
  /**
   * Calls `onHint` when another process may have numbered events of the service.
   * @returns a function that tells other processes that this one has numbered events
   */
  join(log: ServiceLog, onHint: () => void): () => void
}

interface ServiceLog {
  databaseUrl: string
  service: string
}

/** Opens a channel when the first service joins: one of the Valkey at the URL, otherwise one for each database. */
export async function createEventHints(
  valkeyUrl: string | undefined,
  log: Log,
): Promise<EventHints> {
  const hubs = new Map<string, HintHub>()
  const openChannel = valkeyUrl === undefined ? openDatabaseChannel : await loadValkeyChannel()
  const findHub = (databaseUrl: string): HintHub | undefined => {
    // Sessions of a transaction pooler change with each transaction, so they cannot listen.
    if (valkeyUrl === undefined && isTransactionPooler(databaseUrl)) return undefined
    const url = valkeyUrl ?? databaseUrl
    const open: OpenChannel = (options) => openChannel(url, { ...options, log })
    // Services log in to a database with their own roles, and any of these may listen.
    return hubs.getOrInsertComputed(withoutLogin(url), () => new HintHub(open))
  }
  return {
    join({ databaseUrl, service }, onHint) {
      const joined = findHub(databaseUrl)
      joined?.add(service, onHint)
      return () => joined?.send(service)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...hubs.values()].map((one) => one.close()))
    },
  }
}

/** The client library is loaded only if there is a Valkey. */
async function loadValkeyChannel() {
  const { openValkeyChannel } = await import('#foundation/events/hints/valkey-channel.ts')
  return openValkeyChannel
}

type OpenChannel = (options: Omit<HintChannelOptions, 'log'>) => HintChannel

/** The services of this process that share a channel. */
class HintHub {
  readonly #channel: HintChannel
  readonly #listeners = new Map<string, Set<() => void>>()
  /** The services to name in the next hint, once the current one has been sent. */
  readonly #pending = new Set<string>()
  #isSending = false

  constructor(open: OpenChannel) {
    this.#channel = open({
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
      // The channel logs its outages, and polls find the events of a lost hint.
      await this.#channel.send(names).catch(() => undefined)
    }
    this.#isSending = false
  }
}
