// A process that is asked to stop says so to balancers first, and serves what they still send.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { CLEANLY, install, type Installation } from '#test/installation.ts'
import { PROCESS_TEST_MS, TIMEOUT, type Program } from '#test/process.ts'

const timeout = PROCESS_TEST_MS

let database: TestDatabase
let home: Installation
beforeAll(async () => {
  database = await cloneDatabase()
  home = await install({
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret of these tests alone (32)',
    SHUTDOWN_DELAY_SECONDS: '4',
  })
})
afterAll(async () => {
  await home.remove()
  await database.drop()
})

const PROGRAMS = [
  { name: 'everything in one process', args: ['main.ts'], server: 'router' },
  { name: 'a service', args: ['subgraphs/main.ts', 'scroll'], server: 'scroll' },
  { name: 'a router', args: ['router/main.ts'], server: 'router' },
]

const statusOf = async (server: string, path: string) => (await home.ask(server, path)).status

test.each(PROGRAMS)(
  '$name is not ready after a signal, and serves until the delay is over',
  { timeout },
  async ({ args, server }) => {
    const program = await home.start(args)
    expect(await statusOf(server, '/readyz')).toBe(200)

    program.send('SIGTERM')
    await expect.poll(() => statusOf(server, '/readyz'), TIMEOUT).toBe(503)
    const { status, headers } = await home.ask(server, '/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('connection')).toBe('close')
    expect(await program.ended()).toEqual(CLEANLY)
    expect(linesOf(program)).toEqual(['stops later', '/openapi.json', 'stopping'])
  },
)

test('an uncaught exception waits for nobody', { timeout }, async () => {
  const throws = `process.on('SIGUSR2', () => { throw new Error('broken') })`
  const preload = `--import=data:text/javascript,${encodeURIComponent(throws)}`
  const program = await home.start([preload, 'subgraphs/main.ts', 'scroll'])
  program.send('SIGUSR2')
  expect(await program.ended()).toEqual({ code: 1, signal: null })
  expect(program.output()).toContain('"uncaught exception"')
  expect(program.output()).not.toContain('stops later')
})

/** The steps of the end, in the order of the log. */
function linesOf(program: Program): string[] {
  const steps = /stops later|"path":"(\/openapi\.json)"|"(stopping)"/g
  return [...program.output().matchAll(steps)].map(([text, path, end]) => path ?? end ?? text)
}
