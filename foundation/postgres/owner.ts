// Which process owns a running server: the one whose session holds a lock in it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { POLL_MS } from '#foundation/postgres/server.ts'

/** The session lock held by the process that owns a running server; the number is arbitrary. */
const OWNER_LOCK = 6_644_591
const NOTICE_MS = 2_000

/** Makes the process of this connection the owner. */
export async function own(connection: Client): Promise<void> {
  await connection.query('select pg_advisory_lock($1)', [OWNER_LOCK])
}

export async function isOwned(connection: Client): Promise<boolean> {
  const { rowCount } = await connection.query(
    `select from pg_locks
     where locktype = 'advisory' and objid = $1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [OWNER_LOCK],
  )
  return rowCount !== 0
}

/** True if the server stays owned for two seconds: the session of a killed process keeps the lock for a moment. */
export async function staysOwned(connection: Client): Promise<boolean> {
  for (const deadline = Date.now() + NOTICE_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    if (!(await isOwned(connection))) return false
  }
  return true
}
