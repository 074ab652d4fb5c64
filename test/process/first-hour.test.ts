// The first hour of an operator, as docs/operations.md tells it: production, an empty database, and nothing
// but commands, pages and the documented interface.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { emptyDatabase } from '#test/database.ts'
import type { Sent } from '#test/http.ts'
import { install, type Installation } from '#test/installation.ts'
import { askOAuth, obtainTokens, PASSWORD, type App } from '#test/oauth.ts'
import { PATIENCE, PROCESS_TEST_MS } from '#test/process.ts'
import { createVisitor } from '#test/visitor.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const timeout = 2 * PROCESS_TEST_MS
const CALLBACK = 'http://localhost:8080/callback'

const { scripts } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { scripts: Record<string, string> }

interface Shape {
  name: string
  /** Starts all of it. */
  start: () => Promise<{ home: Installation; drop: () => Promise<void> }>
}

const SHAPES: Shape[] = [
  { name: 'in one process', start: startOneProcess },
  { name: 'with services apart', start: startApart },
]

async function startOneProcess() {
  const home = await install({ NODE_ENV: 'production', LOG_LEVEL: 'warn' })
  await home.start(['main.ts'])
  return { home, drop: () => Promise.resolve() }
}

async function startApart() {
  const database = await emptyDatabase()
  const home = await install({
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret of this test alone, 32+',
  })
  const programs = subgraphs.map(({ name }) => ['subgraphs/main.ts', name])
  await Promise.all([...programs, ['router/main.ts']].map((args) => home.start(args)))
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

  /** Runs a command as npm does, and gives what it printed. */
  async function command(name: string, ...args: string[]): Promise<string> {
    const [, ...script] = scripts[name]!.split(' ')
    const program = home.run([...script, ...args])
    expect(await program.ended(), program.output()).toMatchObject({ code: 0 })
    return program.output()
  }

  async function register(name: string, ...options: string[]): Promise<App> {
    const printed = await command(
      'client',
      'register',
      '--name',
      name,
      '--confidential',
      ...options,
    )
    const [, id = ''] = /^id (\S+)$/m.exec(printed) ?? []
    const [, secret = ''] = /^secret (\S+)$/m.exec(printed) ?? []
    return { id, secret, redirectUri: CALLBACK }
  }

  async function signUp(username: string): Promise<void> {
    const visitor = createVisitor()
    const page = await visitor.open(`${home.address('identity')}/sign-up`)
    const about = { displayName: username, house: 'Tide', archetype: 'Keeper', password: PASSWORD }
    const account = await visitor.submit(page, '/sign-up', { username, ...about })
    expect(account.status, String(account.body)).toBe(200)
  }

  async function rest(service: string, path: string, sent: Sent) {
    const { status, body } = await home.ask(service, `/api${path}`, sent)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
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

  const post = (token: string): Sent => ({
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

  test(
    'a pack is applied, a person reaches level 2 by its quests and buys an asset',
    async () => {
      await signUp('olga')
      await command('administrator', 'add', 'olga')
      expect(await command('content', 'validate', 'content/starter')).toContain('content/starter')
      await command('content', 'apply', 'content/starter', '--dry-run')
      await command('content', 'apply', 'content/starter')
      expect(await command('content', 'apply', 'content/starter')).toContain('Nothing has changed.')

      await signUp('newcomer')
      const app = await register('First app', '--redirect-uri', CALLBACK)
      const { access_token: token } = await obtainTokens(home, app, { username: 'newcomer' })
      const { quests } = await rest('path', '/quests', { token })
      const story = quests.filter(({ type }: { type: string }) => type === 'story').slice(-2)
      expect(story.map(({ title }: { title: string }) => title)).toEqual([
        'Introduce Yourself',
        'Look Around',
      ])
      for (const { id } of story) await rest('path', `/quests/${id}/complete`, post(token))
      expect(await rest('identity', '/claims', { token })).toMatchObject({ level: 2, xp: 120 })

      await vi.waitUntil(async () => {
        const { me } = await graphql(token, '{ me { gold } }')
        return me.gold === 30
      }, PATIENCE)
      const { assets } = await rest('market', '/assets', { token })
      const lantern = assets.find(({ name }: { name: string }) => name === 'Storm Lantern')
      const bought = await rest('market', `/listings/${lantern.listing.id}/purchase`, post(token))
      expect(bought.data).toMatchObject({ price: 20, goldBalance: 10 })

      const office = await register('Back office', '--scope', 'identity admin')
      const { body } = await askOAuth(home, office, {
        grant_type: 'client_credentials',
        scope: 'identity admin',
      })
      const books = '{ treasury { balance } transactions(first: 5) { nodes { kind reason } } }'
      const { treasury, transactions } = await graphql(body.access_token as string, books)
      expect(treasury.balance).toBe(-10)
      expect(transactions.nodes.map(({ kind }: { kind: string }) => kind)).toEqual([
        'purchase',
        'grant',
        'grant',
      ])
    },
    timeout,
  )
})
