// Every list and filter is answered through an index, without a sort, at 200,000 rows.
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import type { PlanNode } from '#test/plans.ts'
import { startTestSubgraph } from '#test/subgraph.ts'

interface Lists {
  service: string
  /** Statements that fill its tables with 200,000 rows, many of which are $1's. */
  fill: (identityId: string) => string[]
  /** Queries, each of a page of a list; CALLER stands for the caller's id. */
  queries: string[]
  /** The lists whose totals are kept. */
  totals: string[]
}

const ROWS = 200_000

/** `identity_x` of a row: every hundredth is the caller's. */
const somebody = (identityId: string) =>
  `case when n % 100 = 0 then '${identityId}' else 'identity_' || (n % 5000) end`
const rows = `generate_series(1, ${ROWS}) as n`
const moment = `timestamptz '2026-01-01' + n * interval '1 second'`
/** The newest half is retired: a list that does not leave it out by its index would read all of it. */
const retiredAtTheEnd = `case when n > ${ROWS / 2} then ${moment} end`
/** Few rows are hidden, but the newest of the others. */
const hidden = `n between ${ROWS * 0.49} and ${ROWS / 2}`
const hiddenAtTheEnd = `case when ${hidden} then ${moment} end`
const hiddenReason = `case when ${hidden} then 'R' end`

const lists: Lists[] = [
  {
    service: 'identity',
    fill: (identityId) => [
      `insert into identities (id, username, display_name, house, archetype)
       select 'identity_' || n, 'user_' || n, 'U', 'Aether', 'Keeper' from ${rows}`,
      `insert into credentials (id, identity_id, type, claims, issued_at)
       select 'credential_' || n, case when n % 100 = 0 then '${identityId}' else 'identity_' || n end,
              'type_' || n, '{}', ${moment} from ${rows}`,
      `insert into wallets (id, identity_id, address, chain_id, challenge_hash, linked_at, signs_in)
       select 'wallet_' || n, case when n % 100 = 0 then '${identityId}' else 'identity_' || n end,
              '0x' || lpad(to_hex(n), 40, '0'), 1, '', ${moment}, true from ${rows}`,
      `insert into clients (id, name, kind, redirect_uris, scopes)
       values ('web', 'Web', 'public', '{}', '{}')`,
      `insert into grants (id, client_id, scopes, created_at, expires_at, ended_at)
       select 'grant_' || n, 'web', '{}', ${moment}, ${moment},
              timestamptz '2026-03-04 12:00Z' - n * interval '1 second' from ${rows}`,
      `insert into clients (id, name, kind, redirect_uris, scopes, created_at)
       select 'client_' || n, 'Web', 'public', '{}', '{}', ${moment} from ${rows}`,
      `insert into admin_keys (id, name, key_hash, created_at)
       select 'adminkey_' || n, 'K', sha256(n::text::bytea), ${moment} from ${rows}`,
      `insert into audit_events (id, at, kind, identity_id, client_id, address, request_id, details)
       select 'audit_' || n, ${moment}, 'token_issued', ${somebody(identityId)},
              case when n % 100 = 0 then 'web' else 'client_' || (n % 5000) end,
              '192.0.2.7', 'R', '{}' from ${rows}`,
    ],
    queries: [
      '{ clients(first: 20) { nodes { id } } }',
      '{ clients(first: 20, offset: 60) { nodes { id } } }',
      '{ adminKeys(first: 20) { nodes { id } } }',
      '{ auditEvents(first: 20) { nodes { id } } }',
      '{ auditEvents(first: 20, offset: 60) { nodes { id } } }',
      '{ auditEvents(identityId: "CALLER") { nodes { id } } }',
      '{ auditEvents(clientId: "web") { nodes { id } } }',
      '{ endedGrants { grants { grantId } } }',
      '{ credentials(first: 20) { nodes { id } } }',
      '{ credentials(first: 20, offset: 40) { nodes { id } } }',
      '{ wallets(first: 20) { nodes { id } } }',
      '{ wallets(first: 20, offset: 40) { nodes { id } } }',
      '{ me { displayName } }',
    ],
    totals: ['clients', 'adminKeys', 'auditEvents'],
  },
  {
    service: 'path',
    fill: (identityId) => [
      `insert into quests (id, title, description, xp_reward, gold_reward, type, difficulty, created_at)
       select 'quest_' || n, 'T', 'D', 1, 1, 'daily', 'beginner', ${moment} from ${rows}`,
      `insert into completed_quests (identity_id, quest_id, first_completed_at)
       select ${somebody(identityId)}, 'quest_' || n, ${moment} from ${rows}`,
    ],
    queries: [
      '{ quests(first: 20) { nodes { id } } }',
      '{ quests(first: 20, offset: 60) { nodes { id } } }',
      '{ quest(id: "quest_7") { id } }',
      `{ _entities(representations: [{ __typename: "Identity", id: "identity_7" }]) {
        ... on Identity { completedQuests(first: 20) { nodes { id } } }
      } }`,
    ],
    totals: ['quests'],
  },
  {
    service: 'governance',
    fill: (identityId) => [
      `insert into proposals (id, proposer_id, title, description, quorum, end_time, created_at)
       select 'proposal_' || n, ${somebody(identityId)}, 'T', 'D', 1, ${moment}, ${moment} from ${rows}`,
      `insert into votes (proposal_id, identity_id, vote, voted_at)
       select 'proposal_' || n, ${somebody(identityId)}, 'yes', ${moment} from ${rows}`,
    ],
    queries: [
      '{ proposals(first: 20) { nodes { id status myVote { vote } } } }',
      '{ proposals(first: 20, offset: 60) { nodes { id } } }',
      '{ proposal(id: "proposal_7") { id } }',
      `{ proposal(id: "proposal_100") { proposer {
        proposals(first: 20) { nodes { id } }
        votes(first: 20) { nodes { vote proposal { id } } }
      } } }`,
    ],
    totals: ['proposals'],
  },
  {
    service: 'guild',
    // Two primes, so that nobody is twice in one organization, or asks twice for one role.
    fill: (identityId) => [
      `insert into organizations (id, name, description, house, member_count, open_to_join, created_at,
                                  retired_at, hidden_at, hidden_reason)
       select 'organization_' || n, 'N', 'D', 'Aether', 0, true, ${moment}, ${retiredAtTheEnd},
              ${hiddenAtTheEnd}, ${hiddenReason}
       from ${rows}`,
      `insert into memberships (id, organization_id, identity_id, status, steward, requested_at)
       select 'membership_' || n, 'organization_' || (n % 503),
              case when n % 1000 = 0 then '${identityId}' else 'identity_' || (n % 499) end,
              case n % 3 when 0 then 'pending' when 1 then 'active' else 'rejected' end,
              n % 3 = 1 and n % 1000 = 0, ${moment} from ${rows}`,
      `insert into roles (id, organization_id, title, description, min_level, openings, created_at,
                          retired_at, hidden_at)
       select 'role_' || n, 'organization_' || (n % 503), 'T', 'D', 1, n % 2, ${moment},
              ${retiredAtTheEnd}, ${hiddenAtTheEnd} from ${rows}`,
      `insert into applications (id, role_id, identity_id, status, applied_at)
       select 'application_' || n, 'role_' || (n % 503),
              case when n % 1000 = 0 then '${identityId}' else 'identity_' || (n % 499) end,
              'pending', ${moment} from ${rows}`,
    ],
    queries: [
      '{ organizations(first: 20) { nodes { id } } }',
      '{ organizations(first: 20, offset: 60) { nodes { id } } }',
      '{ roles(first: 20) { nodes { id organization { id } } } }',
      '{ roles(first: 20, offset: 60) { nodes { id } } }',
      '{ organizations(first: 20) { nodes { roles(first: 20) { nodes { id retiredAt } } } } }',
      // The caller is a steward of this one, and its member beside others.
      `{ organization(id: "organization_315") {
        members(first: 20) { nodes {
          member { memberships(first: 20) { nodes { id } } applications(first: 20) { nodes { id } } }
        } }
        requests(first: 20) { nodes { id } }
        roles(first: 20) { nodes { applications(first: 20) { nodes { id } } } }
      } }`,
    ],
    totals: ['organizations', 'roles'],
  },
  {
    service: 'learn',
    fill: (identityId) => [
      `insert into courses (id, title, description, lessons, duration, skill_points, created_at)
       select 'course_' || n, 'T', 'D', 3, 'an hour', 1, ${moment} from ${rows}`,
      `insert into enrollments (id, identity_id, course_id, enrolled_at)
       select 'enrollment_' || n, ${somebody(identityId)}, 'course_' || n, ${moment} from ${rows}`,
      // A few hundred in each of some courses, of which some are retired.
      `insert into lessons (id, course_id, key, number, title, text, retired_at)
       select 'lesson_' || n, 'course_' || (n % 503), 'k' || n, case when n % 7 > 0 then n / 503 + 1 end,
              'T', 'X', case when n % 7 = 0 then ${moment} end
       from ${rows}`,
      `insert into lesson_completions (enrollment_id, lesson, lesson_id, completed_at)
       select 'enrollment_' || (n % 20000), n % 500 + 1, 'lesson_' || n, ${moment} from ${rows}`,
    ],
    queries: [
      '{ courses(first: 20) { nodes { id myEnrollment { id } } } }',
      '{ courses(first: 20, offset: 60) { nodes { id } } }',
      // The caller is enrolled in this one.
      `{ course(id: "course_100") {
        myEnrollment { completedLessons }
        syllabus(first: 100) { nodes { title text completedAt } totalCount }
      } }`,
      '{ course(id: "course_7") { syllabus(first: 20, offset: 60) { nodes { id } } } }',
      `{ _entities(representations: [{ __typename: "Identity", id: "CALLER" }]) {
        ... on Identity { enrollments(first: 20) { nodes { completedLessons course { title } } } }
      } }`,
    ],
    totals: ['courses'],
  },
  {
    service: 'scroll',
    fill: (identityId) => [
      `insert into scrolls (id, title, content, author_id, author, house, settlement_weight,
                            visibility, created_at, withdrawn_at, hidden_at, hidden_reason)
       select 'scroll_' || n, 'T', 'C', case when n < 50 then '${identityId}' else 'identity_' || (n % 100) end,
              'A', (array['Aether', 'Ember', 'Terra', 'Tide'])[1 + n % 4], 1,
              (array['public', 'house', 'private'])[1 + n % 3], ${moment}, ${retiredAtTheEnd},
              ${hiddenAtTheEnd}, ${hiddenReason} from ${rows}`,
      `insert into scroll_revisions (id, scroll_id, title, content, visibility, written_at)
       select 'revision_' || n, 'scroll_' || (n % 5000), 'T', 'C', 'public', ${moment} from ${rows}`,
    ],
    queries: [
      '{ scrolls(first: 20) { nodes { id content } } }',
      '{ scrolls(first: 20, offset: 60) { nodes { id } } }',
      '{ scroll(id: "scroll_9") { id revisions(first: 20) { nodes { id content } } } }',
      `{ _entities(representations: [{ __typename: "Identity", id: "identity_7" }]) {
        ... on Identity { scrolls(first: 20) { nodes { id } } }
      } }`,
    ],
    totals: ['scrolls'],
  },
  {
    service: 'market',
    fill: (identityId) => [
      `insert into assets (id, name, description, kind, owner_id, created_at)
       select 'asset_' || n, 'N', 'D', 'relic', ${somebody(identityId)}, ${moment} from ${rows}`,
      `insert into listings (id, asset_id, seller_id, price, status, created_at, closed_at)
       select 'listing_' || n, 'asset_' || n, 'S', 1, 'active', ${moment}, null from ${rows}`,
      `insert into purchases (id, listing_id, asset_id, buyer_id, price, gold_balance, transaction_id, purchased_at)
       select 'purchase_' || n, 'listing_' || n, 'asset_' || n, ${somebody(identityId)}, 1, 1, 'T', ${moment}
       from ${rows}`,
      `insert into accounts (id, kind, owner_id, balance, created_at)
       select 'account_' || n, 'identity', case n when 100 then '${identityId}' else 'identity_' || n end,
              1, ${moment} from ${rows}`,
      `insert into transactions (id, key, kind, reason, created_at)
       select 'transaction_' || n, n, 'grant', 'R', ${moment} from ${rows}`,
      `insert into postings (transaction_id, account_id, amount, balance_after, posted_at)
       select 'transaction_' || n, account_id, amount, 1, ${moment} from ${rows}, lateral (values
         ('issuance', -1), (case when n % 100 = 0 then 'account_100' else 'account_' || n end, 1)
       ) as side (account_id, amount)`,
    ],
    queries: [
      '{ assets(first: 20) { nodes { id listing { id } } } }',
      '{ assets(first: 20, offset: 60) { nodes { id } } }',
      '{ asset(id: "asset_7") { id } }',
      // The newest one is the caller's own.
      '{ assets(first: 1) { nodes { owner { gold assets { nodes { id } } } } } }',
      '{ assets(first: 1) { nodes { owner { purchases { nodes { asset { id } } } } } } }',
      '{ assets(first: 1) { nodes { owner { postings { nodes { kind balanceAfter } } } } } }',
      '{ transactions(first: 20) { nodes { amount postings { identityId } } } }',
      '{ transactions(first: 20, offset: 60) { nodes { id } } }',
      '{ transactions(identityId: "CALLER", first: 20) { nodes { amount } } }',
      '{ transactions(identityId: "CALLER", first: 20, offset: 60) { nodes { id } } }',
    ],
    totals: ['assets', 'transactions'],
  },
  {
    service: 'realm',
    fill: () => [
      `insert into realms
       select 'realm_' || n, 'N', 'D', 0, 0, 0, 100, 100, 100, ${moment}, ${retiredAtTheEnd}
       from ${rows}`,
      `insert into places (id, realm_id, name, kind, x, y, z, created_at, retired_at)
       select 'place_' || n, 'realm_' || n % 20, 'N', 'landmark',
              random() * 100, random() * 100, random() * 100, ${moment}, ${retiredAtTheEnd}
       from ${rows}`,
      `insert into presences (identity_id, realm_id, x, y, z, updated_at)
       select 'identity_' || n, 'realm_' || n % 20, 0, 0, 0,
              timestamptz '2026-03-04T12:00:00Z' - n * interval '1 millisecond' from ${rows}`,
    ],
    queries: [
      '{ realms(first: 20) { nodes { id } } }',
      '{ realm(id: "realm_7") { id } }',
      '{ places(realmId: "realm_7", first: 20, offset: 60) { nodes { id } } }',
      '{ places(realmId: "realm_7", near: "5,6,7", radius: 50) { nodes { id } } }',
      '{ place(id: "place_7") { id } }',
      '{ presence(realmId: "realm_7", first: 20) { nodes { updatedAt } } }',
      // Somebody in a realm that is there.
      `{ _entities(representations: [{ __typename: "Identity", id: "identity_7" }]) {
        ... on Identity { presence { realm { id } } }
      } }`,
    ],
    totals: ['realms', 'places(realmId: "realm_7")'],
  },
]

/** The indexes of the schema that belong to no constraint. */
const FREE_INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = current_schema()::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid)`

/** Without triggers, foreign keys and indexes meanwhile, which would take most of the time. */
async function fillTables(url: string, schema: string, statements: string[]): Promise<void> {
  const options = `-c search_path=${schema} -c session_replication_role=replica`
  const client = new Client({ connectionString: url, options })
  await client.connect()
  try {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(FREE_INDEXES)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const statement of statements) await client.query(statement)
    for (const { definition } of indexes) await client.query(definition)
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

const isScanOfList = (node: PlanNode) =>
  node['Node Type'] === 'Seq Scan' && !node['Relation Name']!.endsWith('_count')

describe.each(lists)('$service', ({ service, fill, queries, totals }) => {
  test('answers every list through an index, without a sort', { timeout: 120_000 }, async () => {
    const subgraph = await startTestSubgraph(service)
    try {
      const ada = await subgraph.join('ada', { role: 'admin' })
      const scopes = ['identity', 'credentials', 'wallet', 'admin']
      await fillTables(subgraph.databaseUrl, service, fill(ada.id))
      for (const query of queries) {
        const asking = { as: ada, scopes, service: 'router' }
        const plans = await subgraph.plans(query.replace('CALLER', ada.id), asking)
        for (const { sql: text, nodes } of plans) {
          const types = nodes.map((node) => node['Node Type'])
          expect(types, text).not.toContain('Sort')
          expect(types, text).not.toContain('Seq Scan')
          expect(types.join(), text).toContain('Index')
        }
      }
      for (const list of totals) {
        const plans = await subgraph.plans(`{ ${list} { totalCount } }`, { as: ada, scopes })
        const sums = plans.filter(({ sql: text }) => /\b(sum|count)\(/.test(text))
        expect(sums).toHaveLength(1)
        const scanned = sums[0]!.nodes.flatMap((node) => node['Relation Name'] ?? [])
        // A reader's own scrolls are counted besides.
        expect(scanned.filter((table) => !table.endsWith('_count'))).toEqual(
          list === 'scrolls' ? ['scrolls'] : [],
        )
        expect(sums[0]!.nodes.filter(isScanOfList), sums[0]!.sql).toEqual([])
      }
    } finally {
      await subgraph.stop()
    }
  })
})
