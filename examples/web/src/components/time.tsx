// A point in time: relative, and exact when the pointer rests on it.
import { useSyncExternalStore } from 'react'
import { dateAndTime, relativeTime } from './text.ts'

const MINUTE = 60_000

/** @param props.className such as `soft`, to step back behind what stands beside it */
export function Time({ at, className }: { at: string; className?: string }) {
  const minute = useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / MINUTE))
  // Within the current minute, "now" is the time of the change.
  const now = Math.max(minute * MINUTE, Math.min(Date.parse(at), (minute + 1) * MINUTE))
  return (
    <time dateTime={at} title={dateAndTime(at)} className={className}>
      {relativeTime(at, now)}
    </time>
  )
}

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE)
  return () => clearInterval(timer)
}
