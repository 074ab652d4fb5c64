// What carries hints from one process to others.
import type { Log } from '#foundation/telemetry/log.ts'

/** Carries names of services, separated by spaces. */
export interface HintChannel {
  send(names: string): Promise<void>
  close(): Promise<void>
}

export interface HintChannelOptions {
  log: Log
  /** Another process has sent these names. */
  onNames: (names: string) => void
  /** Hints may have been lost before. */
  onOpen: () => void
}
