// The tables of metrics in docs/operations/health-and-metrics.md, and METRICS_PORT, compared with what runs.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts } from '#test/ports.ts'
import { readScrape, scrape, type Sample } from '#test/scrape.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'
import { parseClient } from '../../router/clients.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const PAGE = readFileSync(
  new URL('../../docs/operations/health-and-metrics.md', import.meta.url),
  'utf8',
)
/** A name in the first cell of a row, and its labels. */
const METRIC = /(?<=^\| [^|\n]*)`([a-z_]+)(?:\{([a-z,]+)\})?`/gm
const SERVERS = ['router', ...subgraphs.map(({ name }) => name)]
/** Each metric has the first; the second is of histograms. */
const COMMON_LABELS = new Set(['service', 'le'])
const OF_PROCESS = /^(process|nodejs)_/

/** The text that a client has registered. */
function registeredDocument(name: string): string {
  const manifest = new URL('../../schema/clients/typed-client.json', import.meta.url)
  const { operations } = parseClient('typed-client.json', readFileSync(manifest, 'utf8'))
  return operations.find((operation) => operation.name === name)!.body
}

/** Sends what makes most metrics appear. */
async function use(system: TestSystem): Promise<void> {
  const token = await (await system.join('ada', { xp: 200 })).token()
  const query = '{ me { displayName gold completedQuests(first: 1) { nodes { title } } } }'
  expect((await system.graphql(query, { token })).body).not.toHaveProperty('errors')
  expect(
    (await system.graphql('{ quest(id: "quest_0") { title } }', { token })).body,
  ).toHaveProperty('errors')
}

describe('the tables of the manual', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startTestSystem({ topology: 'over HTTP' })
    await use(system)
  })
  afterAll(() => system.stop())

  const documented = new Map(
    [...PAGE.matchAll(METRIC)].map(([, name, labels = '']) => [
      name!,
      labels.split(',').filter(Boolean).toSorted(),
    ]),
  )

  test('the tables list each metric of a server, and no other', async () => {
    const shown = await Promise.all(SERVERS.map((name) => scrape(system.address(name))))
    const names = shown.flatMap(({ text }) =>
      [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!),
    )
    const ours = new Set(names.filter((name) => !OF_PROCESS.test(name)))
    expect([...documented.keys()].toSorted()).toEqual([...ours].toSorted())
  })

  test('the tables list the labels of each metric', async () => {
    const shown = await Promise.all(SERVERS.map((name) => scrape(system.address(name))))
    const samples = shown.flatMap((one) => one.samples).filter(({ name }) => !OF_PROCESS.test(name))
    const seen = samples.map((sample) => [metricOf(sample), labelsOf(sample)] as const)
    expect(new Set(seen.map(([name]) => name)).size).toBeGreaterThan(35)
    for (const [name, labels] of seen) expect(labels, name).toEqual(documented.get(name))
  })

  /** The name without the ending of a part of a histogram. */
  function metricOf({ name }: Sample): string {
    const whole = name.replace(/_(bucket|sum|count)$/, '')
    return documented.has(name) ? name : whole
  }

  function labelsOf({ labels }: Sample): string[] {
    return Object.keys(labels)
      .filter((label) => !COMMON_LABELS.has(label))
      .toSorted()
  }

  test('registered operations have their names, and all others are one', async () => {
    const token = await (await system.join('grace')).token()
    const shown = async (operation: string) => {
      const { value } = await scrape(system.address('router'))
      return [
        value('graphql_operation_duration_seconds_count', { operation }) ?? 0,
        value('graphql_operation_errors_total', { operation, kind: 'refused' }) ?? 0,
      ]
    }
    const [others = 0, refused = 0] = await shown('other')
    expect(refused).toBe(1)
    await system.graphql(registeredDocument('Me'), { token })
    for (const name of ['One', 'Two']) {
      await system.graphql(`query ${name} { me { displayName } }`, { token })
    }
    await system.graphql('query Three { quest(id: "quest_0") { title } }', { token })
    expect(await shown('Me')).toEqual([1, 0])
    expect(await shown('other')).toEqual([others + 3, refused + 1])
    expect(await shown('One')).toEqual([0, 0])
  })
})

describe('METRICS_PORT', () => {
  let system: TestSystem
  let own: string
  beforeAll(async () => {
    const [port] = await freePorts(1)
    system = await startTestSystem({ settings: { METRICS_PORT: String(port) } })
    own = `http://127.0.0.1:${port}`
    await use(system)
  })
  afterAll(() => system.stop())

  test('METRICS_PORT serves the metrics of all servers of the process, and nothing else', async () => {
    const { samples } = await scrape(own)
    const requests = samples.filter(({ name }) => name === 'database_role')
    expect(new Set(requests.map(({ labels }) => labels.service))).toEqual(
      new Set(subgraphs.map(({ name }) => name)),
    )
    for (const path of ['/', '/graphql', '/healthz']) {
      expect((await fetch(own + path)).status, path).toBe(404)
    }
    const posted = await fetch(`${own}/metrics`, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([404, 'GET, HEAD'])
  })

  test('the lines of each metric stand together', async () => {
    const { text } = await scrape(own)
    const heads = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!)
    expect(heads).toEqual([...new Set(heads)])
    const readings = text.split('\n\n').map(readScrape)
    for (const { samples } of readings) {
      expect(
        new Set(samples.map(({ name }) => name.replace(/_(bucket|sum|count)$/, ''))).size,
      ).toBeLessThan(2)
    }
  })

  test('the other ports serve no metrics', async () => {
    for (const name of SERVERS) {
      expect((await fetch(`${system.address(name)}/metrics`)).status, name).toBe(404)
    }
  })
})
