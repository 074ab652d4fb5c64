// How a process of this project starts, and how it ends: on a signal, drained, within ten seconds.
import { SettingError } from '#foundation/process/config.ts'
import { watchUncaught } from '#foundation/process/uncaught.ts'
import { createLog, type Log } from '#foundation/telemetry/log.ts'

const STOP_MS = 10_000
/** Ctrl-C under npm comes twice: from the terminal, and from npm. Both are one wish. */
const ECHO_MS = 2_000
const ORPHAN_CHECK_MS = 250

export interface Running {
  log: Log
  stop(): Promise<void>
}

/**
 * Runs `start`, and stops what it gives back when SIGTERM, SIGINT or SIGHUP comes, or an exception
 * that nobody caught. A further signal, or ten seconds, end the process as it is. What keeps it from
 * starting is told in a sentence.
 */
export async function runUntilSignal(start: () => Promise<Running>): Promise<void> {
  let running: Running | undefined
  const failed = Promise.withResolvers<void>()
  const log = () => running?.log ?? createLog('fatal', 'start')
  watchUncaught(log, (error) => {
    if (!running) refuseToStart(error)
    process.exitCode = 1
    failed.resolve()
  })
  // Whoever asks to stop while it is still starting is heard as soon as there is something to stop.
  const asked = firstSignal()
  try {
    const started = (running = await start())
    void Promise.race([asked, failed.promise]).then(() => end(started))
  } catch (error) {
    refuseToStart(error)
  }
}

function refuseToStart(error: unknown): never {
  console.error(sentenceOf(error))
  process.exit(1)
}

function firstSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let askedAt: number | undefined
  const ask = () => {
    askedAt ??= performance.now()
    if (performance.now() - askedAt > ECHO_MS) process.exit(1)
    resolve()
  }
  process.on('SIGTERM', ask).on('SIGINT', ask).on('SIGHUP', ask)
  askWhenOrphaned(() => {
    if (askedAt === undefined) ask()
  })
  return promise
}

/** Under npm a SIGTERM ends the shell between npm and here, which does not pass it on. */
function askWhenOrphaned(ask: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    ask()
  }, ORPHAN_CHECK_MS)
  watch.unref()
}

/** Exits with `process.exitCode`, which an exception sets, be it in the middle of this. */
async function end({ log, stop }: Running): Promise<void> {
  log.info('stopping')
  setTimeout(() => {
    log.error('did not stop in time')
    process.exit(1)
  }, STOP_MS).unref()
  await stop().catch((error: unknown) => {
    log.error({ err: error }, 'did not stop cleanly')
    process.exit(1)
  })
  process.exit()
}

/** A wrong setting is told as it is; anything else with where it came from. */
function sentenceOf(error: unknown): string {
  if (error instanceof SettingError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  if (!(cause instanceof Error) || message.includes(cause.message)) return message
  return `${message}\n${cause.message}`
}
