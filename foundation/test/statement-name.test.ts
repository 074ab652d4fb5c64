// What statements are called in traces, metrics and logs.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logSlowStatements } from '#foundation/telemetry/log/slow-statements.ts'
import { statementName } from '#foundation/telemetry/statement-name.ts'
import { statementSteps } from '#foundation/telemetry/steps.ts'

test.each([
  ['select "id" from "quests" where "id" = any($1)', 'select quests'],
  ['\n  select name from "kysely_migration"', 'select kysely_migration'],
  ['insert into "votes" ("id") values ($1)', 'insert votes'],
  ['update "assets" set "owner_id" = $1 where "id" = $2', 'update assets'],
  ['delete from mail_outbox where id in (select id from mail_outbox)', 'delete mail_outbox'],
  ['with "old" as (select 1 from "presences") delete from "presences"', 'with presences'],
  ['select number_events($1, $2) as count', 'select number_events'],
  ['select count from number_events($1, $2) as count where count > 0', 'select number_events'],
  [
    'select parent.parent_id, item.* from unnest($1::text[]) as parent (parent_id) cross join lateral ((select * from "votes"))',
    'select votes',
  ],
  ['commit', 'commit'],
  ['(select 1)', 'select'],
  ['', 'unknown'],
])('the statement %j is named %j', (sql, name) => {
  expect(statementName(sql)).toBe(name)
})

test('A wait for an advisory lock, as that of a first start for the migrations of others, is no slow statement', () => {
  const lines: string[] = []
  const stop = logSlowStatements(pino({}, { write: (line: string) => lines.push(line) }), 1)
  const step = { service: 'path', began: 0, durationMs: 5_000, isChange: false, rows: 1 }
  for (const sql of ['select pg_advisory_xact_lock(3)', 'select 1 from quests']) {
    statementSteps.publish({ ...step, sql })
  }
  stop()
  expect(lines).toEqual([expect.stringContaining('select quests')])
})
