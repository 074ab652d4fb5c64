// What a running process tells its operator: traces that it sends until its end, and a log whose level changes.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { CLEANLY, install, type Installation } from '#test/installation.ts'
import { packagesOf, PRINTS_PACKAGES } from './support/loaded-packages.ts'
import { startOtlpReceiver, type OtlpReceiver } from '../telemetry/otlp-receiver.ts'
import { PROCESS_TEST_MS, type Program } from '#test/process.ts'

const timeout = PROCESS_TEST_MS
/** A level of 20 is debug. */
const PEER_REQUEST = /"level":20,.*"path":"\/graphql".*"fromService":true/
/** Every program starts and ends its telemetry in the same way, and a service alone starts in half the time. */
const PATH = ['subgraphs/main.ts', 'path']

let database: TestDatabase
let common: Record<string, string>
beforeAll(async () => {
  database = await cloneDatabase()
  common = { DATABASE_URL: database.url, DEMO: '0', SERVICE_SECRET: 'x'.repeat(32) }
})
afterAll(() => database.drop())

describe('a traced process', { timeout }, () => {
  let home: Installation
  let collector: OtlpReceiver
  let program: Program
  beforeAll(async () => {
    collector = await startOtlpReceiver()
    home = await install({
      ...common,
      LOG_LEVEL: 'warn',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_SERVICE_NAME: 'ecosystem-of-the-test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      // Longer than the test: only the end of the process sends what is left.
      OTEL_BSP_SCHEDULE_DELAY: '3600000',
    })
    program = await home.start([PRINTS_PACKAGES, 'main.ts'])
  }, timeout)
  afterAll(async () => {
    await home.remove()
    await collector[Symbol.asyncDispose]()
  })

  test('SIGUSR2 switches the log to the level debug, for its services, too, and back', async () => {
    expect(program.output()).not.toMatch(PEER_REQUEST)
    program.send('SIGUSR2')
    await program.says(/"logLevel":"debug","msg":"the log level has changed"/)
    await program.says(PEER_REQUEST)
    program.send('SIGUSR2')
    await program.says(/"logLevel":"warn","msg":"the log level has changed"/)
  })

  test('the process sends its last spans at its end, under the names of the standard variables', async () => {
    await home.ask('path', '/api/quests')
    program.send('SIGTERM')
    expect(await program.ended()).toEqual(CLEANLY)
    const span = collector.spans.find(({ name }) => name === 'GET /api/quests')
    expect(span).toMatchObject({
      attributes: { 'ecosystem.service': 'path', 'http.response.status_code': 401 },
      resource: {
        'service.name': 'ecosystem-of-the-test',
        'deployment.environment.name': 'test',
      },
    })
    expect(packagesOf(program)).toContain('@opentelemetry/sdk-trace-base')
  })
})

test('without its collector, a process serves, logs the reason and ends', { timeout }, async () => {
  const home = await install({
    ...common,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
  })
  try {
    const program = await home.start(PATH)
    await home.ask('path', '/api/quests')
    await program.says(/"reason":"ECONNREFUSED".*traces are not sent, or not all of them/)
    expect((await home.ask('path', '/readyz')).status).toBe(200)
    program.send('SIGTERM')
    expect(await program.ended()).toEqual(CLEANLY)
  } finally {
    await home.remove()
  }
})

test(
  'a collector whose responses do not end keeps no process from its end',
  { timeout },
  async () => {
    await using resources = new AsyncDisposableStack()
    const collector = createServer((_req, res) => res.writeHead(200).flushHeaders())
    collector.listen(0, '127.0.0.1')
    await once(collector, 'listening')
    resources.defer(() => {
      collector.closeAllConnections()
      collector.close()
    })
    const { port } = collector.address() as AddressInfo
    const home = await install({
      ...common,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      // Longer than the process may take to stop.
      OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
    })
    resources.defer(() => home.remove())
    const program = await home.start(PATH)
    await home.ask('path', '/api/quests')
    program.send('SIGTERM')
    expect(await program.ended()).toEqual(CLEANLY)
  },
)
