// operations/grafana: each query of the dashboard and each alert, by a real Prometheus over a running system.
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startDatabaseProxy, type DatabaseProxy } from '#test/database-proxy.ts'
import { alertRules, GRAFANA_FOLDER, panels, queriesOf } from '../support/grafana-files.ts'
import { freePorts } from '#test/ports.ts'
import { TIMEOUT } from '#test/process.ts'
import { startPrometheus, type Prometheus } from '../support/prometheus.ts'
import { addQuest } from '#test/story.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'
import { subgraphs } from '../../../subgraphs/index.ts'

const expressionOf = (alert: string) => alertRules.find((rule) => rule.alert === alert)!.expr
const panelNamed = (title: string) => queriesOf(panels.find((panel) => panel.title === title)!)

let system: TestSystem
let market: DatabaseProxy
let prometheus: Prometheus
let ada: Person
let token: string

beforeAll(async () => {
  const [port] = await freePorts(1)
  market = await startDatabaseProxy(`http://127.0.0.1:${port}`)
  const settings = { MARKET_PORT: String(port), MARKET_INTERNAL_URL: market.url }
  system = await startTestSystem({ topology: 'over HTTP', settings })
  const addresses = ['router', ...subgraphs.map(({ name }) => name)].map((name) =>
    system.address(name),
  )
  prometheus = await startPrometheus(
    addresses,
    fileURLToPath(new URL('alerts.yml', GRAFANA_FOLDER)),
  )
  ada = await system.join('ada', { xp: 200 })
  token = await ada.token()
  await useAll()
})
afterAll(async () => {
  await prometheus.stop()
  await system.stop()
  await market.close()
})

const DASHBOARD = '{ me { displayName gold completedQuests(first: 1) { nodes { title } } } }'

/** Requests of each kind, twice: a rate needs two scrapes of a series. */
async function useAll(): Promise<void> {
  const count = async () => {
    const found = await prometheus.query(
      'sum(http_request_duration_seconds_count{route="/graphql"})',
    )
    return found[0]?.value ?? 0
  }
  for (let round = 0; round < 2; round += 1) {
    const before = await count()
    expect((await system.graphql(DASHBOARD, { token })).body).not.toHaveProperty('errors')
    await system.graphql('{ quest(id: "quest_0") { title } }', { token })
    await vi.waitUntil(async () => (await count()) > before, TIMEOUT)
  }
}

/** They have no series until something has failed, or while nothing has TLS. */
const MAY_BE_EMPTY =
  /(database_statement|peer_call|background_work)_errors_total|calls_refused_by_peers_total|status=~"5|certificate_expiry/

test('each query of the dashboard returns series', async () => {
  for (const panel of panels) {
    for (const query of queriesOf(panel)) {
      const count = async () => (await prometheus.query(query)).length
      const about = `${panel.title}: ${query}`
      if (MAY_BE_EMPTY.test(query)) expect(await count(), about).toBeGreaterThanOrEqual(0)
      else await expect.poll(count, { message: about }).toBeGreaterThan(0)
    }
  }
})

test('Prometheus evaluates each alert', async () => {
  await expect
    .poll(async () => (await prometheus.rules()).filter(({ health }) => health !== 'unknown'))
    .toHaveLength(alertRules.length)
  for (const { health, lastError, name } of await prometheus.rules()) {
    expect([name, health, lastError ?? '']).toEqual([name, 'ok', ''])
  }
})

test('a statement that waits for a lock is found by its name', async () => {
  const path = system.tables('path')
  await path.transaction().execute(async (trx) => {
    await sql`lock table quests in access exclusive mode`.execute(trx)
    const asked = system.graphql('{ quests(first: 1) { nodes { title } } }', { token })
    await expect
      .poll(() => prometheus.query('sum(database_shared_reads{service="path"})'))
      .toMatchObject([{ value: 1 }])
    const hasWaited = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and clock_timestamp() - query_start > interval '800 ms'`.execute(
        path,
      )
      return rows.length > 0
    }
    await expect.poll(hasWaited).toBe(true)
    return { asked }
  })
  // On a busy machine, other statements may be slow as well.
  const slow = expect.objectContaining({
    labels: { service: 'path', statement: 'select quests' },
  }) as object
  await expect.poll(() => prometheus.query(expressionOf('StatementSlow'))).toContainEqual(slow)
  const [slowest] = panelNamed('Slowest statements')
  const shown = await prometheus.query(slowest!)
  expect(shown.filter(({ value }) => value > 0.5)).toContainEqual(slow)
})

test('a service that hangs, and the outbox that it holds up, are found by their names', async () => {
  const quest = await addQuest(system, { goldReward: 10 })
  market.freeze()
  const url = `${system.address('path')}/api/quests/${quest}/complete`
  await system.fetch(url, { method: 'POST', token })
  await system.graphql(DASHBOARD, { token })
  await expect
    .poll(() => prometheus.query(expressionOf('PeerHangs')))
    .toContainEqual(
      expect.objectContaining({ labels: expect.objectContaining({ peer: 'market' }) }),
    )
  await expect
    .poll(() => prometheus.query(expressionOf('SubgraphFails')))
    .toContainEqual(expect.objectContaining({ labels: { subgraph: 'market' } }))
  const [open] = panelNamed('Open circuit breakers')
  const openTo = async () => {
    const peers = (await prometheus.query(open!)).filter(({ value }) => value > 0)
    return new Set(peers.map(({ labels }) => labels.peer))
  }
  // On a busy machine, others may count as away for a moment.
  await expect.poll(openTo).toEqual(new Set(['market']))

  expect(await prometheus.query(expressionOf('OutboxStandsStill'))).toEqual([])
  system.clock.now = new Date(Date.now() + 20 * 60_000)
  await expect
    .poll(() => prometheus.query(expressionOf('OutboxStandsStill')))
    .toMatchObject([{ labels: { service: 'path', outbox: 'quest_completions' } }])
  const [age] = panelNamed('Age of the oldest row of an outbox')
  const oldest = async () => (await prometheus.query(age!)).filter(({ value }) => value > 900)
  await expect
    .poll(oldest)
    .toMatchObject([{ labels: { service: 'path', outbox: 'quest_completions' } }])
})
