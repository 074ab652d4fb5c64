// For `npm run growth`: what PostgreSQL does during the month, and what it can do one after the other.
import type { Client } from 'pg'
import { treeCpuMs } from '../../bench/processes.ts'
import { measureSerial } from '../../bench/serial-work.ts'
import type { Month, Statement } from '../../docs/growth/month.ts'
import { connected } from './growth.ts'

type Work = Month['work']
type Measured = Pick<Month, 'postgres' | 'work' | 'serial' | 'statements'>

/** Only a transaction that writes has an id. */
const WORK = `
  select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer as pid,
    (pg_current_wal_lsn() - '0/0')::float8 as "walBytes",
    pg_current_xact_id()::text::float8 as "writeTransactions"`

const STATEMENTS = `
  select left(regexp_replace(trim(query), '\\s+', ' ', 'g'), 160) as text, calls::integer,
    round((total_plan_time + total_exec_time)::numeric, 1)::float8 as ms, wal_bytes::float8 as "walBytes"
  from pg_stat_statements join pg_database on pg_database.oid = dbid
  where datname = current_database() order by total_plan_time + total_exec_time desc limit 12`

/** @returns what ends the measurement */
export async function startMeasurement(databaseUrl: string): Promise<() => Promise<Measured>> {
  const before = await connected(databaseUrl, async (client) => {
    await client.query('select pg_stat_statements_reset()')
    return readWork(client)
  })
  return () =>
    connected(databaseUrl, async (client) => {
      const { cpuMs, walBytes, writeTransactions } = await readWork(client)
      const work = {
        cpuMs: cpuMs - before.cpuMs,
        walBytes: walBytes - before.walBytes,
        writeTransactions: writeTransactions - before.writeTransactions,
      }
      const { rows: statements } = await client.query<Statement>(STATEMENTS)
      const postgres = await readVersion(client)
      return { postgres, work, serial: await measureSerial(client), statements }
    })
}

async function readVersion(client: Client): Promise<string> {
  const sent = `select current_setting('server_version') as version`
  return (await client.query<{ version: string }>(sent)).rows[0]!.version
}

async function readWork(client: Client): Promise<Work> {
  const { rows } = await client.query<Omit<Work, 'cpuMs'> & { pid: number }>(WORK)
  const { pid, ...work } = rows[0]!
  return { cpuMs: treeCpuMs(pid), ...work }
}
