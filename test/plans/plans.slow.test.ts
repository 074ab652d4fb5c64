// Every list and filter uses an index without a sort, at 60,000 rows.
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import type { Plan, PlanNode } from '#test/plans.ts'
import { startTestSubgraph } from '#test/subgraph.ts'
import { governanceLists } from './governance.ts'
import { guildLists } from './guild.ts'
import { identityLists } from './identity.ts'
import { learnLists } from './learn.ts'
import { somebody, WORD, type Lists } from './lists.ts'
import { marketLists } from './market.ts'
import { pathLists } from './path.ts'
import { realmLists } from './realm.ts'
import { scrollLists } from './scroll.ts'

const lists = [
  identityLists,
  pathLists,
  governanceLists,
  guildLists,
  learnLists,
  scrollLists,
  marketLists,
  realmLists,
]

/** The indexes of the schema without those of constraints. */
const FREE_INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = current_schema()::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid)`

/** Rows that requests and departures leave; a tenth as many, because they are alike in every service. */
const leftByRequests = (identityId: string) => [
  `insert into idempotency_keys (identity_id, client_id, field, key, fingerprint, created_at, holder)
   select ${somebody(identityId)}, 'client', 'field', n, 'F', now(), 'H' from generate_series(1, 10000) as n`,
  `do $$ begin if to_regclass('audit_outbox') is not null then
     insert into audit_outbox (id, at, kind, identity_id, address, request_id, details, next_attempt_at)
     select 'audit_' || n, now(), 'K', ${somebody(identityId)}, 'A', 'R', '{}', 'infinity'
     from generate_series(1, 10000) as n;
   end if; end $$`,
  `do $$ begin if to_regclass('erased_people') is not null then
     insert into erased_people (hash, erased_at)
     select sha256(n::text::bytea), now() from generate_series(1, 10000) as n;
   end if; end $$`,
  `insert into events (kind, subject_type, subject_id, audience, audience_id, position, numbered_at)
   select 'K', 'T', 'subject_' || n, 'owner', ${somebody(identityId)}, 1000 + n, now()
   from generate_series(1, 20000) as n`,
  // The first thousand positions are for what the service has written.
  'update event_log set last_position = 21000',
]

/** Fills tables without triggers, foreign keys and indexes, which would take most of the time. */
async function fillTables(url: string, schema: string, statements: string[]): Promise<number> {
  const options = `-c search_path=${schema} -c session_replication_role=replica`
  const client = new Client({ connectionString: url, options })
  await client.connect()
  try {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(FREE_INDEXES)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const statement of statements) await client.query(statement)
    for (const { definition } of indexes) await client.query(definition)
    await client.query('analyze')
    const version = await client.query<{ major: number }>(MAJOR_VERSION)
    return version.rows[0]!.major
  } finally {
    await client.end()
  }
}

const MAJOR_VERSION = `select current_setting('server_version_num')::int / 10000 as major`

const isScanOfList = (node: PlanNode) =>
  node['Node Type'] === 'Seq Scan' && !node['Relation Name']!.endsWith('_count')

/** Both ends of a list for each of its filters and orders. */
function endsOf({ list, filters = [], orders = [] }: Lists['found'][number]): string[] {
  const all = [...filters, ...orders.map((order) => `orderBy: ${order}`)]
  return all.flatMap((args) => [
    `{ ${list}(${args}, first: 20) { nodes { id } } }`,
    `{ ${list}(${args}, last: 20) { nodes { id } } }`,
  ])
}

/** The second page of each order, from both ends. */
function nextPagesOf({ list, orders = [] }: Lists['found'][number]) {
  return orders.flatMap((order) => [
    [`${list}(orderBy: ${order}, first: 20`, 'after: ', 'endCursor'] as const,
    [`${list}(orderBy: ${order}, last: 20`, 'before: ', 'startCursor'] as const,
  ])
}

const typesOf = (nodes: readonly PlanNode[]) => nodes.map((node) => node['Node Type'])

function expectIndexes({ sql: text, nodes }: Plan): void {
  // The sessions of the database are no rows of a table.
  if (text.includes('from pg_stat_activity')) return
  expect(typesOf(nodes), text).not.toContain('Sort')
  expect(typesOf(nodes), text).not.toContain('Seq Scan')
  expect(typesOf(nodes).join(), text).toContain('Index')
}

/** Only the index is read for skipped rows. Lists of several parents are read in another way. */
function expectSkipping({ sql: text, nodes }: Plan): void {
  if (!text.includes(' offset ') || text.includes('parent.parent_id')) return
  expect(typesOf(nodes), text).toContain('Index Only Scan')
}

/** The state of the event log is a row. */
const isLogState = (node: PlanNode) => /^event_(log|eras)$/.test(node['Relation Name'] ?? '')

/** Rows of one person come from an index, and in its order if there are many. */
function expectOwnRows({ sql: text, nodes }: Plan): void {
  const scanned = nodes.filter((node) => !isLogState(node))
  expect(typesOf(scanned), text).not.toContain('Seq Scan')
  const sorts = nodes.filter((node) => node['Node Type'] === 'Sort')
  for (const sort of sorts) expect(sort['Plan Rows'], text).toBeLessThanOrEqual(1_000)
}

/** Rows of the page's items come from an index; a sort then finds the latest of each. */
function expectFewRows({ sql: text, nodes }: Plan): void {
  const tables = nodes.filter((node) => node['Relation Name'] && !isLogState(node))
  if (tables.length === 0) return
  expect(typesOf(tables), text).not.toContain('Seq Scan')
  expect(typesOf(nodes).join(), text).toContain('Index')
  for (const node of nodes) expect(node['Plan Rows'], text).toBeLessThanOrEqual(1_000)
}

/** Sorted rows are limited before, and come from both indexes of the search. */
function expectSearch({ sql: text, nodes }: Plan): void {
  const sort = nodes.findIndex((node) => node['Node Type'] === 'Sort')
  expect(nodes[sort]?.['Plan Rows'], text).toBeLessThanOrEqual(1_000)
  expect(typesOf(nodes.slice(sort + 1, sort + 3)), text).toContain('Limit')
  expect(typesOf(nodes), text).not.toContain('Seq Scan')
  const indexes = nodes.flatMap((node) => node['Index Name'] ?? [])
  expect(indexes.join(), text).toMatch(/_search_letters/)
  expect(indexes.join(), text).toMatch(/_search_words/)
}

describe.each(lists)(
  '$service',
  ({
    service,
    fill,
    queries,
    sortedBefore17 = [],
    states = [],
    few = [],
    found,
    calls = [],
    totals,
  }) => {
    const title = 'answers every list, and erases a person, through an index, without a sort'
    test(title, async () => {
      const subgraph = await startTestSubgraph(service)
      try {
        const ada = await subgraph.join('ada', { role: 'admin' })
        const scopes = ['identity', 'credentials', 'wallet', 'admin']
        const asking = { as: ada, scopes, service: 'router' }
        const plansOf = (query: string) => subgraph.plans(query.replace('CALLER', ada.id), asking)
        const left = leftByRequests(ada.id)
        const filled = [...fill(ada.id), ...left]
        const version = await fillTables(subgraph.databaseUrl, service, filled)
        for (const query of version < 17 ? queries : [...queries, ...sortedBefore17]) {
          const isSkipping = /^\{ \w+\([^{]*offset:/.test(query)
          for (const plan of await plansOf(query)) {
            expectIndexes(plan)
            if (isSkipping) expectSkipping(plan)
          }
        }
        for (const query of states) {
          // The first statement is that of the page.
          for (const plan of (await plansOf(query)).slice(1)) expectFewRows(plan)
        }
        for (const query of few) {
          for (const plan of await plansOf(query)) expectFewRows(plan)
        }
        for (const query of found.flatMap(endsOf)) {
          for (const plan of await plansOf(query)) {
            expectIndexes(plan)
            expect(typesOf(plan.nodes), plan.sql).not.toContain('Incremental Sort')
          }
        }
        for (const [list, argument, end] of found.flatMap(nextPagesOf)) {
          const { page } = await subgraph.ask(`{ page: ${list}) { pageInfo { ${end} } } }`, asking)
          const query = `{ ${list}, ${argument} "${page.pageInfo[end]}") { nodes { id } } }`
          for (const plan of await plansOf(query)) expectIndexes(plan)
        }
        for (const { list, node = 'id' } of found.filter(({ isSearched }) => isSearched)) {
          for (const args of ['first: 20', 'last: 20']) {
            const query = `{ ${list}(search: "${WORD}", ${args}) { nodes { ${node} } totalCount } }`
            const plans = await plansOf(query)
            expectSearch(plans.find(({ sql: text }) => text.includes('order by "rank"'))!)
          }
          const counted = await subgraph.ask(
            `{ ${list}(search: "${WORD}") { totalCount } }`,
            asking,
          )
          // 1,200, less the hidden ones.
          expect(counted[list].totalCount).toBeGreaterThan(100)
          expect(counted[list].totalCount).toBeLessThanOrEqual(1_000)
        }
        for (const { index, run, statement = /^/ } of calls) {
          const sent = await subgraph.readPlans(run)
          const plans = sent.filter(({ sql: text }) => statement.test(text))
          for (const plan of plans) expectIndexes(plan)
          const used = plans.flatMap(({ nodes }) => nodes.map((node) => node['Index Name']))
          expect(used).toContain(index)
        }
        for (const list of totals) {
          const plans = await subgraph.plans(`{ ${list} { totalCount } }`, { as: ada, scopes })
          const sums = plans.filter(({ sql: text }) => /\b(sum|count)\(/.test(text))
          expect(sums).toHaveLength(1)
          const scanned = sums[0]!.nodes.flatMap((node) => node['Relation Name'] ?? [])
          // A reader's own scrolls are counted in addition.
          expect(scanned.filter((table) => !table.endsWith('_count'))).toEqual(
            list === 'scrolls' ? ['scrolls'] : [],
          )
          expect(sums[0]!.nodes.filter(isScanOfList), sums[0]!.sql).toEqual([])
        }
        // Identity erases people in the steps of their departure.
        const erasing = service === 'identity' ? [] : await subgraph.erasurePlans(ada)
        for (const plan of erasing) expectOwnRows(plan)
      } finally {
        await subgraph.stop()
      }
    })
  },
)
