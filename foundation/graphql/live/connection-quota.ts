// Counts the connections of each person and address, and refuses those over a limit.
import { DomainError, overloaded } from '#foundation/domain/errors.ts'
import type { ConnectionLimits } from '#foundation/graphql/live/live-settings.ts'
import { countRefusal } from '#foundation/telemetry/metrics.ts'

/** The counted slot of one connection; disposing it frees the slot. */
export interface ConnectionSlot extends Disposable {
  /** Counts the connection as one of this person, too. @throws RATE_LIMIT_EXCEEDED with the reason CONNECTION_LIMIT */
  identify(person: string): void
}

export interface ConnectionQuota {
  /**
   * Counts a connection; `address` is undefined for a service, which calls for many people.
   * @throws RATE_LIMIT_EXCEEDED with the reason CONNECTION_LIMIT; INTERNAL_ERROR with `retry` when the process is full
   */
  acquire(address: string | undefined): ConnectionSlot
}

export function createConnectionQuota({
  perAddress,
  perPerson,
  total,
}: ConnectionLimits): ConnectionQuota {
  const counts = { address: new Map<string, number>(), person: new Map<string, number>() }
  let acquired = 0
  const add = (scope: keyof typeof counts, key: string, limit: number): (() => void) => {
    const count = counts[scope].get(key) ?? 0
    if (count >= limit) throw tooMany(scope, limit)
    counts[scope].set(key, count + 1)
    return () => {
      const left = counts[scope].get(key)! - 1
      if (left > 0) counts[scope].set(key, left)
      else counts[scope].delete(key)
    }
  }
  return {
    acquire(address) {
      if (acquired >= total)
        throw overloaded('This process has no room for another live connection.')
      const releases = address === undefined ? [] : [add('address', address, perAddress)]
      acquired += 1
      let isDisposed = false
      return {
        identify(person) {
          if (isDisposed) return
          releases.push(add('person', person, perPerson))
        },
        [Symbol.dispose]() {
          isDisposed = true
          acquired -= 1
          for (const release of releases) release()
        },
      }
    },
  }
}

function tooMany(scope: 'address' | 'person', limit: number): DomainError {
  countRefusal('connections')
  const owner = scope === 'person' ? 'One person' : 'One address'
  const message = `${owner} may have ${limit} live connections open at once: close one first.`
  return new DomainError('RATE_LIMIT_EXCEEDED', message, { reason: 'CONNECTION_LIMIT', limit })
}
