// A restore to the moment before a mistake: what comes back, what lives again, and what the operator ends.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Kysely } from '#foundation/database/database.ts'
import { openTables } from '#test/database.ts'
import { send } from '#test/http.ts'
import { CLEANLY, install, type Installation } from '#test/installation.ts'
import { askOAuth, refresh, registerApp, type App, type Tokens } from '#test/oauth.ts'
import { TIMEOUT, type Program } from '#test/process.ts'
import type { World } from '#test/story.ts'
import type { UserAgent } from '#test/user-agent.ts'
import { addMember, signIn } from '../support/members.ts'
import { startArchivedPostgres, type ArchivedPostgres } from './support/archived-postgres.ts'

let postgres: ArchivedPostgres
let home: Installation
let program: Program
let app: App
const handles = new Map<string, Kysely<never>>()
const world: World = {
  tables: <Tables>(service: string) =>
    handles.getOrInsertComputed(service, () =>
      openTables<never>(postgres, service),
    ) as unknown as Kysely<Tables>,
}

/** What people and clients have in hand when the mistake happens. */
const kept: { ada?: Tokens; grace?: Tokens; revoked?: Tokens; late?: Tokens } = {}
let cursor: string | undefined
const browsers: { ada?: UserAgent; late?: UserAgent } = {}

beforeAll(async () => {
  postgres = await startArchivedPostgres()
  const limits = { RATE_LIMIT_FREE: 'off', RATE_LIMIT_AUTHENTICATED: 'off' }
  const settings = { NODE_ENV: 'production', LOG_LEVEL: 'warn', TRUST_PROXY: 'loopback' }
  home = await install({ ...settings, ...limits })
  program = await home.start(['main.ts'], { DATABASE_URL: postgres.url })
  app = await registerApp(world)
  for (const name of ['ada', 'grace']) await addMember(world, name)
})

afterAll(async () => {
  await home?.remove()
  await Promise.all([...handles.values()].map((handle) => handle.destroy()))
  await postgres?.[Symbol.asyncDispose]()
})

test('a database restored to a moment has what was acknowledged before it, and nothing later', async () => {
  await liveBefore()
  await postgres.follow('Back up')
  await untilNextSecond()
  await publish(kept.ada!, 'after the backup')
  const moment = await postgres.query('select clock_timestamp()::text')
  await liveAfter()
  await postgres.query('delete from scroll.scrolls')
  await archive()
  await stop()

  const { folder, port } = postgres.restored
  const settings = { RESTORED: folder, RESTORED_PORT: String(port), MOMENT: moment as string }
  await postgres.follow('Restore to a moment', settings)
  await postgres.follow('Start the restored server', settings)
  await start()
  expect(await titles(kept.grace!)).toEqual(['after the backup', 'before the backup'])
})

test('access tokens from after the moment stay valid, and refresh tokens from after it do not', async () => {
  expect(await statusOf(kept.late!)).toBe(200)
  for (const tokens of [kept.late!, kept.ada!]) {
    const { status, body } = await refresh(home, app, tokens.refresh_token)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  }
  expect(await accountOf(browsers.late!)).toBe(303)
})

test('a token that was revoked after the moment lives again', async () => {
  expect(await statusOf(kept.revoked!)).toBe(200)
})

test('a subscriber with a cursor from after the moment is told that events are missing', async () => {
  const { body } = await events(kept.grace!, cursor)
  expect(body.gap, JSON.stringify(body)).toBe(true)
})

test('the operator ends all sessions and tokens, and people sign in again', async () => {
  expect(await accountOf(browsers.ada!)).toBe(200)
  await stop()
  const { url } = postgres.restored
  await postgres.follow('End all sessions and grants', { DATABASE_URL: url })
  const command = ['subgraphs/identity/commands/signing-key-command.ts', 'rotate', '--now']
  const rotating = home.run(command, { DATABASE_URL: url })
  expect(await rotating.ended(), rotating.output()).toEqual(CLEANLY)
  await start()
  for (const tokens of [kept.ada!, kept.grace!, kept.revoked!, kept.late!]) {
    await expect.poll(() => statusOf(tokens), TIMEOUT).toBe(401)
    expect((await refresh(home, app, tokens.refresh_token)).status).toBe(400)
  }
  expect(await accountOf(browsers.ada!)).toBe(303)
  const again = await signIn(home, app, 'ada')
  await expect.poll(() => statusOf(again.tokens), TIMEOUT).toBe(200)
})

/** pgBackRest knows the end of a backup to the second, and restores to later ones. */
async function untilNextSecond(): Promise<void> {
  const second = () => postgres.query('select floor(extract(epoch from clock_timestamp()))::text')
  const before = Number(await second())
  await expect.poll(async () => Number(await second()), TIMEOUT).toBeGreaterThan(before)
}

/** Without a change from after the moment in the archive, a restored server does not start. */
async function archive(): Promise<void> {
  const file = await postgres.query('select pg_walfile_name(pg_switch_wal())')
  const isArchived = () =>
    postgres.query(`select last_archived_wal >= '${String(file)}' from pg_stat_archiver`)
  await expect.poll(isArchived, TIMEOUT).toBe(true)
}

async function liveBefore(): Promise<void> {
  const ada = await signIn(home, app, 'ada')
  browsers.ada = ada.browser
  kept.ada = ada.tokens
  kept.grace = (await signIn(home, app, 'grace')).tokens
  kept.revoked = (await signIn(home, app, 'grace')).tokens
  await publish(kept.ada, 'before the backup')
}

async function liveAfter(): Promise<void> {
  const { body } = await events(kept.grace!)
  await publish(kept.ada!, 'after the moment')
  kept.ada = (await refresh(home, app, kept.ada!.refresh_token)).body as Tokens
  // With its successor in use, the earlier token is over.
  kept.ada = (await refresh(home, app, kept.ada.refresh_token)).body as Tokens
  const late = await signIn(home, app, 'grace')
  browsers.late = late.browser
  kept.late = late.tokens
  const { status } = await askOAuth(home, app, { token: kept.revoked!.access_token }, 'revoke')
  expect(status).toBe(200)
  await expect.poll(() => statusOf(kept.revoked!), TIMEOUT).toBe(401)
  await expect.poll(async () => (cursor = await cursorAfter(body.next)), TIMEOUT).toBeDefined()
}

/** The cursor after the next event, once it has its position. */
async function cursorAfter(earlier: string): Promise<string | undefined> {
  const { body } = await events(kept.grace!, earlier)
  return body.events.length > 0 ? (body.next as string) : undefined
}

function events({ access_token: token }: Tokens, after?: string) {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
  return home.ask('scroll', `/api/events${query}`, { token })
}

async function publish({ access_token: token }: Tokens, title: string): Promise<void> {
  const { status, body } = await home.ask('scroll', '/api/scrolls', {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title, content: 'We had one stove.', visibility: 'public' }),
  })
  expect(status, JSON.stringify(body)).toBe(201)
}

async function titles({ access_token: token }: Tokens): Promise<string[]> {
  const { body } = await home.ask('scroll', '/api/scrolls', { token })
  return body.scrolls.map(({ title }: { title: string }) => title)
}

async function statusOf({ access_token: token }: Tokens): Promise<number> {
  return (await send(`${home.address('identity')}/api/me`, { token })).status
}

async function accountOf(browser: UserAgent): Promise<number> {
  return (await browser.get(`${home.address('identity')}/account`)).status
}

async function start(): Promise<void> {
  program = await home.start(['main.ts'], { DATABASE_URL: postgres.restored.url })
}

async function stop(): Promise<void> {
  program.send('SIGTERM')
  expect(await program.ended()).toEqual(CLEANLY)
}
