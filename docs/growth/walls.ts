// At how many people one server reaches which of its limits.
import type { Assumptions, Demand } from './demand.ts'
import type { Month } from './month.ts'

export interface Wall {
  limit: string
  /** What one person needs. */
  need: string
  /** With how many people it is reached. */
  people: number
}

const DAY_SECONDS = 86_400
/** Appendix K of PostgreSQL's manual, "PostgreSQL Limits". */
const MAX_TABLE_BYTES = 32 * 1024 ** 4
/** Half of the 32-bit ids: by then, vacuum must have visited every table (chapter 24.1.5). */
const MAX_TRANSACTION_AGE = 2 ** 31

interface Inputs {
  month: Month
  assumptions: Assumptions
  demand: Demand
}

/** The lowest first. */
export function wallsOf(inputs: Inputs): Wall[] {
  const walls = [...spaceWalls(inputs), ...timeWalls(inputs), ...serialWalls(inputs)]
  return walls.sort((one, other) => one.people - other.people)
}

function spaceWalls({ assumptions, demand }: Inputs): Wall[] {
  const { server, days } = assumptions
  return [
    {
      limit: 'memory for the newest index pages of each person',
      need: `${kilobytes(demand.hotBytes)} after ${days} days`,
      people: server.memoryBytes / demand.hotBytes,
    },
    {
      limit: 'disk',
      need: `${kilobytes(demand.bytes)} after ${days} days`,
      people: server.diskBytes / demand.bytes,
    },
    {
      limit: 'size of one table (32 TiB)',
      need: `${kilobytes(demand.tableBytes)} after ${days} days`,
      people: MAX_TABLE_BYTES / demand.tableBytes,
    },
  ]
}

function timeWalls({ assumptions, demand }: Inputs): Wall[] {
  const { server, peakToMean, connectionsPerProcess } = assumptions
  const secondsAPerson = DAY_SECONDS / peakToMean
  const usable = server.busiestShare * secondsAPerson * 1_000
  const processes = server.connections / connectionsPerProcess
  return [
    {
      limit: 'processors of the database',
      need: `${demand.postgresMs.toFixed(1)} ms a day`,
      people: (server.processors * usable) / demand.postgresMs,
    },
    {
      limit: 'writing WAL',
      need: `${kilobytes(demand.walBytes)} a day`,
      people: (server.writtenBytesPerSecond * secondsAPerson) / demand.walBytes,
    },
    {
      limit: 'connections, without PgBouncer',
      need: `${demand.nodeMs.toFixed(1)} ms of a service's process a day`,
      people: (processes * usable) / demand.nodeMs,
    },
    {
      limit: 'vacuum of everything before transaction ids run out',
      need: `${demand.writeTransactions.toFixed(1)} transactions a day`,
      people: Math.sqrt(
        (MAX_TRANSACTION_AGE / demand.writeTransactions) *
          DAY_SECONDS *
          (server.readBytesPerSecond / demand.bytes),
      ),
    },
  ]
}

/** What more processors do not make faster. */
function serialWalls({ month, assumptions, demand }: Inputs): Wall[] {
  const { server, peakToMean, proposalDays } = assumptions
  const { numberingMs, commitMs } = month.serial
  const peakMs = (DAY_SECONDS * 1_000) / peakToMean
  return [
    {
      limit: 'positions for the events of one service',
      need: `${demand.events.toFixed(1)} events a day of ${numberingMs.toFixed(3)} ms`,
      people: (server.busiestShare * peakMs) / (demand.events * numberingMs),
    },
    {
      limit: `votes on one proposal within ${proposalDays} days`,
      need: `one vote of ${commitMs.toFixed(2)} ms`,
      people: (proposalDays * peakMs) / commitMs,
    },
  ]
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`
}
