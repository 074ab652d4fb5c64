// Logs which sessions block a migration, because PostgreSQL does not report lock waits.
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import type { Log } from '#foundation/telemetry/log.ts'

const EVERY_MS = 3_000
const MAX_SESSIONS = 5
const MAX_QUERY_LENGTH = 200
const WATCHING = { connections: 1, statementTimeoutMs: 2_000 }

export interface Watched {
  url: string
  schema: string
  /** The `application_name` of the migrating session. */
  application: string
  log: Log
}

/** Checks every few seconds, on a connection of its own, until it is disposed. */
export function watchMigration(watched: Watched): AsyncDisposable {
  const stopping = new AbortController()
  const watching = watch(watched, stopping.signal)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await watching
    },
  }
}

async function watch(watched: Watched, stopping: AbortSignal): Promise<void> {
  const { url, schema, log } = watched
  let db: Kysely<unknown> | undefined
  while (await pause(stopping)) {
    db ??= openDatabase(url, schema, log, WATCHING)
    await report(db, watched).catch((error: unknown) => {
      log.warn({ err: error, schema }, 'cannot check whether a migration is blocked')
    })
  }
  await db?.destroy()
}

/** Resolves to false once the watch has to stop. */
function pause(signal: AbortSignal): Promise<boolean> {
  return delay(EVERY_MS, true, { signal, ref: false }).catch(() => false)
}

/** A session that blocks a migration. PostgreSQL hides the queries of other users from most roles. */
interface Session {
  waitingSince: Date
  pid: number
  application: string | null
  user: string | null
  state: string | null
  query: string | null
  since: Date | null
}

async function report(db: Kysely<unknown>, { schema, application, log }: Watched): Promise<void> {
  const { rows } = await sql<Session>`
    select waiting.query_start as waiting_since, blocking.pid, application_name as application,
      usename as user, state, query, since
    from (
      select query_start, unnest(pg_blocking_pids(pid)) as pid from pg_stat_activity
      where application_name = ${application} and datname = current_database()
        and wait_event_type = 'Lock'
    ) waiting
    join (
      select pid, application_name, usename, state, query, coalesce(xact_start, query_start) as since
      from pg_stat_activity
    ) blocking using (pid)
    order by since limit ${MAX_SESSIONS}`.execute(db)
  if (rows.length === 0) return
  const [{ waitingSince }] = rows as [Session]
  const sessions = rows.map(({ waitingSince: _since, query, ...session }) => ({
    ...session,
    query: query && withoutValues(query),
  }))
  // Processes that start at the same time block each other for a moment.
  const isPassing = rows.every((session) =>
    / migration [\da-f]{8}$/.test(session.application ?? ''),
  )
  const level = isPassing ? 'info' : 'warn'
  log[level]({ schema, waitingSince, sessions }, 'a migration waits for a lock of another session')
}

/**
 * A query up to its first literal. Literals may contain personal data, and where one ends depends on its prefix
 * and on settings of the session.
 */
function withoutValues(query: string): string {
  return query.slice(0, MAX_QUERY_LENGTH).replace(LITERAL, '…')
}

/** Begins with a quotation mark or dollars such as `$x$`; a parameter such as `$1` is no literal. */
const LITERAL = /(?:'|\$(?!\d)[^\s$]*\$).*$/s
