// Logs a repeated line at most once a minute, and a hundred different ones, with the number of lines left out.
import { LRUCache } from 'lru-cache'

const EVERY_MS = 60_000
/** Callers may influence keys, such as the text of a failure, and send a new one each time. */
const MAX_KEYS = 100

/** Calls `write` when a line is due. `repeated` counts the omitted lines: of this key, and of keys beyond the limit. */
export type RepeatedLog = (key: string, write: (repeated: { repeated?: number }) => void) => void

export function createRepeatedLog(now: () => number = () => performance.now()): RepeatedLog {
  const lines = new LRUCache<string, { at: number; leftOut: number }>({ max: MAX_KEYS })
  let minute = { began: -Infinity, written: 0 }
  let beyond = 0
  return (key, write) => {
    const last = lines.get(key)
    if (last && now() - last.at < EVERY_MS) {
      last.leftOut += 1
      return
    }
    if (now() - minute.began >= EVERY_MS) minute = { began: now(), written: 0 }
    if (minute.written >= MAX_KEYS) {
      beyond += 1
      return
    }
    minute.written += 1
    lines.set(key, { at: now(), leftOut: 0 })
    const repeated = (last?.leftOut ?? 0) + beyond
    beyond = 0
    write(repeated > 0 ? { repeated } : {})
  }
}
