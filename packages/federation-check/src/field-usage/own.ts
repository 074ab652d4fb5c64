// Reads the format of this package, which `usage export` of a router prints, and any other program may write.
import { ALL_KINDS, type FieldUsage } from './field-usage.ts'
import { dayOf, windowOf } from './window.ts'

/** The requested coordinates, by client; a client may have several rows. */
interface OwnUsage {
  version: 1
  from?: unknown
  to?: unknown
  /** Days in the window in which nothing was counted. */
  uncounted?: readonly unknown[]
  coordinates: readonly { coordinate?: unknown; count?: unknown }[]
}

export function isOwn(given: unknown): given is OwnUsage {
  const { version, coordinates } = given as Partial<OwnUsage>
  return version === 1 && Array.isArray(coordinates)
}

export function readOwn({ from, to, uncounted = [], coordinates }: OwnUsage): FieldUsage {
  const requested = coordinates.filter(({ count }) => count !== 0)
  const missing = new Set(uncounted.map(dayOf))
  return {
    ...windowOf(from, to, missing.size),
    used: new Set(requested.map(({ coordinate }) => String(coordinate))),
    counts: ALL_KINDS,
  }
}
