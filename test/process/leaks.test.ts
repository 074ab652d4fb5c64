// Secrets are nowhere in clear: not in the database's files, its log, the output of the process, its traces or metrics.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLEANLY, install, type Installation } from '#test/installation.ts'
import { PROCESS_TEST_MS, type Program } from '#test/process.ts'
import { scrape } from '#test/scrape.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { startOtlpReceiver, type OtlpReceiver } from '../telemetry/otlp-receiver.ts'
import { findSecrets, type StoredFile } from './support/kept-secrets.ts'
import { useSecrets } from './support/secret-story.ts'

/** What the ready screen says, once, about the password of the demo people, which everybody knows. */
const WELCOME = 'Sign in as grace with demo-password.'
/** The keys themselves, and the database's own login. */
const STORED_IN_CLEAR = ['signing-keys.json', 'identity-secret', 'postgres.json']

let home: Installation
let program: Program
let collector: OtlpReceiver

beforeAll(async () => {
  const unlimited = { RATE_LIMIT_FREE: 'off', RATE_LIMIT_AUTHENTICATED: 'off' }
  collector = await startOtlpReceiver()
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, SLOW_STATEMENT_MS: '1' }
  home = await install({ LOG_LEVEL: 'trace', DEMO: '1', ...traced, ...unlimited })
  program = await home.start(['main.ts'])
}, PROCESS_TEST_MS)
afterAll(async () => {
  await home.remove()
  await collector[Symbol.asyncDispose]()
})

test(
  '57 · Neither the data folder, the logs, the traces nor the metrics contain a secret, errors included (storage)',
  { timeout: PROCESS_TEST_MS },
  async () => {
    await useSecrets(home)
    const servers = ['router', ...subgraphs.map(({ name }) => name)]
    const scraped = await Promise.all(servers.map((name) => scrape(home.address(name))))
    const metrics = Buffer.from(scraped.map(({ text }) => text).join('\n'))
    program.send('SIGTERM')
    expect(await program.ended()).toEqual(CLEANLY)
    expect(collector.spans.length).toBeGreaterThan(1_000)
    for (const text of ['margaret', 'Margaret Hamilton', '127.0.0.1']) {
      expect(telemetrySent().includes(text), text).toBe(false)
      expect(metrics.includes(text), text).toBe(false)
    }
    expect(program.output()).toContain('slow statement')
    const places = [...(await everyPlace()), { name: '/metrics', content: metrics }]
    const printed = places.find(({ name }) => name === 'postgres.log')!.content.toString()
    expect(printed, 'PostgreSQL told of the errors').toMatch(/ERROR: .*violates check constraint/)
    expect(findSecrets(places)).toEqual([])
  },
)

/** Everything that the collector got, as it was sent. */
function telemetrySent(): Buffer {
  return Buffer.concat(collector.requests.map(({ body }) => body))
}

async function everyPlace(): Promise<StoredFile[]> {
  const entries = await readdir(home.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !STORED_IN_CLEAR.includes(entry.name))
  const places = files.map(async ({ name, parentPath }): Promise<StoredFile> => {
    const path = join(parentPath, name)
    return { name: relative(home.dataDir, path), content: await readFile(path) }
  })
  const output = program.output()
  expect(output).toContain(WELCOME)
  return [
    ...(await Promise.all(places)),
    { name: 'the output', content: Buffer.from(output.replace(WELCOME, '')) },
    { name: 'what was sent by OTLP', content: telemetrySent() },
  ]
}
