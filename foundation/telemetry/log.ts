// Structured logs: one JSON line each, or text for a terminal. A request's lines carry its id.
import { isatty } from 'node:tty'
import { destination, pino, type Logger } from 'pino'
import { loadPrinter } from '#foundation/telemetry/log/printed-log.ts'

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

/** The logs of the services of a process. pino does not change the level of a child with that of its parent. */
const parts = new WeakMap<Log, Log[]>()

/** The log of a service of this process, whose lines name it. */
export function serviceLog(log: Log, service: string): Log {
  const part = log.child({ service })
  parts.getOrInsertComputed(log, () => []).push(part)
  return part
}

/** Changes the level of a process's log and of its services, for new requests. */
export function setLogLevel(log: Log, level: string): void {
  for (const part of parts.get(log) ?? []) part.level = level
  log.level = level
}

const { chindingsSym: BINDINGS } = pino.symbols

/**
 * The log of a request: its lines have the id. `log.child` does the same, and takes longer than the rest of a request
 * needs to be observed: it serializes all bindings anew.
 * @param requestId needs no escaping in JSON
 */
export function requestLog(log: Log, requestId: string): Log {
  const own = Object.create(log) as Log & { [BINDINGS]: string }
  own[BINDINGS] += `,"requestId":"${requestId}"`
  return own
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
