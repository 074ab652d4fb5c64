// Logs a repeated line at most once a minute, with the number of lines left out.
import { LRUCache } from 'lru-cache'

const EVERY_MS = 60_000
/** Callers may influence keys, such as the text of a failure. */
const MAX_KEYS = 100

/** Calls `write` when a line is due. `repeated` counts the omitted lines of this key. */
export type RepeatedLog = (key: string, write: (repeated: { repeated?: number }) => void) => void

export function createRepeatedLog(now: () => number = () => performance.now()): RepeatedLog {
  const lines = new LRUCache<string, { at: number; leftOut: number }>({ max: MAX_KEYS })
  return (key, write) => {
    const last = lines.get(key)
    if (last && now() - last.at < EVERY_MS) {
      last.leftOut += 1
      return
    }
    lines.set(key, { at: now(), leftOut: 0 })
    write(last && last.leftOut > 0 ? { repeated: last.leftOut } : {})
  }
}
