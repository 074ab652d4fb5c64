// Structured logs, one JSON line each. A request's lines carry its id.
import { pino, type Logger } from 'pino'

export type Log = Logger

/** A logger at the given pino level; `name` tells which part of the system speaks. */
export function createLog(level: string, name: string): Log {
  return pino({ level, name, base: { name } })
}
