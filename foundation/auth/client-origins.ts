// The origins of registered public clients, whose scripts may call every service (CORS).
import { loggedError } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** Identity's list, or null if the caller knows that version of it. */
export interface ClientOriginList {
  version: string
  origins: string[] | null
}

export interface ClientOrigins {
  /** The same array until they change. */
  current(): readonly string[]
  /** Asks whether they have changed. Never throws: while Identity is down, the known ones stay. */
  refresh(): Promise<void>
}

/** Polled by each process, so that registering a client is all that its developer needs. */
export function createClientOrigins(
  fetchList: (known: string) => Promise<ClientOriginList>,
  log: Log,
): ClientOrigins {
  let known: { version: string; origins: readonly string[] } = { version: '', origins: [] }
  let away = false
  const read = async (): Promise<void> => {
    const { version, origins } = await fetchList(known.version)
    if (origins) known = { version, origins }
    away = false
  }
  return {
    current: () => known.origins,
    refresh: () =>
      read().catch((error: unknown) => {
        if (!away)
          log.warn(loggedError(error), 'cannot fetch the origins of clients: the known ones stay')
        away = true
      }),
  }
}
