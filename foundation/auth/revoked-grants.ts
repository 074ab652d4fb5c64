// Revoked grants: their access tokens are refused before they expire.
import { asReported, isReported } from '#foundation/domain/errors.ts'
import { loggedError } from '#foundation/telemetry/log/outage-log.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** One page of Identity's list, oldest first; times as ISO 8601. */
export interface RevokedGrantPage {
  /** Revocations that are committed later have this time, or a later one. */
  asOf: string
  grants: { grantId: string; endedAt: string }[]
  /** The cursor of the next page; null after the last one. */
  next: string | null
}

export interface RevokedGrantInput {
  since?: string
  after?: string
}

export interface RevokedGrants {
  /** Whether the grant is known to be revoked; a promise until the first fetch succeeds or fails. */
  has(grantId: string): boolean | Promise<boolean>
  /** Fetches the grants revoked since the last fetch. @throws a failure, as reported: the known ones stay */
  refresh(): Promise<void>
  /** Seconds since the last successful fetch; Infinity before the first one. */
  ageSeconds(): number
}

/** An access token lives an hour (contract, "Authentication"); the extra minute allows for clock skew. */
export const REVOKED_GRANTS_REACH_MS = 3_660_000
/** The clocks of Identity's processes and of its database differ, and a request may wait between them. */
const OVERLAP_MS = 30_000
/** A list of this size takes about 10 MB. */
const MAX_GRANTS = 100_000

/**
 * The grants revoked in the last hour, fetched from Identity page by page. While Identity is down,
 * the known ones stay: an outage must neither accept a revoked token again nor stop the other
 * services.
 */
export function createRevokedGrants(
  fetchPage: (input: RevokedGrantInput) => Promise<RevokedGrantPage>,
  { log, now }: { log: Log; now: () => Date },
): RevokedGrants {
  const known = createBoundedList(log)
  const attempted = Promise.withResolvers<void>()
  let hasAttempted = false
  let fetchedAsOf: string | undefined
  let fetchedAt = -Infinity
  let away = false

  const readPages = async (): Promise<void> => {
    const since = fetchedAsOf && new Date(Date.parse(fetchedAsOf) - OVERLAP_MS).toISOString()
    let page = await fetchPage({ ...(since && { since }) })
    const { asOf } = page
    known.add(page.grants)
    while (page.next !== null) {
      page = await fetchPage({ ...(since && { since }), after: page.next })
      known.add(page.grants)
    }
    fetchedAsOf = asOf
    fetchedAt = now().getTime()
    away = false
  }

  return {
    has(grantId) {
      if (hasAttempted) return known.has(grantId)
      return attempted.promise.then(() => known.has(grantId))
    },
    async refresh() {
      try {
        await readPages()
      } catch (error) {
        if (!away && !isReported(error))
          log.warn(loggedError(error), 'cannot fetch revoked grants: the known ones stay revoked')
        away = true
        throw asReported(error as Error)
      } finally {
        known.forget(now().getTime() - REVOKED_GRANTS_REACH_MS)
        hasAttempted = true
        attempted.resolve()
      }
    },
    ageSeconds: () => (now().getTime() - fetchedAt) / 1000,
  }
}

/** Grant ids in order of revocation (late commits excepted); drops the oldest first. */
function createBoundedList(log: Log) {
  const revocations = new Map<string, number>()
  return {
    has: (id: string): boolean => revocations.has(id),
    add(grants: RevokedGrantPage['grants']): void {
      for (const { grantId, endedAt } of grants) revocations.set(grantId, Date.parse(endedAt))
      const excess = revocations.size - MAX_GRANTS
      if (excess <= 0) return
      log.error({ excess }, 'too many revoked grants: tokens of the oldest are accepted again')
      for (const id of [...revocations.keys()].slice(0, excess)) revocations.delete(id)
    },
    forget(before: number): void {
      for (const [id, endedAt] of revocations) {
        if (endedAt >= before) return
        revocations.delete(id)
      }
    },
  }
}
