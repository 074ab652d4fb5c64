// Starts a process of this project. A signal stops it gracefully: after SHUTDOWN_DELAY_SECONDS, within ten seconds.
import { closeSync, constants, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { warnOfProxy } from '#foundation/process/proxy.ts'
import { SettingError } from '#foundation/settings/setting.ts'
import { watchUncaught } from '#foundation/process/uncaught.ts'
import { createLog, setLogLevel, type Log } from '#foundation/telemetry/log.ts'

const STOP_MS = 10_000
/** Under npm, Ctrl-C sends the signal twice: from the terminal and from npm. Both count as one. */
const ECHO_MS = 2_000
const ORPHAN_CHECK_MS = 250

/** `isRequested` is true once the process is about to stop: it is not ready, though it may serve for a while. */
export interface Shutdown {
  isRequested: boolean
}

export interface RunningProcess {
  log: Log
  /** How long it serves after a signal, so that balancers see that it is not ready before it stops listening. */
  shutdownDelayMs: number
  stop(): Promise<void>
}

/**
 * Runs `start`, and stops what it returns on SIGTERM, SIGINT, SIGHUP or an uncaught exception. A
 * further signal, or ten seconds of stopping, end the process at once. A failed start prints one message. SIGUSR2
 * changes the level of the log.
 * @param reload called on SIGHUP instead, unless the terminal was closed
 */
export async function runUntilSignal(
  start: (shutdown: Readonly<Shutdown>) => Promise<RunningProcess>,
  reload?: () => void,
): Promise<void> {
  const shutdown: Shutdown = { isRequested: false }
  let running: RunningProcess | undefined
  const failed = Promise.withResolvers<void>()
  const log = () => running?.log ?? createLog('fatal', 'start')
  watchUncaught(log, (error) => {
    if (!running) refuseToStart(error)
    process.exitCode = 1
    failed.resolve()
  })
  // A signal during startup takes effect as soon as there is something to stop.
  const signalled = firstSignal(reload)
  process.on('SIGUSR2', () => running && switchLogLevel(running.log))
  try {
    const started = (running = await start(shutdown))
    warnOfProxy(started.log)
    const announced = signalled.then(() => announce(started, shutdown))
    void Promise.race([announced, failed.promise]).then(() => end(started, shutdown))
  } catch (error) {
    refuseToStart(error)
  }
}

/** The configured level of a log while `debug` is in use. */
const usualLevels = new WeakMap<Log, string>()

/** Switches between the configured level and `debug`. */
function switchLogLevel(log: Log): void {
  const usual = usualLevels.get(log)
  if (usual === undefined) usualLevels.set(log, log.level)
  else usualLevels.delete(log)
  const level = usual ?? 'debug'
  // `debug` lets this line through, whichever level it names.
  setLogLevel(log, 'debug')
  log.info({ logLevel: level }, 'the log level has changed')
  setLogLevel(log, level)
}

function refuseToStart(error: unknown): never {
  console.error(sentenceOf(error))
  process.exit(1)
}

function firstSignal(reload?: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let requestedAt: number | undefined
  const requestStop = () => {
    requestedAt ??= performance.now()
    if (performance.now() - requestedAt > ECHO_MS) process.exit(1)
    resolve()
  }
  process.on('SIGTERM', requestStop).on('SIGINT', requestStop)
  process.on('SIGHUP', reload ? reloadUnlessHungUp(reload, requestStop) : requestStop)
  stopWhenOrphaned(() => {
    if (requestedAt === undefined) requestStop()
  })
  return promise
}

/** Reloads, unless SIGHUP means that the terminal of the process was closed. */
function reloadUnlessHungUp(reload: () => void, requestStop: () => void): () => void {
  const hadTerminal = hasTerminal()
  return () => (hadTerminal && !hasTerminal() ? requestStop() : reload())
}

/** True if the process has a controlling terminal. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', constants.O_RDONLY | constants.O_NOCTTY))
    return true
  } catch {
    return false
  }
}

/** Under npm, SIGTERM ends the shell between npm and this process, and only the new parent shows that. */
function stopWhenOrphaned(requestStop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    requestStop()
  }, ORPHAN_CHECK_MS)
  watch.unref()
}

/** Makes the process not ready, and waits until balancers have noticed. */
async function announce(
  { log, shutdownDelayMs }: RunningProcess,
  shutdown: Shutdown,
): Promise<void> {
  shutdown.isRequested = true
  if (shutdownDelayMs === 0) return
  log.info({ seconds: shutdownDelayMs / 1_000 }, 'not ready any more, and stops later')
  await delay(shutdownDelayMs)
}

/** Exits with `process.exitCode`, which an uncaught exception sets, even during the stop. */
async function end({ log, stop }: RunningProcess, shutdown: Shutdown): Promise<void> {
  shutdown.isRequested = true
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

/** The message of an error, with its cause unless the error is an invalid setting. */
function sentenceOf(error: unknown): string {
  if (error instanceof SettingError) return error.message
  // If closing failed as well, the reason of the failed start is more useful.
  if (error instanceof SuppressedError) return sentenceOf(error.suppressed)
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  if (!(cause instanceof Error) || message.includes(cause.message)) return message
  return `${message}\n${cause.message}`
}
