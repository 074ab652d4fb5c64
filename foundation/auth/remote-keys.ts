// The public keys that verify access tokens: fetched, refreshed, and kept during an outage of their issuer.
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { asReported, serviceUnavailable } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'

/** Keys that may sign access tokens. */
export interface TrustedKeys {
  /** The key that a token names. @throws JWKSNoMatchingKey for an unknown one */
  find: JWTVerifyGetKey
  /** Whether the key with this id is still published, so that its signatures are valid. */
  trust(kid: string | undefined): boolean
}

/** The keys of an issuer, polled by a process. */
export interface RemoteKeys extends TrustedKeys {
  /** Fetches the keys if there are none, or after five minutes. @throws the reported failure; known keys stay */
  keepFresh(): Promise<void>
}

interface KeySet {
  find: JWTVerifyGetKey
  kids: ReadonlySet<string | undefined>
}

const FRESH_MS = 5 * 60_000
const MAX_AGE_MS = 24 * 3_600_000
const RETRY_MS = 30_000

/** The issuer of the tokens, as errors and the log name it. */
export interface Issuer {
  service: string
  title: string
}

const IDENTITY: Issuer = { service: 'identity', title: 'the ID service' }

/**
 * The issuer's public keys (RFC 7517), fetched by `keepFresh` or, if it has none yet or was not
 * called, on demand. An unknown `kid` triggers another fetch at most every 30 seconds. While the
 * issuer is down, the last good set is kept for 24 hours; jose's own remote set fails closed after
 * minutes.
 */
export function createRemoteKeys(
  fetchKeys: () => Promise<JSONWebKeySet>,
  { log, now, issuer = IDENTITY }: { log: Log; now: () => Date; issuer?: Issuer },
): RemoteKeys {
  const logRepeatedly = createRepeatedLog()
  let keys: KeySet | undefined
  let fetchedAt = -Infinity
  let triedAt = -Infinity
  let underway: Promise<Error | undefined> | undefined

  /** Fetches the keys. Never throws: it returns the failure. */
  const refresh = (): Promise<Error | undefined> => {
    if (underway) return underway
    triedAt = now().getTime()
    underway = fetchKeys()
      .then((set) => {
        keys = { find: createLocalJWKSet(set), kids: new Set(set.keys.map(({ kid }) => kid)) }
        fetchedAt = now().getTime()
        return undefined
      })
      .catch((error: Error) => {
        const { message: reason } = error
        logRepeatedly(reason, (repeated) => log.warn({ reason, ...repeated }, cannotFetch(issuer)))
        return asReported(error)
      })
      .finally(() => (underway = undefined))
    return underway
  }
  // A request during a fetch waits for that fetch.
  const mayTry = (): boolean => underway !== undefined || now().getTime() - triedAt >= RETRY_MS
  const age = (): number => now().getTime() - fetchedAt
  const isDue = (): boolean => age() > FRESH_MS && mayTry()
  const refreshInBackground = (): void => {
    if (isDue()) void refresh()
  }

  return {
    async keepFresh() {
      const failure = !keys || isDue() ? await refresh() : undefined
      if (failure) throw failure
    },
    trust(kid) {
      refreshInBackground()
      return kid !== undefined && keys !== undefined && keys.kids.has(kid)
    },
    async find(header, token) {
      if (age() > MAX_AGE_MS) await refresh()
      else refreshInBackground()
      if (!keys || age() > MAX_AGE_MS) throw serviceUnavailable(issuer.service)
      try {
        return await keys.find(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || !mayTry()) throw error
        await refresh()
        return keys.find(header, token)
      }
    },
  }
}

function cannotFetch({ title }: Issuer): string {
  return `cannot fetch the public keys of ${title}: known keys stay valid; without any, no token can be verified`
}
