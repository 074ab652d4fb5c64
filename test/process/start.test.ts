// Starts: what a process prints once it is ready, and the sentence with which it refuses to start.
import { createServer } from 'node:net'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLEANLY, install, installStartedBefore, type Installation } from '#test/installation.ts'
import { expectNoUnusedPackage, PRINTS_PACKAGES } from './support/loaded-packages.ts'
import { PROCESS_TEST_MS, type Program } from '#test/process.ts'
import { programTurns, type ProgramTurns, type Turn } from '#test/program-turns.ts'
import { DEMO_PASSWORD } from '../../subgraphs/identity/demo.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const timeout = PROCESS_TEST_MS
/** The environment of a developer who has a database at work behind a proxy, both unreachable. */
const SHELL = {
  PGHOST: '127.0.0.1',
  PGPORT: '9',
  PGUSER: 'somebody',
  PGPASSWORD: 'another one',
  PGDATABASE: 'elsewhere',
  PGSSLMODE: 'require',
  PGSSLNEGOTIATION: 'direct',
  PGOPTIONS: '-c nothing=true',
  PGAPPNAME: 'psql',
  PGTZ: 'Mars/Olympus',
  TZ: 'Mars/Olympus',
  LC_ALL: 'nowhere',
  HTTP_PROXY: 'http://ada:hunter2@127.0.0.1:9',
  NODE_USE_ENV_PROXY: '1',
}
let home: Installation

describe('npm start', { timeout }, () => {
  beforeAll(async () => {
    home = await install({ LOG_LEVEL: 'warn' })
  }, timeout)
  afterAll(() => home.remove())

  test('the first start and the next one print every URL, and each URL responds', async () => {
    const first = await home.start(['main.ts'], SHELL)
    expect(first.output()).toMatch(/^Demo data was added\./m)
    await expectEveryAddress(first)
    first.send('SIGTERM')
    expect(await first.ended()).toEqual(CLEANLY)

    const second = await home.start([PRINTS_PACKAGES, 'main.ts'])
    expect(second.output()).not.toContain('Demo data')
    for (const program of [first, second]) await expectScreen(program)
    await expectEveryAddress(second)
    second.send('SIGTERM')
    expect(await second.ended()).toEqual(CLEANLY)
    expectNoUnusedPackage(second)
  })
})

// The three refusals come before the one start that all the tests after them use.
describe('npm start in the data folder of an earlier start', { timeout }, () => {
  let system: Program
  let turns: ProgramTurns
  beforeAll(async () => {
    home = await installStartedBefore({ LOG_LEVEL: 'warn' })
    turns = programTurns(home)
  }, timeout)
  afterAll(() => home.remove())

  test('production does not start with demo people, whose password everybody knows', async () => {
    const turn = await turns.run(['main.ts'], { NODE_ENV: 'production' })
    expectSentence(turn, /contains demo people, clients or keys.*`NODE_ENV= npm run reset`/)
  })

  test.each(['ROUTER_PORT', 'PATH_PORT'])('a taken %s is named in a sentence', async (setting) => {
    const port = Number(home.settings[setting])
    const squatter = createServer().listen(port, '127.0.0.1')
    await once(squatter, 'listening')
    expectSentence(await turns.run(['main.ts']), new RegExp(`^${setting}: ${port} is in use`, 'm'))
    squatter.close()
  })

  test('the system starts after refused starts, whatever the environment contains', async () => {
    system = await home.start(['main.ts'], SHELL)
    await system.says(/"proxy":"http:\/\/127\.0\.0\.1:9\/"/)
    expect(system.output()).not.toContain('hunter2')
  })

  test('the token command returns a valid token of a demo person, whatever the environment contains', async () => {
    const command = home.run(
      ['subgraphs/identity/commands/token-command.ts', '--username', 'grace'],
      SHELL,
    )
    expect(await command.ended()).toMatchObject({ code: 0 })
    const list = ['subgraphs/identity/commands/client-command.ts', 'list']
    expect(await home.run(list, SHELL).ended()).toMatchObject({ code: 0 })
    const { status, body } = await home.ask('identity', '/api/me', {
      token: command.output().trim(),
    })
    expect(status).toBe(200)
    expect(body.data.username).toBe('grace')
    const unknown = home.run([
      'subgraphs/identity/commands/token-command.ts',
      '--username',
      'nobody',
    ])
    expect(await unknown.ended()).toMatchObject({ code: 1 })
    expect(unknown.output()).toContain('nobody of that name has the demo password')
    expect(system.output()).not.toContain('hunter2')
  })

  test('a second process in the same data folder says that it is already running', async () => {
    await expectRefusal(home.run(['main.ts']), /already running/)
    expect((await home.ask('router', '/readyz')).status).toBe(200)
  })
})

const service = { DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' }
const usage =
  'Usage: node subgraphs/main.ts <service>, or SERVICES=<service>,<service> node subgraphs/main.ts. ' +
  `Services: ${subgraphs.map(({ name }) => name).join(', ')}.`

describe('an unusable file or setting is reported in a sentence', { timeout }, () => {
  let turns: ProgramTurns
  beforeAll(async () => {
    home = await install({ LOG_LEVEL: 'warn' })
    turns = programTurns(home)
  }, timeout)
  afterAll(() => home.remove())

  test.each([
    [
      'main.ts',
      { ROUTER_PORT: 'abc' },
      'ROUTER_PORT is "abc", but must be a number from 1 to 65535.',
    ],
    [
      'router/main.ts',
      { ROUTER_ENGINE: 'stock' },
      'ROUTER_ENGINE is "stock", but must be one of native, worker, apollo.',
    ],
    ['main.ts', { DEMO: '1', NODE_ENV: 'production' }, 'DEMO must be 0 in production'],
    ['main.ts --reset', { NODE_ENV: 'production' }, 'npm run reset is disabled in production.'],
    ['subgraphs/main.ts path', service, 'SERVICE_SECRET must be set'],
    ['subgraphs/main.ts path', {}, 'set DATABASE_URL or PATH_DATABASE_URL.'],
    ['main.ts bogus', {}, "Unexpected argument 'bogus'"],
    ['main.ts --resett', {}, "Unknown option '--resett'"],
    ['subgraphs/main.ts paht', {}, usage],
    ['subgraphs/main.ts path more', {}, usage],
    ['subgraphs/main.ts', { ...service, SERVICES: 'identity,paht' }, usage],
    [
      'subgraphs/main.ts',
      { SERVICES: 'learn,path', PATH_DATABASE_URL: service.DATABASE_URL },
      'Learn Service needs a database: set DATABASE_URL or LEARN_DATABASE_URL.',
    ],
    [
      'subgraphs/main.ts',
      {
        ...service,
        SERVICE_SECRET: 'a secret of these tests alone (32)',
        SERVICES: 'path,learn',
        PATH_PORT: '3005',
        LEARN_PORT: '3005',
      },
      'PATH_PORT and LEARN_PORT are both 3005: give each its own port.',
    ],
    ['router/main.ts', {}, 'SERVICE_SECRET must be set'],
    [
      'router/main.ts --supergraph nowhere.graphql',
      {},
      '--supergraph: cannot read nowhere.graphql',
    ],
    ['router/main.ts --supergraph package.json', {}, 'The router over package.json did not'],
    ['router/main.ts --supergarph x', {}, "Unknown option '--supergarph'"],
  ])('node %s with %o fails with a sentence', async (args, settings, sentence) => {
    expectSentence(await turns.run(args.split(' '), settings), new RegExp(RegExp.escape(sentence)))
  })
})

/** One screen of a terminal, whose commands are there and whose example person can sign in. */
async function expectScreen(program: Program): Promise<void> {
  const screen = /^Ready\.[^]*^ +npm run .*/m.exec(program.output())![0].split('\n')
  expect(screen.length).toBeLessThan(24)
  expect(Math.max(...screen.map((line) => line.length))).toBeLessThanOrEqual(80)
  const [, username, password] = /^Sign in as (\w+) with (\S+)\./m.exec(screen.join('\n'))!
  expect([username, password]).toEqual(['grace', DEMO_PASSWORD])
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: object }
  const commands = screen.flatMap((line) => /^  npm run (?:-s )?(\S+)/.exec(line)?.[1] ?? [])
  expect(commands).toHaveLength(3)
  for (const command of commands) expect(scripts).toHaveProperty(command)
}

async function expectEveryAddress(program: Program): Promise<void> {
  const lines = [
    `GraphQL +${home.address('router')}/graphql`,
    `Accounts +${home.address('identity')}/account`,
    ...subgraphs.map(({ name, title }) => `${title} +${home.address(name)}`),
  ]
  for (const line of lines) expect(program.output()).toMatch(new RegExp(`^ +${line}`, 'm'))
  for (const name of ['router', ...subgraphs.map((subgraph) => subgraph.name)]) {
    expect((await home.ask(name, '/readyz')).body, name).toEqual({ status: 'ready' })
  }
}

async function expectRefusal(program: Program, sentence: RegExp): Promise<void> {
  const { code } = await program.ended()
  expectSentence({ code, output: program.output() }, sentence)
}

function expectSentence({ code, output }: Turn, sentence: RegExp): void {
  expect(output).toMatch(sentence)
  expect(output, 'no stack trace').not.toMatch(/^\s+at /m)
  expect(code).toBe(1)
}
