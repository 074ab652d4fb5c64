// The origins of registered public clients, whose scripts may call every service (CORS).
import { asReported, isReported } from '#foundation/domain/errors.ts'
import { loggedError } from '#foundation/telemetry/log/outage-log.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** Identity's list, or null if the caller knows that version of it. */
export interface ClientOriginList {
  version: string
  origins: string[] | null
}

export interface ClientOrigins {
  /** Returns the same array until the origins change. */
  current(): readonly string[]
  /** Fetches the origins if they have changed. @throws a failure, as reported: the known ones stay */
  refresh(): Promise<void>
}

/** Each process polls, so that a developer only has to register the client. */
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
        if (!away && !isReported(error))
          log.warn(
            loggedError(error),
            'cannot fetch the origins of clients: keeping the known ones',
          )
        away = true
        throw asReported(error as Error)
      }),
  }
}
