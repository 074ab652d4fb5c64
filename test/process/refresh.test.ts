// Refreshing while Identity is killed: a lost answer is not a theft, and makes no second session.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { redeemNewGrant } from '#test/grant-story.ts'
import { install, type Installation } from '#test/installation.ts'
import { PROCESS_TEST_MS, type Program } from '#test/process.ts'
import { addPerson } from '#test/story.ts'
import { asCommand } from '../../subgraphs/identity/command.ts'
import { registerClient } from '../../subgraphs/identity/domain/client.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'

const CLIENTS = 40
const LASTS_MS = 28_000
const LEAST_KILLS = 4
/** How long a token that was replaced gets its successor again. */
const GRACE_MS = 10_000

let database: TestDatabase
let db: Kysely<IdentityTables>
let home: Installation
let clientId: string
let identityId: string
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase<IdentityTables>(database.url, 'identity', createLog('silent', 'test'))
  home = await install({
    DATABASE_URL: database.url,
    SERVICE_SECRET: 'a secret that only these tests know',
    RATE_LIMIT_AUTHENTICATED: 'off',
    LOG_LEVEL: 'warn',
  })
  identityId = await addPerson({ tables: () => db as never }, 'ada')
  const redirectUris = ['https://app.example/callback']
  const about = { name: 'Harbour', kind: 'public', tier: 'authenticated' } as const
  const registered = await registerClient(asCommand(db), {
    ...about,
    redirectUris,
    scopes: ['identity'],
  })
  clientId = registered.client.id
}, PROCESS_TEST_MS)
afterAll(async () => {
  await home.remove()
  await db.destroy()
  await database.drop()
})

test(
  `45 · ${CLIENTS} clients refresh while Identity is killed every second: no session is lost (availability)`,
  { timeout: PROCESS_TEST_MS },
  async () => {
    let over = false
    const clients = await Promise.all(Array.from({ length: CLIENTS }, createClient))
    let program = await startIdentity()
    const refreshing = clients.map((client) => keepRefreshing(client, () => over))
    const until = performance.now() + LASTS_MS
    let kills = 0
    while (performance.now() < until || kills < LEAST_KILLS) {
      await delay(500 + Math.random() * 1_000)
      program.send('SIGKILL')
      await program.ended()
      kills += 1
      program = await startIdentity()
    }
    over = true
    await Promise.all(refreshing)

    const refreshes = clients.reduce((sum, { answered }) => sum + answered, 0)
    const retries = clients.reduce((sum, client) => sum + client.retries, 0)
    const late = clients.flatMap((client) => client.late)
    console.log(
      `${kills} kills, ${refreshes} refreshes, ${retries} of them asked for again, ${late.length} too late`,
    )
    expect(kills).toBeGreaterThanOrEqual(LEAST_KILLS)
    expect(retries).toBeGreaterThan(kills)
    expect(clients.filter(({ refusal }) => refusal !== undefined)).toEqual([])
    for (const { successors } of clients) {
      for (const given of successors.values()) expect([...given]).toHaveLength(1)
    }
    // Where a restart takes longer than the grace, a client may come too late; most must not.
    expect(late.length).toBeLessThan(CLIENTS / 2)
    const ended = await db
      .selectFrom('grants')
      .select('id')
      .where('endedAt', 'is not', null)
      .execute()
    expect(ended.map(({ id }) => id).toSorted()).toEqual(late.toSorted())
    // Each still has its session, in one line: the token it holds is good.
    const last = await Promise.all(clients.map(({ held }) => ask(held)))
    expect(last.map(({ status }) => status)).toEqual(last.map(() => 200))
  },
)

const UNSENT = Infinity

interface Client {
  grantId: string
  /** The refresh token it holds, and since when it may have been used. */
  held: string
  sentAt: number
  /** All that it was ever given for a token. */
  successors: Map<string, Set<string>>
  answered: number
  retries: number
  /** Grants it lost by asking again after the grace. */
  late: string[]
  refusal: unknown
}

async function createClient(): Promise<Client> {
  const start = { successors: new Map(), answered: 0, retries: 0, late: [], refusal: undefined }
  return { ...(await signIn()), ...start }
}

/** A grant as a client holds it that has not used it yet. */
async function signIn(): Promise<Pick<Client, 'grantId' | 'held' | 'sentAt'>> {
  const { grant, refreshToken } = await redeemNewGrant(asCommand(db), { identityId, clientId })
  return { grantId: grant.id, held: refreshToken, sentAt: UNSENT }
}

function startIdentity(): Promise<Program> {
  return home.start(['subgraphs/main.ts', 'identity'])
}

/** As an app does: what was not answered is asked for again with the same token, to the end. */
async function keepRefreshing(client: Client, isOver: () => boolean): Promise<void> {
  while (!(isOver() && client.sentAt === UNSENT) && client.refusal === undefined) {
    client.sentAt = Math.min(client.sentAt, performance.now())
    const answer = await ask(client.held).catch(() => undefined)
    if (!answer || answer.status >= 500) {
      client.retries += 1
      // A starting process needs the processor.
      await delay(200)
    } else if (answer.status === 200) {
      const given = answer.body.refresh_token as string
      const known = client.successors.get(client.held) ?? new Set()
      client.successors.set(client.held, known.add(given))
      client.held = given
      client.sentAt = UNSENT
      client.answered += 1
    } else if (performance.now() - client.sentAt > GRACE_MS) {
      client.late.push(client.grantId)
      Object.assign(client, await signIn())
    } else client.refusal = answer.body
  }
}

async function ask(refreshToken: string) {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId }
  const response = await fetch(`${home.address('identity')}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
