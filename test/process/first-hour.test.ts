// The first hour of an operator: the commands of docs/operations/first-hour.md, run in production mode on an
// empty database. Requests replace the guide's steps in a browser.
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import { install, type Installation } from '#test/installation.ts'
import { PASSWORD } from '#test/oauth.ts'
import { TIMEOUT, PROCESS_TEST_MS, runShell } from '#test/process.ts'
import { createUserAgent } from '#test/user-agent.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const timeout = 2 * PROCESS_TEST_MS
const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

interface Shape {
  name: string
  /** Starts all of it. */
  start: () => Promise<{ home: Installation; drop: () => Promise<void> }>
}

const SHAPES: Shape[] = [
  { name: 'in one process', start: startOneProcess },
  { name: 'with eight services in two processes', start: startTwoProcesses },
]

async function startOneProcess() {
  const home = await install({ NODE_ENV: 'production', LOG_LEVEL: 'warn' })
  const program = await home.start(['main.ts'])
  expect(program.output(), 'people of the demo').not.toMatch(/grace|demo/i)
  return { home, drop: () => Promise.resolve() }
}

/** Identity and Market call each other in the process, and the others over HTTP. */
async function startTwoProcesses() {
  const database = await emptyDatabase()
  const home = await install({
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret of this test alone (32+)',
  })
  await Promise.all([
    home.start(['subgraphs/main.ts'], { SERVICES: 'market,identity' }),
    home.start(['subgraphs/main.ts'], { SERVICES: 'path,learn,guild,governance,realm,scroll' }),
    home.start(['router/main.ts']),
  ])
  return { home, drop: () => database.drop() }
}

describe.each(SHAPES)('the first hour, $name', ({ start }) => {
  let home: Installation
  let drop: () => Promise<void>

  beforeAll(async () => {
    ;({ home, drop } = await start())
  }, timeout)

  afterAll(async () => {
    await home.remove()
    await drop()
  })

  async function signUp(username: string, userAgent = createUserAgent()): Promise<void> {
    const page = await userAgent.open(`${home.address('identity')}/sign-up`)
    const about = { displayName: username, house: 'Tide', archetype: 'Keeper', password: PASSWORD }
    const account = await userAgent.submit(page, '/sign-up', { username, ...about })
    expect(account.status, String(account.body)).toBe(200)
  }

  async function graphql(token: string, query: string) {
    const { body } = await home.ask('router', '/graphql', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    expect(body.errors).toBeUndefined()
    return body.data
  }

  /** The browser's address once the person who has signed up there has allowed the app. */
  async function allowedAt(address: string, username: string): Promise<string> {
    const userAgent = createUserAgent()
    await signUp(username, userAgent)
    const consent = await userAgent.open(address)
    const { location } = await userAgent.submit(consent, '/consent', { decision: 'allow' })
    return location!
  }

  test(
    'a person reaches level 2 by a pack, and buys an asset',
    async () => {
      const guide = await openGuide(home)
      onTestFinished(() => guide.close())
      expect(guide.blocks[0]).toBe('npm ci\nexport NODE_ENV=production\nnpm start\n')
      const [, setting, administrator, pack, app, redeem, quests, purchase, books, ...more] =
        guide.blocks as [string, string, string, string, string, string, string, string, string]
      expect(more).toEqual([])

      await guide.run(setting)
      await signUp('olga')
      await guide.run(administrator)
      expect(await guide.run(pack)).toMatch(/path: 6 added\n/)
      expect(await guide.run('npm run -s content -- apply content/mine\n')).toContain(
        'Nothing has changed.',
      )
      await expectSchemas(join(guide.folder, 'content', 'mine'))

      const [address = ''] = /^http:.*$/m.exec(await guide.run(app)) ?? []
      const [, code = ''] = /code=([^&]*)&/.exec(await allowedAt(address, 'newcomer')) ?? []
      await guide.run(redeem.replace('paste-it-here', code))
      const token = (await guide.run('echo "$TOKEN"\n')).trim()
      expect(await guide.results(quests)).toMatchObject([
        { newXP: 60 },
        { newXP: 120, newLevel: 2 },
      ])
      await vi.waitUntil(async () => {
        const { me } = await graphql(token, '{ me { gold } }')
        return me.gold === 30
      }, TIMEOUT)
      expect(await guide.results(purchase)).toMatchObject([
        { data: { price: 20, goldBalance: 10 } },
      ])
      const kinds = ['purchase', 'grant', 'grant'].map((kind) => ({ kind }))
      expect(await guide.results(books)).toMatchObject([
        { data: { treasury: { balance: -10 }, transactions: { nodes: kinds } } },
      ])
    },
    timeout,
  )
})

interface Guide {
  /** The copy of the project's folder. */
  folder: string
  /** The shell commands of the guide, one text for each block. */
  blocks: string[]
  /** Runs commands in the guide's shell, and returns their output. */
  run: (block: string) => Promise<string>
  /** Runs commands in the guide's shell, and returns the JSON documents in their output. */
  results: (block: string) => Promise<unknown[]>
  close: () => Promise<void>
}

/** The guide's commands for the ports of an installation, in one shell that stays. */
async function openGuide(home: Installation): Promise<Guide> {
  const folder = await checkOut()
  const { NODE_ENV: _mode, ...settings } = home.settings
  const shell = runShell({ ...settings, npm_config_update_notifier: 'false' }, folder)
  shell.type(`trap 'echo "--- failed: $BASH_COMMAND"' ERR\n`)
  let runs = 0
  const run = async (block: string) => {
    const from = shell.output().length
    const script = join(folder, `block-${(runs += 1)}.sh`)
    await writeFile(script, block)
    // Commands must not read the shell's input.
    shell.type(`. ${script} < /dev/null; echo "--- end ${runs}"\n`)
    await shell.says(new RegExp(`^--- end ${runs}$`, 'm'))
    const [output = ''] = shell.output().slice(from).split(`--- end ${runs}`)
    expect(output).not.toContain('--- failed')
    return output
  }
  return {
    folder,
    blocks: shellBlocks(home),
    run,
    results: async (block) =>
      (await run(block)).match(/^\{.*\}$/gm)?.map((line) => JSON.parse(line) as unknown) ?? [],
    async close() {
      shell.send('SIGKILL')
      await shell.ended()
      await rm(folder, { recursive: true })
    },
  }
}

/** The blocks of the section, with the addresses of this installation's services. */
function shellBlocks({ address }: Installation): string[] {
  const page = readFileSync(join(PROJECT, 'docs', 'operations', 'first-hour.md'), 'utf8')
  const [, section = ''] = /^# The first hour\n([^]*?)^## /m.exec(page) ?? []
  const blocks = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block)
  const services = [{ name: 'router', port: 4000 }, ...subgraphs]
  return blocks.map((block) =>
    services.reduce(
      (text, { name, port }) => text.replaceAll(`localhost:${port}`, new URL(address(name)).host),
      block,
    ),
  )
}

/** A copy of the project's folder in which the guide may write. */
async function checkOut(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ecosystem-guide-'))
  const link = async (inside: string, except: string) => {
    await mkdir(join(folder, inside), { recursive: true })
    const names = (await readdir(join(PROJECT, inside))).filter((name) => name !== except)
    for (const name of names) {
      await symlink(join(PROJECT, inside, name), join(folder, inside, name))
    }
  }
  await link('.', 'content')
  await link('content', 'starter')
  const starter = join('content', 'starter')
  await cp(join(PROJECT, starter), join(folder, starter), { recursive: true })
  return folder
}

/** Editors find the JSON Schema relative to the files. */
async function expectSchemas(folder: string): Promise<void> {
  const files = await readdir(folder)
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) {
    const [, reference = ''] =
      /\$schema=(\S+)/.exec(await readFile(join(folder, file), 'utf8')) ?? []
    expect(JSON.parse(await readFile(join(folder, reference), 'utf8'))).toHaveProperty('properties')
  }
}
