// Clients that disconnect in the middle of a request: the log has the request line, and no error.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stableId } from '#foundation/domain/ids.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { install, type Installation } from '#test/installation.ts'
import { PROCESS_TEST_MS, TIMEOUT, type Program } from '#test/process.ts'

const timeout = PROCESS_TEST_MS
const LOCKED = 'path.quests, identity.identities, identity.clients'

type Shape = 'one process' | 'apart'

let database: TestDatabase
let superuser: Client
let home: Installation
let programs: Program[]
let token: string

async function start(shape: Shape): Promise<void> {
  database = await cloneDatabase()
  superuser = new Client({ connectionString: database.url })
  await superuser.connect()
  home = await install({
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret that only these tests know',
    RATE_LIMIT_FREE: 'off',
    RATE_LIMIT_AUTHENTICATED: 'off',
  })
  const services = ['identity', 'path', 'scroll'].map((name) => ['subgraphs/main.ts', name])
  const commands = shape === 'apart' ? [...services, ['router/main.ts']] : [['main.ts']]
  programs = []
  for (const command of commands) programs.push(await home.start(command))
  token = await home.token(stableId('identity', 'ada'))
  await superuser.query(`insert into scroll.scrolls
      (id, title, content, author_id, author, house, settlement_weight, visibility, created_at)
    select 'scroll_' || n, 'A Scroll', repeat('x', 50000), '${stableId('identity', 'ada')}', 'Ada',
      'Aether', 1, 'public', now() from generate_series(1, 100) as scroll (n)`)
}

async function stop(): Promise<void> {
  await home.remove()
  await superuser.end()
  await database.drop()
}

interface Request {
  at: string
  path: string
  method?: string
  type?: string
  body?: string
}

const JSON_TYPE = 'application/json'
const post = (at: string, query: string): Request => ({
  at,
  path: '/graphql',
  method: 'POST',
  type: JSON_TYPE,
  body: JSON.stringify({ query }),
})
const QUESTS = '{ quests { nodes { id } totalCount } }'
const LARGE = '{ scrolls(first: 100) { nodes { content } } }'
const TOKEN_REQUEST = 'grant_type=client_credentials&client_id=client_x&client_secret=secret'

const REQUESTS: Record<string, Request> = {
  'a query at the router': post('router', QUESTS),
  'a query of several services': post('router', '{ quests { totalCount } me { id username } }'),
  'a query at a service': post('path', QUESTS),
  'a mutation': post('router', 'mutation { updateProfile(input: { bio: "x" }) { bio } }'),
  'a REST list': { at: 'path', path: '/api/quests?page=1' },
  'a REST change': {
    at: 'identity',
    path: '/api/me',
    method: 'PATCH',
    type: JSON_TYPE,
    body: '{"bio":"x"}',
  },
  'an OAuth request': {
    at: 'identity',
    path: '/api/oauth/token',
    method: 'POST',
    type: 'application/x-www-form-urlencoded',
    body: TOKEN_REQUEST,
  },
  'a page': { at: 'identity', path: '/api/oauth/authorize?response_type=code&client_id=client_x' },
}
const WITH_BODY = Object.entries(REQUESTS).filter(([, { body }]) => body !== undefined)

let sent = 0

/** Sends a request, without the end of its body if it is to be cut. */
async function begin(request: Request, { cut = false } = {}) {
  const { at, path, method = 'GET', type, body = '' } = request
  const socket = connect(Number(new URL(home.address(at)).port), 'localhost')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const requestId = `departure-${(sent += 1)}`
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `X-Request-Id: ${requestId}`,
    ...(path.startsWith('/api/oauth') ? [] : [`Authorization: Bearer ${token}`]),
    ...(type ? [`Content-Type: ${type}`, `Content-Length: ${body.length}`] : []),
  ]
  const whole = `${head.join('\r\n')}\r\n\r\n${body}`
  socket.write(cut ? whole.slice(0, -5) : whole)
  return { socket, requestId }
}

interface LogLine {
  level: number
  msg: string
  status?: string
  requestId?: string
}

function linesOf(requestId: string): LogLine[] {
  const lines = programs.flatMap((program) => program.output().split('\n').slice(0, -1))
  const parsed = lines.filter((line) => line.startsWith('{')).map((l) => JSON.parse(l) as LogLine)
  return parsed.filter((line) => line.requestId === requestId)
}

const endOf = (requestId: string) => linesOf(requestId).find(({ msg }) => msg === 'request')

/** Expects the end of the request in the log, and nothing else above `info`. */
async function expectQuiet(requestId: string, statuses = ['aborted']): Promise<void> {
  await expect.poll(() => endOf(requestId), TIMEOUT).toBeDefined()
  // Work after the disconnect has ended, too.
  expect((await home.ask('router', '/readyz')).status).toBe(200)
  expect(linesOf(requestId).filter(({ level }) => level > 30)).toEqual([])
  expect(statuses).toContain(endOf(requestId)!.status)
}

async function leave(socket: Socket): Promise<void> {
  socket.destroy()
  await once(socket, 'close')
}

async function sessionsWaiting(): Promise<number | null> {
  // Within a transaction, PostgreSQL shows the sessions of the first look again and again.
  await superuser.query('select pg_stat_clear_snapshot()')
  const { rowCount } = await superuser.query(
    `select from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rowCount
}

describe.each<Shape>(['one process', 'apart'])('in the shape "%s"', { timeout }, (shape) => {
  beforeAll(() => start(shape), timeout)
  afterAll(stop)

  test.each(Object.entries(REQUESTS))(
    'a client that disconnects while the database works for %s is no error',
    async (_, request) => {
      await superuser.query(`begin; lock table ${LOCKED} in access exclusive mode`)
      const { socket, requestId } = await begin(request)
      await expect.poll(sessionsWaiting, TIMEOUT).toBeGreaterThan(0)
      await leave(socket)
      await expect.poll(() => endOf(requestId), TIMEOUT).toBeDefined()
      await superuser.query('rollback')
      await expect.poll(sessionsWaiting, TIMEOUT).toBe(0)
      await expectQuiet(requestId)
    },
  )

  test.each(WITH_BODY)(
    'a client that disconnects within the body of %s is no error',
    async (_, request) => {
      const { socket, requestId } = await begin(request, { cut: true })
      await expect
        .poll(() => socket.bytesWritten > 0 && socket.writableLength === 0, TIMEOUT)
        .toBe(true)
      await leave(socket)
      await expectQuiet(requestId)
    },
  )

  test.each<[string, Request]>([
    ['a query', post('router', LARGE)],
    ['a REST list', { at: 'scroll', path: '/api/scrolls' }],
  ])(
    'a client that disconnects while the response to %s is sent is no error',
    async (_, request) => {
      const { socket, requestId } = await begin(request)
      await once(socket, 'data')
      await leave(socket)
      // The operating system may have buffered the whole response.
      await expectQuiet(requestId, ['aborted', '200'])
    },
  )

  test('a client that disconnects while its query waits for room is no error, and no lack of room', async () => {
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin(post('router', LARGE))))
    await Promise.race(begun.map(({ socket }) => once(socket, 'data')))
    await Promise.all(begun.map(({ socket }) => leave(socket)))
    for (const { requestId } of begun) await expectQuiet(requestId, ['aborted', '200'])
    for (const name of ['router', 'scroll']) {
      const { body } = await home.ask(name, '/metrics')
      expect(/^answers_without_room_total\S* (\d+)/m.exec(String(body))?.[1], name).toBe('0')
    }
  })

  test('the log has no unexpected error', () => {
    for (const program of programs) expect(program.output()).not.toMatch(/^\{"level":[56]0,/m)
  })
})
