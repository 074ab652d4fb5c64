// Prints the log for a terminal: source and message in one line, and errors in full.
import { createRequire } from 'node:module'
import type { prettyFactory, PrettyOptions } from 'pino-pretty'

const require = createRequire(import.meta.url)

/** The fields of a log line that are printed specially. */
interface Line {
  level: number
  name: string
  service?: string
  msg: string
  method?: string
  path?: string
  status?: string
  ms?: number
  /** The new level of the log. */
  logLevel?: string
}

const WARN = 40

/** Turns a JSON line into text. pino-pretty is loaded on demand, because most processes print JSON. */
export function loadPrinter(): (json: string) => string {
  const pretty = require('pino-pretty') as { prettyFactory: typeof prettyFactory }
  const brief = pretty.prettyFactory({ ...OPTIONS, hideObject: true })
  // singleLine prints the other fields in the same line; errors still take several.
  const full = pretty.prettyFactory({ ...OPTIONS, singleLine: true })
  return (json) => {
    const line = JSON.parse(json, printable) as Line
    return line.level >= WARN ? full(line) : brief(line)
  }
}

const OPTIONS: PrettyOptions = {
  // Also respects NO_COLOR and FORCE_COLOR.
  colorize: process.stdout.isTTY && process.stdout.hasColors(),
  translateTime: 'SYS:HH:MM:ss',
  ignore: 'pid,hostname,name,service',
  messageFormat: (line) => sentence(line as unknown as Line),
}

function sentence({ name, service = name, msg, ...about }: Line): string {
  const { logLevel, method, ms, path, status } = about
  if (msg === 'request') return `${service}: ${method} ${path} ${status}, ${ms} ms`
  return logLevel === undefined ? `${service}: ${msg}` : `${service}: ${msg} to ${logLevel}`
}

/** Escapes control characters in paths and names, which callers choose. */
function printable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[^\P{Cc}\n\t]/gu, '\u{fffd}') : value
}
