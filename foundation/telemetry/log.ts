// Structured logs: one JSON line each, or text for a terminal. A request's lines carry its id.
import { isatty } from 'node:tty'
import { destination, pino, type Logger } from 'pino'
import { loadPrinter } from '#foundation/telemetry/printed-log.ts'

export type Log = Logger

/** JSON lines for programs, or text for people. */
export type LogForm = 'json' | 'text'

/** Text on a terminal; JSON when piped, and in production. */
export function logForm({ production }: { production: boolean }): LogForm {
  return !production && isatty(1) ? 'text' : 'json'
}

/** A logger at the given pino level; `name` is the part of the system that logs. */
export function createLog(level: string, name: string, form: LogForm = 'json'): Log {
  const output = standardOutput()
  const print = form === 'text' ? loadPrinter() : undefined
  const stream = print ? { write: (line: string) => void output.write(print(line)) } : output
  return pino({ level, name, base: { name } }, stream)
}

/** Without this, pino would retry forever when the terminal is closed, and the process would not end. */
function standardOutput() {
  const output = destination(1)
  const nothing = () => true
  output.on('error', () =>
    Object.assign(output, { write: nothing, flushSync: nothing, end: nothing }),
  )
  return output
}
