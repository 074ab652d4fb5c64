// A process that is stopped answers the requests that it has accepted, and shuts its database down cleanly.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { stableId } from '#foundation/domain/ids.ts'
import { CLEANLY, installStartedBefore, type Installation } from '#test/installation.ts'
import { startLoad, type Load, type LoadRequest } from './support/load.ts'
import { TIMEOUT, PROCESS_TEST_MS, type Program } from '#test/process.ts'

const timeout = PROCESS_TEST_MS
const LOOPS = 20

let home: Installation
let program: Program
/** The process of the next test, whose start also shows that the previous stop was clean. */
let restarted: Program | undefined
beforeAll(async () => {
  home = await installStartedBefore({
    DEMO: '1',
    LOG_LEVEL: 'info',
    RATE_LIMIT_FREE: 'off',
    RATE_LIMIT_AUTHENTICATED: 'off',
    RATE_LIMIT_PARTNER: 'off',
  })
}, timeout)
beforeEach(async () => {
  program = restarted ?? (await home.start(['main.ts']))
  restarted = undefined
}, timeout)
afterAll(() => home.remove())

describe('under load, every accepted request has its full response', { timeout }, () => {
  test.each<[string, () => void | Promise<void>]>([
    ['SIGTERM', () => program.send('SIGTERM')],
    ['SIGHUP, as of a terminal that is closed', () => program.sendToGroup('SIGHUP')],
    ['Ctrl-C that npm passes on once more', pressAndPassOn],
  ])('every accepted request has its full response after %s', async (_name, askToEnd) => {
    const load = startLoad(
      (await requests()).map((one) => () => one),
      LOOPS,
    )
    await vi.waitUntil(() => load.outcomes.length > 5 * LOOPS, TIMEOUT)
    expect(load.inFlight()).toBe(LOOPS)
    await askToEnd()
    const ending = await program.ended()
    await load.refused

    expect(ending).toEqual(CLEANLY)
    expectNothingCut(load)
    await expectCleanDatabase()
  })
})

describe('a process that is stopped', { timeout }, () => {
  test('a process stops in time even if clients never finish their requests', async () => {
    await Promise.all(['router', 'identity', 'path'].map(sendHalfARequest))
    program.send('SIGTERM')
    expect(await program.ended()).toEqual(CLEANLY)
    await expectCleanDatabase()
  })

  test('a second signal after a while stops the process at once', async () => {
    await sendHalfARequest('router')
    program.send('SIGTERM')
    await program.says(/"stopping"/)
    const insist = setInterval(() => program.sendToGroup('SIGTERM'), 100)
    const { code } = await program.ended()
    clearInterval(insist)
    expect(code).toBe(1)
  })
})

test('a process whose output is closed keeps running, and stops cleanly', { timeout }, async () => {
  program.send('SIGTERM')
  await program.ended()
  // /dev/full refuses each line, like a closed terminal.
  const env = { ...process.env, ...home.settings, SERVICE_SECRET: 'x'.repeat(32) }
  const args = ['-c', 'exec "$0" router/main.ts > /dev/full', process.execPath]
  const deaf = spawn('sh', args, { env, stdio: 'ignore' })
  onTestFinished(() => void deaf.kill('SIGKILL'))
  const ended = once(deaf, 'close')
  const isReady = async () => (await fetch(`${home.address('router')}/readyz`)).ok
  await vi.waitUntil(() => isReady().catch(() => false), TIMEOUT)
  expect(await isReady()).toBe(true)
  deaf.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

/** GraphQL at the router, a REST list at two addresses, and completions, of all the demo people. */
async function requests(): Promise<LoadRequest[]> {
  const query = '{ me { xp completedQuests { nodes { title } } } quests { nodes { id title } } }'
  const quests = ['morning-log', 'lend-a-hand', 'market-walk', 'night-watch', 'guard-the-archive']
  const people = ['ada', 'grace', 'alan', 'edsger', 'barbara']
  const tokens = await Promise.all(people.map((name) => home.token(stableId('identity', name))))
  const json = { 'content-type': 'application/json' }
  return tokens.flatMap((token, index): LoadRequest[] => [
    [
      `${home.address('router')}/graphql`,
      { method: 'POST', token, headers: json, body: JSON.stringify({ query }) },
    ],
    [`${home.address('path')}/api/quests?page=1&limit=5`, { token }],
    [`${home.address('router')}/api/quests`, { token }],
    ...quests.map((_, turn): LoadRequest => {
      const id = stableId('quest', quests[(turn + index) % quests.length]!)
      return [`${home.address('path')}/api/quests/${id}/complete`, { method: 'POST', token }]
    }),
  ])
}

async function pressAndPassOn(): Promise<void> {
  program.sendToGroup('SIGINT')
  await program.says(/"stopping"/)
  program.send('SIGINT')
}

/**
 * A client sees every response that the server has begun. (A request sent at the moment in which its
 * idle connection closes is lost: RFC 9112 section 9.5 leaves that to the client.)
 */
function expectNothingCut({ outcomes }: Load): void {
  const accepted = new Map(requestLines().map((line) => [line.requestId, line.status]))
  // Only the load counts: the process also fetches keys and revoked grants from itself, and may give that up.
  for (const { id, status, failure } of outcomes) {
    expect(accepted.get(id), id).not.toBe('aborted')
    if (status !== undefined) expect(status, id).toBeLessThan(500)
    else expect(accepted.has(id), `${id}: ${failure}`).toBe(false)
  }
}

function requestLines(): { requestId: string; status: unknown }[] {
  const lines = program.output().split('\n')
  const parsed = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; requestId: string; status: unknown })
  return parsed.filter(({ msg }) => msg === 'request')
}

/** The log of PostgreSQL has a clean shutdown, and the next start recovers nothing. */
async function expectCleanDatabase(): Promise<void> {
  const file = join(home.dataDir, 'postgres.log')
  expect(await readFile(file, 'utf8')).toMatch(/database system is shut down\n$/)
  restarted = await home.start(['main.ts'])
  expect(await readFile(file, 'utf8')).not.toMatch(/not properly shut down|interrupted|recovery/)
}

/** Sends the headers of a request and, once the server waits for the body, none of it. */
async function sendHalfARequest(name: string): Promise<void> {
  const { hostname, port } = new URL(home.address(name))
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const headers = [
    'Host: localhost',
    `Authorization: Bearer ${await home.token(stableId('identity', 'ada'))}`,
    'Content-Type: application/json',
    'Content-Length: 100',
    'Expect: 100-continue',
  ]
  socket.write(`POST /graphql HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(response.toString()).toMatch(/^HTTP\/1\.1 100 Continue/)
}
