// A service without its database says so, asks for a retry, and continues once the database is back.
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#foundation/postgres/embedded.ts'
import { testLog } from '#test/caller.ts'
import type { TestResponse } from '#test/http.ts'
import { install, type Installation } from '#test/installation.ts'
import { PROCESS_TEST_MS, TIMEOUT, type Program } from '#test/process.ts'

const WITHIN = { ...TIMEOUT, interval: 100 }
const ROLE = 'postgres://app:a-password'

let folder: string
let home: Installation
let program: Program
let postgres: EmbeddedPostgres | undefined
/** Connects as a superuser, for whom no limit of connections counts. */
let superuser: Client
let token: string

async function startPostgres(): Promise<void> {
  postgres = await startEmbeddedPostgres({ dataDir: folder, log: testLog, durable: false })
  superuser = new Client({ connectionString: postgres.url })
  superuser.on('error', () => undefined)
  await superuser.connect()
}

async function stopPostgres(): Promise<void> {
  // It may hold a lock that must last until the server stops.
  await postgres?.stop()
  await superuser.end()
  postgres = undefined
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-database-'))
  await chmod(folder, 0o755)
  await startPostgres()
  await superuser.query(`create role app login password 'a-password'`)
  await superuser.query('grant create on database ecosystem to app')
  const { host } = new URL(postgres!.url)
  home = await install({ DATABASE_URL: `${ROLE}@${host}/ecosystem`, RATE_LIMIT_FREE: 'off' })
  program = await home.start(['main.ts'])
  token = await home.token('identity_nobody')
}, PROCESS_TEST_MS)

afterAll(async () => {
  await home.remove()
  if (postgres) await stopPostgres()
  await removeEmbeddedPostgres(folder)
  await rm(folder, { recursive: true })
})

interface LogLine {
  level: number
  msg: string
  requestId?: string
}

/** The complaints about a request, once it has ended, besides its own line. */
async function expectLogged(requestId: unknown, messages: string[]): Promise<void> {
  const ofRequest = () => {
    const lines = program.output().split('\n').slice(0, -1)
    const parsed = lines.filter((line) => line.startsWith('{')).map((l) => JSON.parse(l) as LogLine)
    return parsed.filter((line) => line.requestId === requestId)
  }
  await expect.poll(() => ofRequest().some(({ msg }) => msg === 'request'), WITHIN).toBe(true)
  const complaints = ofRequest().filter(({ level, msg }) => level > 30 && msg !== 'request')
  expect(complaints.map(({ msg }) => msg)).toEqual(messages)
}

/** An outage has lines of its own, and requests add none. */
const NOTHING: string[] = []

const quests = () => home.ask('path', '/api/quests', { token })
const graphql = (at: string, query: string) =>
  home.ask(at, '/graphql', {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })

const outage = (service: string) => ({
  code: 'INTERNAL_ERROR',
  details: { service, retry: true, requestId: expect.any(String) as string },
})

async function expectOutage({ status, body, headers }: TestResponse): Promise<void> {
  expect({ status, body }).toEqual({
    status: 500,
    body: {
      success: false,
      error: { ...outage('path'), message: 'The path service does not answer.' },
    },
  })
  const id = headers.get('x-request-id')
  expect(body.error.details.requestId).toBe(id)
  await expectLogged(id, NOTHING)
}

async function expectRecovery(): Promise<void> {
  await expect.poll(async () => (await quests()).status, WITHIN).toBe(200)
  await expect.poll(async () => (await home.ask('path', '/readyz')).status, WITHIN).toBe(200)
}

/** Requests quests while their table is locked, and waits until the statement waits for it. */
async function askBehindALock(): Promise<{ response: Promise<TestResponse> }> {
  await superuser.query('begin; lock table path.quests in access exclusive mode')
  const response = quests()
  const isWaiting = async () => {
    // Within a transaction, PostgreSQL shows the sessions of the first look again and again.
    await superuser.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await superuser.query(`select from pg_stat_activity where ${WAITS}`)
    return rowCount
  }
  await expect.poll(isWaiting, WITHIN).toBeGreaterThan(0)
  return { response }
}

const WAITS = `usename = 'app' and wait_event_type = 'Lock'`

describe('while the database is away', { timeout: PROCESS_TEST_MS }, () => {
  beforeAll(async () => {
    expect((await quests()).status).toBe(200)
    await stopPostgres()
  })

  test('REST asks for a retry, and names the request', async () => {
    await expectOutage(await quests())
  })

  test('GraphQL asks for a retry at each field', async () => {
    const query = '{ a: quests { totalCount } b: quests { totalCount } }'
    for (const at of ['path', 'router']) {
      const { status, body, headers } = await graphql(at, query)
      expect(status).toBe(200)
      expect(body.data).toEqual({ a: null, b: null })
      expect(body.errors.map((error: { extensions: unknown }) => error.extensions)).toEqual([
        outage('path'),
        outage('path'),
      ])
      await expectLogged(headers.get('x-request-id'), NOTHING)
    }
  })

  test('one request to several services has one error for each', async () => {
    const { body, headers } = await graphql(
      'router',
      '{ quests { totalCount } courses { totalCount } organizations { totalCount } }',
    )
    expect(body.errors).toHaveLength(3)
    await expectLogged(headers.get('x-request-id'), NOTHING)
  })

  test('the OAuth endpoints respond in their own form', async () => {
    const { status, body, headers } = await home.ask('identity', '/api/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'client_some',
        client_secret: 'a secret',
      }),
    })
    const id = headers.get('x-request-id')
    expect({ status, body }).toEqual({
      status: 500,
      body: {
        error: 'server_error',
        error_description: `The identity service does not answer. Request ${id}.`,
      },
    })
    await expectLogged(id, NOTHING)
  })

  test('a page says that something went wrong, without a cause', async () => {
    const { status, body, headers } = await home.ask(
      'identity',
      '/api/oauth/authorize?client_id=client_some&response_type=code',
    )
    expect(status).toBe(500)
    expect(body).toContain('The identity service does not answer.')
    expect(body).not.toContain('ECONNREFUSED')
    await expectLogged(headers.get('x-request-id'), NOTHING)
  })

  test('a service is healthy, but not ready', async () => {
    expect((await home.ask('path', '/readyz')).status).toBe(503)
    expect((await home.ask('path', '/healthz')).status).toBe(200)
  })

  test('a port that never responds counts as away before the request times out', async () => {
    const { port } = new URL(home.settings.DATABASE_URL!)
    const sockets = new Set<{ destroy(): void }>()
    const silent = createServer((socket) => sockets.add(socket)).listen(Number(port), '127.0.0.1')
    await once(silent, 'listening')
    await expectOutage(await quests())
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  test('requests succeed again once the database is back', async () => {
    await startPostgres()
    await expectRecovery()
  })

  test('the log has one line for the start of the outage and one for its end', async () => {
    const count = (message: string) => program.output().split(message).length - 1
    await expect.poll(() => count('a database answers again'), WITHIN).toBe(1)
    expect(count('a database does not answer')).toBe(1)
  })
})

describe('a statement', { timeout: PROCESS_TEST_MS }, () => {
  afterEach(() => superuser.query('rollback'))

  test('a statement whose session is terminated asks for a retry', async () => {
    const { response } = await askBehindALock()
    await superuser.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${WAITS}`)
    await expectOutage(await response)
    await superuser.query('rollback')
    await expectRecovery()
  })

  test('a statement under way when the server stops asks for a retry', async () => {
    const { response } = await askBehindALock()
    await stopPostgres()
    await expectOutage(await response)
    await startPostgres()
    await expectRecovery()
  })

  test('a statement without a free connection asks for a retry', async () => {
    await superuser.query('alter role app connection limit 0')
    await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'`,
    )
    await expect.poll(async () => (await quests()).status, WITHIN).toBe(500)
    await expectOutage(await quests())
    await superuser.query('alter role app connection limit -1')
    await expectRecovery()
  })

  test('a statement that waits too long for a lock asks for a retry, everywhere', async () => {
    const { response } = await askBehindALock()
    const routed = graphql('router', '{ quests { nodes { id } } }')
    const { status, body, headers } = await response
    const busy = { ...outage('path'), message: 'The path service is busy.' }
    expect({ status, body }).toEqual({ status: 500, body: { success: false, error: busy } })
    await expectLogged(headers.get('x-request-id'), ['a database gave up on a statement'])
    expect((await routed).body.errors).toMatchObject([{ extensions: outage('path') }])
    await superuser.query('rollback')
    await expectRecovery()
  })
})
