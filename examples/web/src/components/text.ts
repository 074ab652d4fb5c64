// Numbers, dates and times as the reader's language and zone have them, and what people write inside a sentence.
const NUMBERS = new Intl.NumberFormat()

export function numberText(value: number): string {
  return NUMBERS.format(value)
}

/** A number of something: "1 member", "2,000 members". */
export function countText(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`
}

/** A change: with its sign, and a minus that is as wide as the plus. */
export function changeText(amount: number): string {
  return amount > 0 ? `+${numberText(amount)}` : `−${numberText(-amount)}`
}

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

/**
 * The text between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (UAX #9), so that characters in it that turn the
 * direction do not turn what follows, such as a price.
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}
