// The dashboard query: everything in one request, the outage of each service, and the number of statements.
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demoToken } from '#test/demo.ts'
import { TIMEOUT } from '#test/process.ts'
import { statementsOf } from '#test/sent-statements.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'
import { subgraphs } from '../subgraphs/index.ts'
import type { PathTables } from '../subgraphs/path/tables.ts'

const DASHBOARD = readFileSync(
  new URL('../schema/operations/dashboard.graphql', import.meta.url),
  'utf8',
)

const BOOKS = `
  fragment Done on Quest { myState { completedAt } }
  { me {
    xpHistory { nodes { changedAt about { ...Done } } }
    postings { nodes { postedAt about { ...Done } } }
  } }`

interface Books {
  xpHistory: { nodes: Entry[] }
  postings: { nodes: Entry[] }
}
interface Entry {
  changedAt?: string
  postedAt?: string
  about: { myState?: { completedAt: string | null } } | null
}

const WEB = readFileSync(new URL('../schema/clients/web.json', import.meta.url), 'utf8')

type Path = (string | number)[]

/** The response without the fields at these paths, in every item of a list. */
function without(value: unknown, paths: Path[]): unknown {
  if (Array.isArray(value)) {
    const below = paths.flatMap(([at, ...rest]) => (typeof at === 'number' ? [rest] : []))
    return value.map((item) => without(item, below))
  }
  if (typeof value !== 'object' || value === null) return value
  const missing = new Set(paths.flatMap(([at, ...rest]) => (rest.length === 0 ? [at] : [])))
  const kept = Object.entries(value).filter(([key]) => !missing.has(key))
  return Object.fromEntries(
    kept.map(([key, inner]) => {
      const below = paths.flatMap(([at, ...rest]) => (at === key && rest.length > 0 ? [rest] : []))
      return [key, without(inner, below)]
    }),
  )
}

describe('with the services as processes of their own', () => {
  let system: TestSystem
  let token: string
  // oxlint-disable-next-line typescript/no-explicit-any
  let whole: any
  beforeAll(async () => {
    system = await startTestSystem({ topology: 'over HTTP', settings: { DEMO: '1' } })
    token = await demoToken(system, 'ada')
    const isSettled = async () => {
      const completions = system.tables<PathTables>('path').selectFrom('questCompletions')
      const steps = await completions.select('pendingSteps').execute()
      expect(steps.flatMap(({ pendingSteps }) => pendingSteps)).toEqual([])
      const { body } = await system.graphql(DASHBOARD, { token })
      expect(body.data?.me.credentials).toHaveLength(2)
      whole = body
    }
    await vi.waitFor(isSettled, { ...TIMEOUT, interval: 200 })
  })
  afterAll(() => system.stop())

  test('the demo data dates a quest alike in the books and in what a person has done', async () => {
    const { body } = await system.graphql(BOOKS, { token })
    const { xpHistory, postings } = body.data.me as Books
    // A daily quest is open again after midnight.
    const entries = [...xpHistory.nodes, ...postings.nodes].filter(
      ({ about }) => about?.myState?.completedAt,
    )
    expect(entries.length).toBeGreaterThan(3)
    for (const { changedAt, postedAt, about } of entries) {
      const [booked, done] = [changedAt ?? postedAt!, about!.myState!.completedAt!]
      expect(Math.abs(Date.parse(booked) - Date.parse(done))).toBeLessThan(TIMEOUT.timeout)
    }
  })

  test('the app offers a newcomer quests for beginners first', async () => {
    const { operations } = JSON.parse(WEB) as { operations: { name: string; body: string }[] }
    const home = operations.find(({ name }) => name === 'Home')!.body
    const { body } = await system.graphql(home, { token: await demoToken(system, 'barbara') })
    const { quests } = body.data as { quests: { nodes: { id: string }[] } }
    const path = system.tables<PathTables>('path').selectFrom('quests')
    const difficulties = await path.select(['id', 'difficulty']).execute()
    const offered = quests.nodes.map(({ id }) => difficulties.find((quest) => quest.id === id))
    expect(offered.slice(0, 3).map((quest) => quest?.difficulty)).toEqual(Array(3).fill('beginner'))
  })

  test('one query returns everything about a person, and the first page of every list', () => {
    expect(whole.errors).toBeUndefined()
    const { me, ...lists } = whole.data
    for (const [name, value] of Object.entries(me)) expect(value, name).not.toBeNull()
    for (const [name, list] of Object.entries(lists as Record<string, { nodes: object[] }>)) {
      expect(list.nodes.length, name).toBeGreaterThan(0)
    }
  })

  const others = subgraphs.filter(({ name }) => name !== 'identity').map(({ name }) => name)
  test.each(others)('with %s away, only its own parts are missing', async (name) => {
    await system.stopService(name)
    const { status, body } = await system.graphql(DASHBOARD, { token })
    await system.startService(name)
    expect(status).toBe(200)
    expect(body.data.me.id).toBe(whole.data.me.id)
    const paths = expectErrorsOf(name, body.errors)
    expect(without(body.data, paths)).toEqual(without(whole.data, paths))
  })

  test('with identity away, me is null and the public lists remain', async () => {
    // A service that has just started fetches the public keys at its first call.
    await system.graphql(DASHBOARD, { token })
    await system.stopService('identity')
    const { status, body } = await system.graphql(DASHBOARD, { token })
    await system.startService('identity')
    expect(status).toBe(200)
    expectErrorsOf('identity', body.errors)
    const { me, ...lists } = body.data
    expect(me).toBeNull()
    for (const [name, list] of Object.entries(lists as Record<string, { nodes: object[] }>)) {
      expect(list.nodes.length, name).toBeGreaterThan(0)
    }
  })
})

/** Expects one coded error for each missing part and no other; returns their paths. */
function expectErrorsOf(
  service: string,
  errors: { message: string; path: Path; extensions: object }[],
): Path[] {
  const paths = errors.map(({ path }) => path)
  expect(new Set(paths.map(String)).size).toBe(paths.length)
  const details = { service, retry: true, requestId: expect.any(String) as string }
  const message = `The ${service} service does not answer.`
  const extensions = { code: 'INTERNAL_ERROR', details }
  expect(errors).toEqual(paths.map((path) => ({ message, path, extensions })))
  return paths
}

describe('in one process', () => {
  let system: TestSystem
  let ada: Person
  let token: string
  beforeAll(async () => {
    system = await startTestSystem()
    await addMany(system.databaseUrl)
    ada = await system.join('ada')
    token = await ada.token()
  })
  afterAll(() => system.stop())

  /** The number of statements of a dashboard with so many items in each list. */
  async function statementsFor(dashboard: string, first: number): Promise<number> {
    const [statements, { body }] = await statementsOf(ada.id, () =>
      system.graphql(dashboard, { token, variables: { first } }),
    )
    expect(body.errors).toBeUndefined()
    expect(body.data.quests.nodes).toHaveLength(first)
    expect(body.data.proposals.nodes).toHaveLength(first)
    return statements.length
  }

  test('the dashboard costs the same few statements for 5 and for 100 items', async () => {
    const few = await statementsFor(DASHBOARD, 5)
    const many = await statementsFor(DASHBOARD, 100)
    expect(many).toBe(few)
    expect(few).toBeLessThan(60)
  })

  test("the caller's own fields of each item cost one more statement for each list", async () => {
    const without = await statementsFor(DASHBOARD, 5)
    const few = await statementsFor(withCallerState(DASHBOARD), 5)
    const many = await statementsFor(withCallerState(DASHBOARD), 100)
    expect(many).toBe(few)
    // Votes and listings exist already.
    expect(few - without).toBe(4)
  })
})

/** The query, with the caller's own fields of each item of its public lists. */
function withCallerState(dashboard: string): string {
  const states = {
    quests: 'myState { status completedAt opensAt }',
    courses: 'myEnrollment { status }',
    organizations: 'myMembership { status steward }',
    roles: 'myApplication { status }',
    proposals: 'quorum outcome',
  }
  const withStates = Object.entries(states).reduce((query, [list, fields]) => {
    const before = `\n  ${list}(first: $first) {\n    nodes {`
    expect(query).toContain(before)
    return query.replace(before, `${before} ${fields}`)
  }, dashboard)
  return withStates.replaceAll('listing {', 'listing { mine ')
}

/** A hundred people, each with an item in every list. */
async function addMany(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const rows = `generate_series(1, 150) as n`
  await client.query(`
    insert into identity.identities (id, username, display_name, house, archetype)
      select 'identity_' || n, 'person_' || n, 'Person', 'Aether', 'Keeper' from ${rows};
    insert into path.quests (id, title, description, xp_reward, gold_reward, type, difficulty)
      select 'quest_' || n, 'T', 'D', 1, 1, 'daily', 'beginner' from ${rows};
    insert into learn.courses (id, title, description, lessons, duration, skill_points)
      select 'course_' || n, 'T', 'D', 1, 'D', 1 from ${rows};
    insert into guild.organizations (id, name, description, house, member_count, open_to_join, created_at)
      select 'organization_' || n, 'N', 'D', 'Aether', 0, true, now() from ${rows};
    insert into guild.roles (id, organization_id, title, description, min_level, openings, created_at)
      select 'role_' || n, 'organization_' || n, 'T', 'D', 1, 1, now() from ${rows};
    insert into governance.proposals (id, proposer_id, title, description, quorum, end_time, created_at)
      select 'proposal_' || n, 'identity_' || n, 'T', 'D', 1, now() + interval '1 day', now() from ${rows};
    insert into market.assets (id, name, description, kind, owner_id, created_at)
      select 'asset_' || n, 'N', 'D', 'relic', 'identity_' || n, now() from ${rows};
    insert into market.listings (id, asset_id, seller_id, price, created_at)
      select 'listing_' || n, 'asset_' || n, 'identity_' || n, 1, now() from ${rows};
    insert into scroll.scrolls (id, title, content, author_id, author, house, settlement_weight, visibility, created_at)
      select 'scroll_' || n, 'T', 'C', 'identity_' || n, 'A', 'Aether', 1, 'public', now() from ${rows}`)
  await client.end()
}
