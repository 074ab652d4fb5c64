// Times in words: recent ones relative, older ones as a day, because the reader's time zone is unknown.
import { html, type Html } from './html.ts'

/** The formats, created on first use, because they take 80 ms, and most processes render no page. */
let dayFormat: Intl.DateTimeFormat | undefined
let agoFormat: Intl.RelativeTimeFormat | undefined

/** A day as text: `12 March 2026`. */
export function dayWords(date: Date): string {
  dayFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return dayFormat.format(date)
}

/** A day as markup: `12 March 2026`. */
export const day = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${dayWords(date)}</time>`

/** A time: `12 March 2026, 09:30 UTC`. */
export const moment = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}"
    >${dayWords(date)}, ${date.toISOString().slice(11, 16)} UTC</time
  >`

/** A time relative to now: `just now`, `5 minutes ago`, `yesterday`; the day after a week. */
export function ago(date: Date, now: Date): Html {
  const minutes = Math.round((now.getTime() - date.getTime()) / 60_000)
  if (minutes >= 7 * 24 * 60) return day(date)
  return html`<time datetime="${date.toISOString()}">${agoWords(minutes)}</time>`
}

function agoWords(minutes: number): string {
  if (minutes < 1) return 'just now'
  agoFormat ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  if (minutes < 60) return agoFormat.format(-minutes, 'minute')
  if (minutes < 24 * 60) return agoFormat.format(-Math.round(minutes / 60), 'hour')
  return agoFormat.format(-Math.round(minutes / 60 / 24), 'day')
}

/** A duration: `30 seconds`, `2 minutes`. It is rounded up, so that waiting that long is enough. */
export function waitWords(seconds: number): string {
  const [count, unit] =
    seconds < 60 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
