// Counts which client uses which coordinates, in bounded memory, until the counts are delivered.
import type { Log } from '#foundation/telemetry/log.ts'
import type { Coordinates } from './coordinates.ts'

export interface UsageCount {
  /** YYYY-MM-DD, in UTC. */
  day: string
  clientId: string
  /** The name that the client sends; empty if it sends none. */
  clientName: string
  coordinate: string
  count: number
}

export interface UsageCounter {
  /** Counts one request. */
  count(clientId: string, clientName: string, coordinates: Coordinates): void
  /** Adds back counts that were taken but could not be delivered. */
  add(counts: readonly UsageCount[]): void
  /** Removes and returns all counts. */
  take(): UsageCount[]
}

/** The client id for requests beyond MAX_CLIENTS. */
export const OVERFLOW = 'overflow'
/** The client name for requests of one client beyond MAX_NAMES. */
export const OTHER_NAMES = '(other names)'

/** The maximum number of pairs of client and name on one day. */
const MAX_CLIENTS = 200
const MAX_NAMES = 10
/** The maximum number of operations counted as a whole; beyond it, they are added to their coordinates. */
const MAX_OPERATIONS = 1_000
/** The maximum number of days that wait for delivery. Older days are dropped. */
const MAX_DAYS = 7
const DAY_MS = 86_400_000

interface Tally {
  day: string
  clientId: string
  clientName: string
  operations: Map<Coordinates, number>
  coordinates: Map<string, number>
}

/**
 * Memory is bounded by MAX_DAYS × MAX_CLIENTS × the coordinates of the schema. Counting a known
 * operation costs a look-up and an addition.
 */
export function createUsageCounter(now: () => Date, log: Log): UsageCounter {
  const days = new Map<string, Day>()
  let operations = 0

  const dayAt = (day: string): Day => {
    const known = days.get(day) ?? createDay(day)
    days.set(day, known)
    return known
  }
  const dropOldDays = (): void => {
    for (const day of [...days.keys()].toSorted().slice(0, -MAX_DAYS)) {
      const counts = days.get(day)!.take().length
      days.delete(day)
      log.warn(
        { day, counts },
        'could not deliver the usage of a day for a week: its counts are lost',
      )
    }
  }

  let today = { number: NaN, day: '' }
  const dayNow = (): string => {
    const number = Math.floor(now().getTime() / DAY_MS)
    if (number !== today.number)
      today = { number, day: new Date(number * DAY_MS).toISOString().slice(0, 10) }
    return today.day
  }

  return {
    count(clientId, clientName, coordinates) {
      if (coordinates.length === 0) return
      const tally = dayAt(dayNow()).tallyOf(clientId, clientName)
      if (days.size > MAX_DAYS) dropOldDays()
      const before = tally.operations.get(coordinates)
      tally.operations.set(coordinates, (before ?? 0) + 1)
      if (before === undefined && ++operations > MAX_OPERATIONS) {
        for (const day of days.values()) day.tallies().forEach(addOperations)
        operations = 0
      }
    },
    add(counts) {
      for (const { day, clientId, clientName, coordinate, count } of counts) {
        addTo(dayAt(day).tallyOf(clientId, clientName).coordinates, coordinate, count)
      }
      if (days.size > MAX_DAYS) dropOldDays()
    },
    take() {
      operations = 0
      const taken = [...days.values()].flatMap((day) => day.take())
      for (const day of days.keys()) if (day < dayNow()) days.delete(day)
      return taken
    },
  }
}

interface Day {
  /** The tally of a client, or the shared overflow tally if there are too many clients. */
  tallyOf(clientId: string, clientName: string): Tally
  tallies(): Tally[]
  take(): UsageCount[]
}

/** Keeps clients whose counts were taken, so that the limits apply to the whole day. */
function createDay(day: string): Day {
  const clients = new Map<string, Map<string, Tally>>()
  let size = 0

  const open = (clientId: string, clientName: string): Tally => {
    const names = clients.get(clientId) ?? new Map<string, Tally>()
    clients.set(clientId, names)
    const tally = { day, clientId, clientName, operations: new Map(), coordinates: new Map() }
    names.set(clientName, tally)
    size += 1
    return tally
  }
  const known = (clientId: string, clientName: string) => clients.get(clientId)?.get(clientName)
  const all = () => [...clients.values()].flatMap((names) => [...names.values()])

  return {
    tallyOf(clientId, clientName) {
      const found = known(clientId, clientName)
      if (found) return found
      const isCrowded = (clients.get(clientId)?.size ?? 0) >= MAX_NAMES
      const name = isCrowded ? OTHER_NAMES : clientName
      const other = isCrowded && known(clientId, name)
      if (other) return other
      if (size < MAX_CLIENTS) return open(clientId, name)
      return known(OVERFLOW, '') ?? open(OVERFLOW, '')
    },
    tallies: all,
    take: () => all().flatMap(drainFrom),
  }
}

function drainFrom(tally: Tally): UsageCount[] {
  addOperations(tally)
  const { day, clientId, clientName, coordinates } = tally
  const counts = [...coordinates].map(([coordinate, count]) => {
    return { day, clientId, clientName, coordinate, count }
  })
  coordinates.clear()
  return counts
}

function addOperations({ operations, coordinates }: Tally): void {
  for (const [used, count] of operations) {
    for (const coordinate of used) addTo(coordinates, coordinate, count)
  }
  operations.clear()
}

function addTo(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}
