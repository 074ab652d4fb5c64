// Logs statements that take long. Their values are parameters, which are never in the log.
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'
import { statementName } from '#foundation/telemetry/statement-name.ts'
import { listen, statementSteps } from '#foundation/telemetry/steps.ts'

const MAX_SQL = 500
/** A statement that waits for another session on purpose, such as for migrations, which have log lines of their own. */
const LOCK = 'select pg_advisory_xact_lock'

/**
 * Logs until the returned function is called, each kind of statement of a service at most once a minute.
 * @param minMs the minimum duration of a logged statement; 0 logs none
 */
export function logSlowStatements(log: Log, minMs: number): () => void {
  if (minMs === 0) return () => undefined
  const logRepeatedly = createRepeatedLog()
  return listen(statementSteps, ({ durationMs, rows, service, sql }) => {
    if (durationMs < minMs) return
    const statement = statementName(sql)
    if (statement === LOCK) return
    logRepeatedly(`${service} ${statement}`, (repeated) => {
      const ms = Math.round(durationMs)
      const about = { service, statement, ms, rows, sql: sql.slice(0, MAX_SQL), ...repeated }
      log.warn(about, 'slow statement')
    })
  })
}
