// What only one process at a time can do, however many processors a server has.
import type { Client } from 'pg'
import type { Month } from '../docs/growth/month.ts'

const BATCH = 1_000
const BATCHES = 20
const COMMITS = 500

/** Numbers events in a transaction that it rolls back, and commits the same row again and again. */
export async function measureSerial(client: Client): Promise<Month['serial']> {
  await client.query('set search_path to path')
  await client.query('begin')
  await client.query(`
    insert into events (kind, subject_type, subject_id, audience)
    select 'quest.completed', 'Quest', 'quest_' || n, 'everyone' from generate_series(1, ${BATCH * BATCHES}) n`)
  const numberingMs = await time(BATCHES, async () => {
    await client.query('select number_events(now())')
  })
  await client.query('rollback')
  const commitMs = await time(COMMITS, async () => {
    await client.query('update event_log set last_position = last_position')
  })
  return { numberingMs: numberingMs / BATCH, commitMs }
}

/** Milliseconds of one call, on average. */
async function time(calls: number, call: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  for (let done = 0; done < calls; done += 1) await call()
  return (performance.now() - begin) / calls
}
