// Traces as a collector receives them, from a system in one process and from services apart.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import { duringTests } from '#test/during-tests.ts'
import { openStream } from '#test/live-client.ts'
import { addListing, giveGold } from '#test/market-story.ts'
import { scrape } from '#test/scrape.ts'
import { addProposal, addQuest } from '#test/story.ts'
import type { Topology } from '#test/system.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { startTracedSystem } from './traced-system.ts'

const DASHBOARD = readFileSync(
  new URL('../../schema/operations/dashboard.graphql', import.meta.url),
  'utf8',
)
const PURCHASE = `mutation ($id: ID!) { purchaseListing(listingId: $id) { price asset { name } } }`
/** The trace of a stranger, who asks for it to be recorded. */
const STRANGER = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
const TRACEPARENT = `00-${STRANGER.trace}-${STRANGER.span}-01`

describe.each<Topology>(['one process', 'over HTTP'])('%s', (topology) => {
  const traced = duringTests(() => startTracedSystem(topology))

  test('a dashboard is one trace, from the router to the statements of every service', async () => {
    const { traceId } = await traced.spanOf(() => traced.graphql(DASHBOARD))
    const printed = traced.tree(traceId)
    expect(printed).toMatch(/POST \/graphql \(service router\)\n.* plan\n/)
    const apart =
      topology === 'over HTTP' ? String.raw`\n {4,}POST /graphql \(service identity\)` : ''
    const own = String.raw`fetch identity${apart}\n.*query me \(service identity\)\n.*select identities \(namespace identity, rows 1\)`
    expect(printed).toMatch(new RegExp(own))
    const fetched = printed.matchAll(/fetch (\w+)/g).map(([, name]) => name)
    expect(new Set(fetched)).toEqual(
      new Set('governance guild identity learn market path realm scroll'.split(' ')),
    )
    expect(printed).toMatch(/query scrolls \(service scroll\)\n.*call identity FindCaller/)
  })

  test('a purchase is one trace, with its commit', async () => {
    const { system } = traced
    await giveGold(system, traced.ada, 100)
    const id = await addListing(system, await system.join('bob'), 30)
    const { traceId } = await traced.spanOf(() => traced.graphql(PURCHASE, { id }))
    const lines = traced.tree(traceId).split('\n')
    expect(lines.map((line) => line.trim())).toEqual(
      expect.arrayContaining([
        'mutation purchaseListing (service market)',
        'update listings (namespace market, rows 1)',
        'insert postings (namespace market, rows 2)',
        'insert purchases (namespace market, rows 1)',
        'commit (namespace market, rows 0)',
      ]),
    )
  })

  test('each span is inside the one around it, and its times are exact', async () => {
    const { traceId } = await traced.spanOf(() => traced.graphql('{ me { id } }'))
    const { spans } = traced.receiver
    const ofTrace = spans.filter((span) => span.traceId === traceId)
    const firsts = ofTrace.filter(({ parentSpanId }) => parentSpanId === '')
    expect(firsts).toHaveLength(1)
    const byId = new Map(ofTrace.map((span) => [span.spanId, span]))
    for (const span of ofTrace) {
      const around = byId.get(span.parentSpanId) ?? span
      expect(span.start).toBeGreaterThanOrEqual(around.start)
      expect(span.end).toBeGreaterThan(span.start)
    }
  })

  test("a client's trace is a link, and a forged service token changes nothing", async () => {
    const ask = (headers: object) => traced.graphql('{ me { id } }', {}, headers)
    const span = await traced.spanOf(() => ask({ traceparent: TRACEPARENT }))
    expect(span).toMatchObject({ parentSpanId: '' })
    expect(span.traceId).not.toBe(STRANGER.trace)
    expect(span.links).toEqual([{ traceId: STRANGER.trace, spanId: STRANGER.span }])

    const forged = { traceparent: TRACEPARENT, 'x-service-token': traced.token }
    const refused = await traced.spanOf(() => ask(forged))
    expect(refused.traceId).not.toBe(STRANGER.trace)
    expect(refused).toMatchObject({
      attributes: { 'http.response.status_code': 500 },
      isError: true,
    })
  })

  test('an error is a code, without its message', async () => {
    const missing = 'quest_01h455vb4pex5vsknk084sn02q'
    const complete = 'mutation ($id: ID!) { completeQuest(questId: $id) { xpEarned } }'
    const { traceId } = await traced.spanOf(() => traced.graphql(complete, { id: missing }))
    expect(traced.tree(traceId)).toMatch(
      /mutation completeQuest \(service path, type NOT_FOUND\)\n/,
    )
  })

  test('an operation that fails is an error, also with the status 200', async () => {
    const { system } = traced
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.ref(to)}`.execute(system.tables('scroll'))
    await rename('scrolls', 'lost_scrolls')
    try {
      const ask = () => traced.graphql('{ me { id } scrolls { nodes { title } } }')
      expect(await traced.spanOf(ask)).toMatchObject({
        attributes: { 'http.response.status_code': 200, 'error.type': 'INTERNAL_ERROR' },
        isError: true,
      })
    } finally {
      await rename('lost_scrolls', 'scrolls')
    }
  })

  test('background work is recorded when it has something to do', async () => {
    const { system, receiver } = traced
    const questId = await addQuest(system)
    await traced.graphql('mutation ($id: ID!) { completeQuest(questId: $id) { xpEarned } }', {
      id: questId,
    })
    // Polls that fail are recorded, too: the ID service may have started later.
    const names = () => receiver.spans.flatMap(({ isError, name }) => (isError ? [] : [name]))
    await expect.poll(names).toContain('number events')
    expect(names()).not.toContain('deliver audit events')
    expect(names().filter((name) => /^poll|healthz|readyz|jwks/.test(name))).toEqual([])
    // What the polls ask for, and the services every two seconds.
    expect(names()).not.toContain('query endedGrants')
    expect(names()).not.toContain('mutation takePersonalDataTask')
  })

  test('rounds that only lock rows are not recorded', async () => {
    const { receiver, system } = traced
    const name = 'notify of quests that are open again'
    const labels = { kind: 'round', name }
    const rounds = async () => {
      const { value } = await scrape(system.address('path'))
      return value('background_work_duration_seconds_count', labels) ?? 0
    }
    // The first one writes when the next is due.
    await expect.poll(rounds).toBeGreaterThan(0)
    const recorded = async () => {
      await traced.spanOf(() => traced.graphql('{ me { id } }'))
      return receiver.spans.filter((span) => span.name === name && !span.isError).length
    }
    const before = { rounds: await rounds(), recorded: await recorded() }
    await expect.poll(rounds).toBeGreaterThan(before.rounds + 1)
    expect(await recorded()).toBe(before.recorded)
  })

  test('a delivery that fails is an error, also in the metrics', async () => {
    const { receiver, system } = traced
    const realm = system.tables('realm')
    await sql`
      insert into audit_outbox (id, at, kind, address, request_id, details, next_attempt_at)
      values ('refused', now(), 'no such kind', '', '', '{}', now())`.execute(realm)
    const failed = () =>
      receiver.spans.find(({ isError, name }) => isError && name === 'deliver auditOutbox')
    await expect.poll(failed).toBeDefined()
    expect(failed()!.attributes).toMatchObject({ 'error.type': 'VALIDATION_ERROR' })
    const { value } = await scrape(system.address('realm'))
    const labels = { kind: 'delivery', name: 'auditOutbox' }
    expect(value('background_work_errors_total', labels)).toBeGreaterThan(0)
    await sql`delete from audit_outbox`.execute(realm)
  })

  test('each execution of a subscription is a trace, with a link to the request', async () => {
    const { receiver, system } = traced
    const id = await addProposal(system)
    const query = `subscription ($id: ID!) { proposal(id: $id) { yesVotes } }`
    await using stream = await openStream(system.address('router'), {
      query,
      variables: { id },
      token: traced.token,
    })
    await stream.next()
    const events = () => receiver.spans.filter(({ name }) => name === 'execute subscription')
    await expect.poll(events).not.toEqual([])
    const [event] = events()
    expect(event).toMatchObject({ parentSpanId: '', links: [{ traceId: /./ }] })
  })

  test('the requests to the collector have the headers of the operator', () => {
    const first = traced.receiver.requests.find(({ path }) => path === '/v1/traces')
    expect(first).toMatchObject({
      path: '/v1/traces',
      headers: {
        'content-type': 'application/x-protobuf',
        'x-collector-key': 'of-the-operator',
      },
    })
  })

  test('a thousand spans and all metrics contain nothing of what requests and responses contained', async () => {
    const { receiver, system, token } = traced
    await addQuest(system, { title: 'Lantern of the harbour', description: 'Hang it high.' })
    const ask = async (at: number) => {
      const search = at % 2 === 0 ? 'harbour' : 'lantern'
      const query = `query Heron7 ($text: String!) { heronry: quests(search: $text) { nodes { title } } me { username } }`
      const headers = { 'idempotency-key': `key-of-ada-${at}`, 'x-admin-api-key': 'demo-admin-key' }
      const { body } = await traced.graphql(query, { text: search }, headers)
      expect(JSON.stringify(body)).toContain('Lantern of the harbour')
      await system.fetch(`${system.address('identity')}/api/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'password',
          password: 'hunter2hunter2',
          username: 'ada@example.org',
        }),
      })
      await system.fetch(`${system.address('path')}/api/quests/heron-${at}?q=ada@example.org`, {
        token,
      })
    }
    for (let at = 0; receiver.spans.length < 1_000; at += 1) await ask(at)
    const servers = ['router', ...subgraphs.map(({ name }) => name)]
    const scraped = await Promise.all(servers.map((name) => scrape(system.address(name))))
    const sent = [
      ...receiver.requests.map(({ body }) => body.toString('latin1')),
      ...scraped.map(({ text }) => text),
    ].join('\n')
    expect(sent).toContain('query quests')
    expect(sent).toContain('select quests')
    const secrets = [
      token,
      token.split('.')[2]!,
      'hunter2',
      'ada@example.org',
      'Lantern',
      'harbour',
    ]
    const texts = [
      'Heron7',
      'heron-',
      'heronry:',
      'key-of-ada',
      'demo-admin-key',
      traced.ada.id,
      'a secret that only',
      '127.0.0.1',
    ]
    expect([...secrets, ...texts].filter((text) => sent.includes(text))).toEqual([])
  })
})

describe('sampling', () => {
  test('a client does not decide what is recorded; a service of the system does', async () => {
    const traced = await startTracedSystem('over HTTP', {
      OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    })
    const { receiver, system, token } = traced
    try {
      await traced.graphql('{ me { id } }', {}, { traceparent: TRACEPARENT })
      const proof = createServiceTokens(system.config.serviceSecrets!, 'router', () => new Date())
      const pairs = await proof.headers('identity')
      const headers = { traceparent: TRACEPARENT, [pairs[0]!]: pairs[1]! }
      const ask = () => system.graphql('{ me { id } }', { token, at: 'identity', headers })
      expect(await traced.spanOf(ask, 'identity')).toMatchObject({
        traceId: STRANGER.trace,
        parentSpanId: STRANGER.span,
      })
      expect(new Set(receiver.spans.map(({ traceId }) => traceId))).toEqual(
        new Set([STRANGER.trace]),
      )
    } finally {
      await traced.stop()
    }
  })

  test('spans are sent as JSON, too', async () => {
    const traced = await startTracedSystem('Identity alone', {
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    })
    try {
      const ask = () =>
        traced.system.fetch(`${traced.system.address('identity')}/api/me`, { token: traced.token })
      const span = await traced.spanOf(ask, 'identity')
      expect(span).toMatchObject({ name: 'GET /api/me', resource: { 'service.name': 'test' } })
    } finally {
      await traced.stop()
    }
  })
})
