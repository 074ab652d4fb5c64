// A channel that carries hints from one process to others.
import type { Log } from '#foundation/telemetry/log.ts'

/** Carries names of services, separated by spaces. */
export interface HintChannel {
  send(names: string): Promise<void>
  close(): Promise<void>
}

export interface HintChannelOptions {
  log: Log
  /** Called with the names that another process has sent. */
  onNames: (names: string) => void
  /** Called when the channel opens; earlier hints may have been lost. */
  onOpen: () => void
}
