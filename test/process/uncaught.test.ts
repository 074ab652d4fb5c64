// Defects: an unhandled rejection ends no process; an uncaught exception drains and ends it.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { CLEANLY, install, installStartedBefore, type Installation } from '#test/installation.ts'
import { PROCESS_TEST_MS, type Program } from '#test/process.ts'

const timeout = PROCESS_TEST_MS

/** Defects that a signal triggers: modules that Node runs before the program. */
const preload = (source: string) => `--import=data:text/javascript,${encodeURIComponent(source)}`
const REJECTS = preload(`process.on('SIGUSR2', () => { Promise.reject(new Error('lost')) })`)
const THROWS = preload(`process.on('SIGUSR2', () => { throw new Error('broken') })`)
/** The program asks for signals before it begins to start. */
const whenStarting = (defect: string) =>
  preload(`process.on('newListener', (event) => {
    if (event === 'SIGTERM') process.nextTick(() => { ${defect} })
  })`)

let home: Installation
afterEach(() => home.remove())

interface Line {
  level: number
  msg: string
  err?: { message: string }
}

function fatalLines(program: Program): [msg: string, message: string | undefined][] {
  const lines = program.output().split('\n')
  const json = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line)
  return json.filter(({ level }) => level === 60).map(({ msg, err }) => [msg, err?.message])
}

async function rejectionsCounted(name: string): Promise<string | undefined> {
  const { body } = await home.ask(name, '/metrics')
  return /^unhandled_rejections_total\{.*\} (\d+)$/m.exec(body as string)?.[1]
}

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

/** The processes of services and of the router have the same handlers, but a service starts in half the time. */
async function startRealm(...flags: string[]): Promise<Program> {
  const DATABASE_URL = database.url
  home = await install({ DATABASE_URL, SERVICE_SECRET: 'x'.repeat(32), LOG_LEVEL: 'info' })
  return home.start([...flags, 'subgraphs/main.ts', 'realm'])
}

describe('a rejection that nobody handles', { timeout }, () => {
  // `throw` is Node's default.
  test.each([undefined, 'strict', 'warn', 'none'])(
    'an unhandled rejection is logged and counted, and the process continues (--unhandled-rejections=%s)',
    async (mode) => {
      const flags = mode === undefined ? [] : [`--unhandled-rejections=${mode}`]
      const realm = await startRealm(REJECTS, ...flags)
      expect(await rejectionsCounted('realm')).toBe('0')
      for (const count of ['1', '2']) {
        realm.send('SIGUSR2')
        await expect.poll(() => rejectionsCounted('realm')).toBe(count)
      }
      const reported = ['unhandled rejection', 'lost']
      expect(fatalLines(realm)).toEqual([reported, reported])
      realm.send('SIGTERM')
      expect(await realm.ended()).toEqual(CLEANLY)
    },
  )

  test('an unhandled rejection during the start is logged as well', async () => {
    const realm = await startRealm(whenStarting(`Promise.reject(new Error('lost early'))`))
    await expect.poll(() => fatalLines(realm)).toEqual([['unhandled rejection', 'lost early']])
    await expect.poll(() => rejectionsCounted('realm')).toBe('1')
    realm.send('SIGTERM')
    expect(await realm.ended()).toEqual(CLEANLY)
  })

  test('an unhandled rejection is counted at every port of one process', async () => {
    home = await install({ DATABASE_URL: database.url, DEMO: '0', LOG_LEVEL: 'warn' })
    const system = await home.start([REJECTS, 'main.ts'])
    system.send('SIGUSR2')
    for (const name of ['router', 'identity', 'scroll']) {
      await expect.poll(() => rejectionsCounted(name)).toBe('1')
    }
    expect(fatalLines(system)).toEqual([['unhandled rejection', 'lost']])
    system.send('SIGTERM')
    expect(await system.ended()).toEqual(CLEANLY)
  })
})

describe('an exception that nobody catches', { timeout }, () => {
  const BROKEN = { ...CLEANLY, code: 1 }

  test('an uncaught exception ends the process with 1, and its embedded database too', async () => {
    home = await installStartedBefore({ LOG_LEVEL: 'info' })
    const system = await home.start([THROWS, 'main.ts'])
    system.send('SIGUSR2')
    expect(await system.ended()).toEqual(BROKEN)
    expect(fatalLines(system)).toEqual([['uncaught exception', 'broken']])
    expect(await readFile(join(home.dataDir, 'postgres.log'), 'utf8')).toMatch(
      /database system is shut down\s*$/,
    )
  })

  test('accepted requests have responses before an uncaught exception ends the process', async () => {
    const realm = await startRealm(THROWS)
    const finish = await beginRequest()
    realm.send('SIGUSR2')
    await realm.says(/"stopping"/)
    expect(await finish()).toMatch(/^HTTP\/1\.1 401 /)
    expect(await realm.ended()).toEqual(BROKEN)
  })

  test('an uncaught exception during a drain lets the drain finish with 1', async () => {
    const realm = await startRealm(THROWS)
    const finish = await beginRequest()
    realm.send('SIGTERM')
    await realm.says(/"stopping"/)
    realm.send('SIGUSR2')
    await realm.says(/"uncaught exception"/)
    expect(await finish()).toMatch(/^HTTP\/1\.1 401 /)
    expect(await realm.ended()).toEqual(BROKEN)
  })

  test('an uncaught exception during the start is reported as the cause of its failure', async () => {
    home = await install({ SERVICE_SECRET: 'x'.repeat(32) })
    const router = home.run([whenStarting(`throw new Error('broken early')`), 'router/main.ts'])
    expect((await router.ended()).code).toBe(1)
    expect(fatalLines(router)).toEqual([['uncaught exception', 'broken early']])
    expect(router.output()).toMatch(/^broken early$/m)
  })
})

/** Sends a request up to the last byte of its body; `finish` sends that, and reads the response. */
async function beginRequest(): Promise<() => Promise<string>> {
  const { hostname, port } = new URL(home.address('realm'))
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let response = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (response += chunk))
  await once(socket, 'connect')
  const body = JSON.stringify({ query: '{ me { id } }' })
  const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}`
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${body.slice(0, -1)}`,
  )
  // Uses another connection: after its response, the server has seen the first request.
  await home.ask('realm', '/healthz')
  return async () => {
    socket.write(body.slice(-1))
    await once(socket, 'close')
    return response
  }
}
