// What processes have used so far, from /proc: benchmarks run on Linux.
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second, on every platform that Node supports. */
const MS_PER_TICK = 10

interface Stat {
  pid: number
  parent: number
  /** Milliseconds of a processor, of the process and of its children that have ended. */
  ms: number
}

/** Milliseconds of a processor that a process has used. */
export function cpuMs(pid: number): number {
  return readStat(pid)?.ms ?? 0
}

/** The use of a process and all its descendants, e.g. PostgreSQL and its backends. */
export function treeCpuMs(root: number): number {
  const stats = readdirSync('/proc').flatMap((name) => readStat(Number(name)) ?? [])
  const sum = (pid: number): number =>
    stats
      .filter(({ parent }) => parent === pid)
      .reduce((total, child) => total + sum(child.pid), cpuMs(pid))
  return sum(root)
}

/** Resident memory of a process, in MiB. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Undefined for anything but a process that still runs. */
function readStat(pid: number): Stat | undefined {
  if (!Number.isInteger(pid)) return undefined
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces. See proc_pid_stat(5).
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user, system, childUser, childSystem] = fields.slice(11, 15) as [
      number,
      number,
      number,
      number,
    ]
    return { pid, parent: fields[1]!, ms: (user + system + childUser + childSystem) * MS_PER_TICK }
  } catch {
    return undefined
  }
}
