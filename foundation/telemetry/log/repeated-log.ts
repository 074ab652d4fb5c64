// Logs a repeated line at most once a minute, and a hundred different ones, with the number of lines left out.
import { LRUCache } from 'lru-cache'

const EVERY_MS = 60_000
/** The maximum number of keys, because callers may influence them, such as by the text of a failure. */
const MAX_KEYS = 100

/** How many lines were left out before this one. */
export interface OmittedLines {
  /** The number of lines with the same key. */
  repeated?: number
  /** The number of lines with keys beyond the limit. */
  others?: number
}

/** Calls `write` when a line is due. */
export type RepeatedLog = (key: string, write: (omitted: OmittedLines) => void) => void

export function createRepeatedLog(now: () => number = () => performance.now()): RepeatedLog {
  const lines = new LRUCache<string, { at: number; leftOut: number }>({ max: MAX_KEYS })
  let minute = { began: -Infinity, written: 0 }
  let others = 0
  return (key, write) => {
    const last = lines.get(key)
    if (last && now() - last.at < EVERY_MS) {
      last.leftOut += 1
      return
    }
    if (now() - minute.began >= EVERY_MS) minute = { began: now(), written: 0 }
    if (minute.written >= MAX_KEYS) {
      others += 1
      return
    }
    minute.written += 1
    lines.set(key, { at: now(), leftOut: 0 })
    const repeated = last?.leftOut ?? 0
    const omitted = { ...(repeated > 0 && { repeated }), ...(others > 0 && { others }) }
    others = 0
    write(omitted)
  }
}
