// The containers of docker-compose.yml without Docker: each as a process at a loopback address of its
// own, with its published port on localhost, and a person in a real browser on the host.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect, type Server } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { closePages, startBrowser } from '#test/browser.ts'
import {
  composeProcesses,
  inDatabase,
  withDefaults,
  type ComposeService,
} from '../support/compose.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { send } from '#test/http.ts'
import { startApp, type LoopbackApp } from '#test/loopback-app.ts'
import { freePorts } from '#test/ports.ts'
import { TIMEOUT, runNode, type Program } from '#test/process.ts'
import type { TestSystem } from '#test/system.ts'
import { startValkey, type Valkey } from '../support/valkey.ts'

const PASSWORD = 'a lamp in the harbour'
const ID = 'http://localhost:7000'
const ROUTER = 'http://localhost:4000'

/** 127.0.0.1 is the host; the addresses after it are the containers. */
const addresses = Object.fromEntries(
  composeProcesses.map(([name], index) => [name, `127.0.0.${index + 2}`]),
)

let database: TestDatabase
let valkey: Valkey
let folder: string
let identities: Kysely<never>
let browser: Browser
let app: LoopbackApp
const programs: Program[] = []
const published: Server[] = []

beforeAll(async () => {
  const [valkeyPort] = await freePorts(1)
  database = await cloneDatabase()
  valkey = await startValkey(valkeyPort!)
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-containers-'))
  for (const [name, service] of composeProcesses) {
    programs.push(startContainer(name, service))
    published.push(...(await Promise.all(service.ports!.map((port) => publish(name, port)))))
  }
  await Promise.all(programs.map((program) => program.says(/^Ready\./m)))
  identities = openDatabase(database.url, 'identity', createLog('silent', 'test'))
  app = await startApp({ address: () => ID, tables: () => identities } as unknown as TestSystem)
  browser = await startBrowser()
}, 2 * TIMEOUT.timeout)

afterAll(async () => {
  await closePages(browser)
  app.stop()
  for (const server of published) server.close()
  for (const program of programs) program.send('SIGTERM')
  await Promise.all(programs.map((program) => program.ended()))
  await identities.destroy()
  await valkey.stop()
  await database.drop()
  await rm(folder, { recursive: true })
})

function startContainer(name: string, { command, environment }: ComposeService): Program {
  const settings = Object.entries(environment).map(([key, value]) => [
    key,
    inDatabase(withDefaults(value), database.url),
  ])
  const names = { ...addresses, localhost: addresses[name]! }
  return runNode(command!.slice(1), {
    ...Object.fromEntries(settings),
    // A container listens on its own network card; here, on an address.
    HOST: addresses[name],
    VALKEY_URL: valkey.url,
    DATA_DIR: join(folder, name),
    NODE_OPTIONS: `--import ${new URL('../support/container-names.ts', import.meta.url).href}`,
    CONTAINER_ADDRESSES: JSON.stringify(names),
  })
}

/** Publishes a port of a container on the host, as `127.0.0.1:7000:7000` says. */
async function publish(name: string, ports: string): Promise<Server> {
  const [host, outside, inside] = ports.split(':')
  const server = createServer((socket) => {
    const container = connect(Number(inside), addresses[name])
    container.on('error', () => socket.destroy())
    socket.on('error', () => container.destroy())
    socket.pipe(container).pipe(socket)
  })
  server.listen(Number(outside), host)
  await once(server, 'listening')
  return server
}

test('a person on the host signs up and allows an app, whose token is valid everywhere', async () => {
  const page = await browser.newPage()
  await page.goto(`${ID}/account`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Display name').fill('Ada Lovelace')
  await page.getByLabel('Tide').check()
  await page.getByLabel('Archetype').selectOption('Keeper')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
  expect(page.url()).toBe(`${ID}/account`)

  await page.goto(app.url)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('Welcome to Harbour').waitFor()
  const token = app.tokens!.access_token

  const { body } = await send(`${ROUTER}/graphql`, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ me { displayName gold } quests { totalCount } }' }),
  })
  expect(body).toEqual({
    data: { me: { displayName: 'Ada Lovelace', gold: 0 }, quests: { totalCount: 0 } },
  })
  expect((await send('http://localhost:3003/api/quests', { token })).status).toBe(200)
})

test('somebody with an account signs in with their password, and signs out', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${ID}/sign-in`)
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  expect(new URL(page.url()).origin).toBe(ID)
})

test('the OpenAPI documents name the addresses that the host can reach', async () => {
  const { body } = await send('http://localhost:3003/openapi.json')
  expect(body.servers[0].url).toBe('http://localhost:3003')
})
