// How a process of this project starts, and how it ends: on a signal, drained, within ten seconds.
import { SettingError } from '#foundation/config.ts'
import type { Log } from '#foundation/log.ts'

const STOP_MS = 10_000

/**
 * Runs `start`, and what it gives back when SIGTERM or SIGINT comes. A second signal, or ten
 * seconds, ends the process as it is. What keeps it from starting is told in a sentence.
 */
export async function runUntilSignal(start: () => Promise<Running>): Promise<void> {
  // Whoever asks to stop while it is still starting is heard as soon as there is something to stop.
  let askedEarly = false
  const early = () => (askedEarly = true)
  process.once('SIGTERM', early).once('SIGINT', early)
  try {
    const running = await start()
    process.off('SIGTERM', early).off('SIGINT', early)
    const stop = stopOnce(running)
    process.on('SIGTERM', stop).on('SIGINT', stop)
    if (askedEarly) stop()
  } catch (error) {
    console.error(sentenceOf(error))
    process.exit(1)
  }
}

export interface Running {
  log: Log
  stop(): Promise<void>
}

function stopOnce({ log, stop }: Running): () => void {
  let stopping = false
  return () => {
    if (stopping) process.exit(1)
    stopping = true
    log.info('stopping')
    setTimeout(() => {
      log.error('did not stop in time')
      process.exit(1)
    }, STOP_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
}

/** A wrong setting is told as it is; anything else with where it came from. */
function sentenceOf(error: unknown): string {
  if (error instanceof SettingError) return error.message
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : ''
  return `${error.message}${cause}`
}
