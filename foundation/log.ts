// Structured logs, one JSON line each. A request's lines carry its id.
import { destination, pino, type Logger } from 'pino'

export type Log = Logger

/** A logger at the given pino level; `name` tells which part of the system speaks. */
export function createLog(level: string, name: string): Log {
  return pino({ level, name, base: { name } }, standardOutput())
}

/** A terminal that was closed takes no lines: pino would try again for ever, and nothing would end. */
function standardOutput() {
  const output = destination(1)
  const nothing = () => true
  output.on('error', () =>
    Object.assign(output, { write: nothing, flushSync: nothing, end: nothing }),
  )
  return output
}
