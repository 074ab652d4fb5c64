// Which statements share a connection: those that only read some rows, and no others.
import { expect, test } from 'vitest'
import { isSharedRead } from '#foundation/database/read-statement.ts'

test.each([
  'select * from "quests" where "id" = any($1)',
  'select "a".*, "b" from "a" inner join "b" on "a"."id" = "b"."id" order by "at" desc limit $1 offset $2',
  'select parent.parent_id, item.* from unnest($1::text[]) as parent (parent_id) cross join lateral ((select * from "votes" where "status" in ($2, $3) limit $4)) as item',
  'select id from t where (at, id) < ($1::timestamptz, $2)',
  'with own as (select * from "a") select * from own where not exists (select from "b")',
  `select case when end_time > $1 then 'active' else 'rejected' end as "status" from "proposals"`,
  'select "identity_id", sum(skill_points) as "total" from "enrollments" group by "identity_id"',
])('shared: %s', (text) => {
  expect(isSharedRead(text)).toBe(true)
})

test.each([
  'select * from "quests" where "id" = $1 for update',
  'select * from "quests" for no key update skip locked',
  'select * from "quests" for share',
  'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  'SELECT PG_SLEEP(1)',
  `select nextval('ids')`,
  'select "nextval"($1)',
  'select nextval ($1)',
  'select nextval/**/($1)',
  'select pg_catalog.nextval($1)',
  `select set_config('search_path', 'public', false)`,
  'select "größe"($1)',
  'with gone as (delete from "a" returning *) select * from gone',
  'with changed as (update "a" set b = 1 returning *) select * from changed',
  'select * into copied from "a"',
  'insert into "a" values ($1)',
  'update "a" set b = $1',
  'delete from "a"',
  'select 1; delete from "a"',
  'begin',
  'commit',
  'set search_path = public',
  'lock table "a"',
  'select count(*) as "total" from "quests"',
  'select COUNT(*) as "total" from "quests"',
  'select * from "identities" where "username" ilike $1',
  'select * from "identities" where "username" like $1',
  'select * from "identities" where "username" ~* $1',
  'select * from places order by cube(array[x, y, z]) <-> cube($1)',
])('not shared: %s', (text) => {
  expect(isSharedRead(text)).toBe(false)
})
