// Refreshes while Identity is killed: a lost response is not taken for a theft, and creates no second session.
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { redeemNewGrant } from '#test/grant-story.ts'
import { install, type Installation } from '#test/installation.ts'
import { PROCESS_TEST_MS, TIMEOUT, type Program } from '#test/process.ts'
import { addPerson } from '#test/story.ts'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { registerClient } from '../../subgraphs/identity/domain/clients/client.ts'
import { sameHash, sha256 } from '../../subgraphs/identity/domain/secrets/random.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'

const CLIENTS = 40
const KILLS = 3
/** At least one of these loses a response. */
const MAX_KILLS = 10
const AWAY = '60 seconds'

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
  `45 · ${CLIENTS} clients refresh while Identity is killed again and again: no session is lost (availability)`,
  { timeout: PROCESS_TEST_MS },
  async () => {
    let over = false
    const clients = await Promise.all(Array.from({ length: CLIENTS }, createClient))
    let program = await startIdentity()
    const refreshing = clients.map((client) => keepRefreshing(client, () => over))
    for (let kills = 0; kills < KILLS; kills += 1) {
      await delay(100 + Math.random() * 400)
      await kill(program)
      program = await startIdentity()
    }
    over = true
    await Promise.all(refreshing)

    const refreshes = clients.reduce((sum, { responses }) => sum + responses, 0)
    const retries = clients.reduce((sum, client) => sum + client.retries, 0)
    console.log(`${KILLS} kills, ${refreshes} refreshes, ${retries} of them repeated`)
    expect(retries).toBeGreaterThan(KILLS)
    expect(clients.filter(({ refusal }) => refusal !== undefined)).toEqual([])
    for (const { successors } of clients) {
      for (const given of successors.values()) expect([...given]).toHaveLength(1)
    }
    expect(await endedGrants(clients)).toEqual([])
    // Each client still has its session in one token family: its token is valid.
    const last = await Promise.all(clients.map(({ held }) => ask(held)))
    expect(last.map(({ status }) => status)).toEqual(last.map(() => 200))
    await kill(program)
  },
)

test(
  `45 · a restart of ${AWAY} in the middle of refreshes signs no client out (availability)`,
  { timeout: PROCESS_TEST_MS },
  async () => {
    let isOver = false
    const clients = await Promise.all(Array.from({ length: CLIENTS }, createClient))
    let program = await startIdentity()
    const refreshing = clients.map((client) => keepRefreshing(client, () => isOver))
    let lost: string[] = []
    for (let kills = 0; lost.length === 0 && kills < MAX_KILLS; kills += 1) {
      await delay(100 + Math.random() * 400)
      await pauseAmidRefreshes(program, clients)
      await kill(program)
      lost = await replacedUnseen(clients)
      // Simulates the time in which nobody responds.
      await db.updateTable('grants').set(aged()).execute()
      program = await startIdentity()
    }
    isOver = true
    await Promise.all(refreshing)
    await kill(program)
    expect(lost, `No response was lost in ${MAX_KILLS} kills.`).not.toEqual([])
    console.log(`${lost.length} of ${CLIENTS} responses lost`)
    expect(clients.filter(({ refusal }) => refusal !== undefined)).toEqual([])
    expect(await endedGrants(clients)).toEqual([])
  },
)

async function kill(program: Program): Promise<void> {
  program.send('SIGKILL')
  await program.ended()
}

/** Stops the process when a token was rotated and the response has not arrived, which few random moments meet. */
async function pauseAmidRefreshes(program: Program, clients: readonly Client[]): Promise<void> {
  const unseen = async () => {
    program.send('SIGSTOP')
    const { length } = await replacedUnseen(clients)
    if (length === 0) program.send('SIGCONT')
    return length
  }
  await expect.poll(unseen, TIMEOUT).toBeGreaterThan(0)
}

/** Grants whose token was rotated in a response that never arrived. */
async function replacedUnseen(clients: readonly Client[]): Promise<string[]> {
  const held = new Map(clients.map(({ grantId, held }) => [grantId, sha256(held)]))
  const grants = await grantsOf(clients).select(['id', 'refreshHash']).execute()
  return grants
    .filter(({ id, refreshHash }) => !sameHash(refreshHash, held.get(id)!))
    .map(({ id }) => id)
}

const aged = () => ({ refreshedAt: sql<Date>`refreshed_at - ${AWAY}::interval` })

const grantsOf = (clients: readonly Client[]) =>
  db.selectFrom('grants').where(
    'id',
    'in',
    clients.map(({ grantId }) => grantId),
  )

async function endedGrants(clients: readonly Client[]): Promise<string[]> {
  const ended = await grantsOf(clients).select('id').where('endedAt', 'is not', null).execute()
  return ended.map(({ id }) => id)
}

interface Client {
  grantId: string
  /** The current refresh token. */
  held: string
  /** Every refresh token it has received. */
  successors: Map<string, Set<string>>
  responses: number
  retries: number
  refusal: unknown
}

/** A client with an unused token. */
async function createClient(): Promise<Client> {
  const { grant, refreshToken } = await redeemNewGrant(asCommand(db), { identityId, clientId })
  const start = { successors: new Map(), responses: 0, retries: 0, refusal: undefined }
  return { grantId: grant.id, held: refreshToken, ...start }
}

function startIdentity(): Promise<Program> {
  return home.start(['subgraphs/main.ts', 'identity'])
}

/** Refreshes as an app does: without a response it retries with the same token, until it has one. */
async function keepRefreshing(client: Client, isOver: () => boolean): Promise<void> {
  let isComplete = true
  while (!(isOver() && isComplete) && client.refusal === undefined) {
    const response = await ask(client.held).catch(() => undefined)
    isComplete = response !== undefined && response.status < 500
    if (!response || !isComplete) {
      client.retries += 1
      // A starting process needs the processor.
      await delay(200)
    } else if (response.status === 200) {
      const given = response.body.refresh_token as string
      const known = client.successors.get(client.held) ?? new Set()
      client.successors.set(client.held, known.add(given))
      client.held = given
      client.responses += 1
    } else client.refusal = response.body
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
