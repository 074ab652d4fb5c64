// Dates and times as the reader's language and zone have them.

const LONG = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

export function dateAndTime(iso: string): string {
  return LONG.format(new Date(iso))
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Such as "in 3 days" or "2 minutes ago". */
export function relativeTime(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1000
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  // "In 0 seconds" reads as "now".
  return RELATIVE.format(unit === 'second' ? 0 : Math.trunc(seconds / size), unit)
}
