// Grants that have ended: what is left of their access tokens is refused from then on.
import type { Log } from '#foundation/telemetry/log.ts'

/** One page of what Identity answers, oldest first; times as ISO 8601. */
export interface EndedGrantPage {
  /** When Identity looked. */
  asOf: string
  grants: { grantId: string; endedAt: string }[]
  /** Where the next page begins; null after the last one. */
  next: string | null
}

export interface EndedGrantInput {
  since?: string
  after?: string
}

export interface EndedGrants {
  /** Whether the grant is known to have ended. Waits for the first answer, or its failure. */
  has(grantId: string): Promise<boolean>
  /** Asks Identity for what has ended since the last answer. Never throws. */
  refresh(): Promise<void>
  /** Since the last good answer; Infinity before the first one. */
  ageSeconds(): number
}

/** An access token lives an hour (contract, "Authentication"); the minute is for clocks that differ. */
export const ENDED_GRANTS_REACH_MS = 3_660_000
/** A grant may be committed after another one that ended later. */
const OVERLAP_MS = 30_000
/** Some 10 MB. */
const MOST_GRANTS = 100_000

/**
 * The grants that ended in the last hour, as Identity tells them page by page. While it is away, what
 * is known stays: an outage must neither let a revoked token in again nor stop the other services.
 */
export function createEndedGrants(
  fetchPage: (input: EndedGrantInput) => Promise<EndedGrantPage>,
  { log, now }: { log: Log; now: () => Date },
): EndedGrants {
  const known = createBoundedList(log)
  const tried = Promise.withResolvers<void>()
  let askedAt: string | undefined
  let answeredAt = -Infinity
  let away = false

  const readPages = async (): Promise<void> => {
    const since = askedAt && new Date(Date.parse(askedAt) - OVERLAP_MS).toISOString()
    let page = await fetchPage({ ...(since && { since }) })
    const { asOf } = page
    known.add(page.grants)
    while (page.next !== null) {
      page = await fetchPage({ ...(since && { since }), after: page.next })
      known.add(page.grants)
    }
    askedAt = asOf
    answeredAt = now().getTime()
    away = false
  }

  return {
    async has(grantId) {
      await tried.promise
      return known.has(grantId)
    },
    async refresh() {
      await readPages().catch((error: unknown) => {
        if (!away) log.warn({ err: error }, 'ended grants are not told: those known go on')
        away = true
      })
      known.forget(now().getTime() - ENDED_GRANTS_REACH_MS)
      tried.resolve()
    },
    ageSeconds: () => (now().getTime() - answeredAt) / 1000,
  }
}

/** Ids in the order they ended, but for what was committed late; the oldest go first. */
function createBoundedList(log: Log) {
  const endings = new Map<string, number>()
  return {
    has: (id: string): boolean => endings.has(id),
    add(grants: EndedGrantPage['grants']): void {
      for (const { grantId, endedAt } of grants) endings.set(grantId, Date.parse(endedAt))
      const excess = endings.size - MOST_GRANTS
      if (excess <= 0) return
      log.error({ excess }, 'too many grants ended: tokens of the oldest are taken again')
      for (const id of [...endings.keys()].slice(0, excess)) endings.delete(id)
    },
    forget(endedBefore: number): void {
      for (const [id, endedAt] of endings) {
        if (endedAt >= endedBefore) return
        endings.delete(id)
      }
    },
  }
}
