// The output at a terminal, and in a pipe.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPrinter } from '#foundation/telemetry/log/printed-log.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { CLEANLY, install, installStartedBefore, type Installation } from '#test/installation.ts'
import { PROCESS_TEST_MS, runInTerminal, type Program } from '#test/process.ts'

const timeout = PROCESS_TEST_MS
const CTRL_C = '\u{3}'
// oxlint-disable-next-line no-control-regex
const COLORS = /\u001b\[\d+m/g
const JSON_LINE = /^\{"level"/m

let database: TestDatabase
let home: Installation
/** A service alone starts in a second. */
let alone: Record<string, string>
beforeAll(async () => {
  database = await cloneDatabase()
  home = await install({ SERVICE_SECRET: 'a secret of these tests alone (32)' })
  alone = { ...home.settings, DATABASE_URL: database.url }
})
afterAll(async () => {
  await home.remove()
  await database.drop()
})

/** A warning without a stack, from a service that starts before the ID service. */
const NO_IDENTITY = /cannot fetch revoked grants/

/** Its own request for the keys, which is answered before or after it says that it is ready. */
const OWN_POLL = /^\[\d\d:\d\d:\d\d\] INFO: identity: GET \/\.well-known\/jwks\.json 200, \d+ ms\n/m

/** Of an embedded PostgreSQL that is not patched. It is printed before or after the screen. */
const HOLES = /^\[\d\d:\d\d:\d\d\] WARN: ecosystem: PostgreSQL [\d.]+ has known security holes.*\n/m

const SCROLL = ['subgraphs/main.ts', 'scroll']
const textOf = (program: Program) =>
  program.output().replaceAll(COLORS, '').replaceAll('\r\n', '\n')

/** Sends a request, and waits for its log line. */
async function askedForNothing(program: Program, line: RegExp): Promise<void> {
  await program.says(/^Ready\./m)
  await home.ask('scroll', '/nothing')
  await program.says(line)
}

test('npm start prints what it does, and how it ends', { timeout }, async () => {
  const started = await installStartedBefore()
  const program = runInTerminal(['main.ts'], started.settings)
  await program.says(/^Ready\./m)
  const [before] = textOf(program).split('Ready.')
  expect(before!.replace(OWN_POLL, '').replace(HOLES, ''), 'before it is ready').toBe('\n')
  await started.ask('path', '/api/quests')
  await program.says(/path: GET \/api\/quests 401/)
  program.type(CTRL_C)
  expect(await program.ended()).toEqual(CLEANLY)
  expect(textOf(program)).toMatch(/\[\d\d:\d\d:\d\d\] INFO: ecosystem: stopping$/m)
  expect(textOf(program)).not.toMatch(JSON_LINE)
  await started.remove()
})

test('a service by itself prints text at a terminal too', { timeout }, async () => {
  const program = runInTerminal(SCROLL, alone)
  await askedForNothing(program, /scroll: GET \/nothing 404, \d+ ms/)
  await program.says(NO_IDENTITY)
  expect(textOf(program)).not.toMatch(/^ +at /m)
  expect(program.output()).toMatch(COLORS)
  expect(textOf(program)).not.toMatch(JSON_LINE)
  program.type(CTRL_C)
  expect(await program.ended()).toEqual(CLEANLY)
})

test('production prints JSON at a terminal', { timeout }, async () => {
  const program = runInTerminal(SCROLL, { ...alone, NODE_ENV: 'production' })
  await askedForNothing(program, /^\{"level":30,.*"path":"\/nothing"/m)
  program.type(CTRL_C)
  expect(await program.ended()).toEqual(CLEANLY)
})

test('output to a pipe is JSON, line by line', { timeout }, async () => {
  const program = home.run(SCROLL, { DATABASE_URL: database.url })
  await askedForNothing(program, /"path":"\/nothing"/)
  await program.says(NO_IDENTITY)
  program.send('SIGTERM')
  expect(await program.ended()).toEqual(CLEANLY)
  const [ready, ...lines] = program.output().trimEnd().split('\n')
  expect(ready).toMatch(/^Ready\. Scroll Service http/)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ name: 'scroll' })
  expect(program.output(), 'no stack for a service that is not up yet').not.toContain('"stack"')
})

test('closing the terminal ends its programs', { timeout }, async () => {
  const program = runInTerminal(SCROLL, alone)
  await program.says(/^Ready\./m)
  program.send('SIGKILL')
  const isThere = () =>
    fetch(`${home.address('scroll')}/healthz`).then(
      () => true,
      () => false,
    )
  await expect.poll(isThere).toBe(false)
})

test('an error is printed in full, without control characters of the caller', () => {
  const print = loadPrinter()
  const about = { level: 50, time: 0, name: 'ecosystem', service: 'path' }
  const err = { type: 'Error', message: 'It broke.', stack: 'Error: It broke.\n    at a/file.ts:1' }
  const text = print(JSON.stringify({ ...about, err, msg: 'unexpected error' }))
  expect(text).toContain('path: unexpected error')
  expect(text).toContain('at a/file.ts:1')
  const wild = print(JSON.stringify({ ...about, level: 30, msg: 'a\u{1b}[2Jb\u{9b}31mc\u{7}' }))
  expect(wild.replaceAll(COLORS, '')).toContain('path: a\u{fffd}[2Jb\u{fffd}31mc\u{fffd}')
})
