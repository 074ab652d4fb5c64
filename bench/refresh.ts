// `npm run bench`: refreshes a second, ours on PostgreSQL beside oidc-provider's in memory.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'undici'
import { openDatabase } from '#foundation/database.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '#foundation/embedded-postgres.ts'
import { newId } from '#foundation/ids.ts'
import { createLog } from '#foundation/log.ts'
import { freePorts } from '#test/ports.ts'
import { asCommand } from '../subgraphs/identity/command.ts'
import { registerClient } from '../subgraphs/identity/domain/client.ts'
import { findGrantByCode, redeemCode } from '../subgraphs/identity/domain/authorization-code.ts'
import { createGrant } from '../subgraphs/identity/domain/grant.ts'
import type { IdentityTables } from '../subgraphs/identity/tables.ts'

const CONNECTIONS = 16
const WARM_UPS = 3
const ROUNDS = 7
const ROUND_MS = 3_000
/** Below this ratio the run fails. */
const LEAST = 0.25

interface Side {
  name: string
  origin: string
  path: string
  client: { client_id: string; client_secret: string }
  /** As many refresh tokens, each of a grant of its own. */
  seed(count: number): Promise<string[]>
}

const folder = await mkdtemp(join(tmpdir(), 'ecosystem-bench-'))
await chmod(folder, 0o755)
const dataDir = join(folder, 'data')
const log = createLog('warn', 'bench')
const postgres = await startEmbeddedPostgres({ dataDir, log })
const children: ChildProcess[] = []
const db = openDatabase<IdentityTables>(postgres.url, 'identity', log)
try {
  const [port, otherPort] = (await freePorts(2)) as [number, number]
  const ours = await startOurs(port)
  const other = await startOther(otherPort, ours.client)
  const rates = await measure([ours, other])
  const [mine, theirs] = [median(rates.get(ours)!), median(rates.get(other)!)]
  const ratio = mine / theirs
  console.log(`\nmedian of ${ROUNDS} rounds, ${CONNECTIONS} connections`)
  console.log(`${ours.name.padEnd(32)} ${mine.toFixed(0).padStart(6)} refreshes/s`)
  console.log(`${other.name.padEnd(32)} ${theirs.toFixed(0).padStart(6)} refreshes/s`)
  console.log(`ratio ${ratio.toFixed(2)} (at least ${LEAST})`)
  if (ratio < LEAST) process.exitCode = 1
} finally {
  for (const child of children) child.kill('SIGKILL')
  await db.destroy()
  await postgres.stop()
  await removeEmbeddedPostgres(dataDir)
  await rm(folder, { recursive: true })
}

async function start(args: readonly string[], settings: Record<string, string>): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (/^Ready\./m.test(text)) resolve()
    })
    child.once('exit', () => reject(new Error(`${args.join(' ')} did not start.`)))
  })
}

/** The ID service alone, as it runs in production but for the limits. */
async function startOurs(port: number): Promise<Side> {
  await start(['subgraphs/main.ts', 'identity'], {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    ID_PORT: String(port),
    ID_BASE_URL: `http://127.0.0.1:${port}`,
    SERVICE_SECRET: 'a secret of this benchmark alone',
    RATE_LIMIT_AUTHENTICATED: 'off',
    LOG_LEVEL: 'warn',
  })
  const ctx = asCommand(db)
  const identityId = newId('identity')
  const person = { displayName: 'Ada Lovelace', house: 'Aether', archetype: 'Architect' }
  await db
    .insertInto('identities')
    .values({ id: identityId, username: 'ada', ...person })
    .execute()
  const redirectUri = 'https://app.example/callback'
  const { client, secret } = await registerClient(ctx, {
    name: 'Bench',
    kind: 'confidential',
    redirectUris: [redirectUri],
    scopes: ['identity'],
    tier: 'authenticated',
  })
  const newRefreshToken = async (): Promise<string> => {
    const grant = {
      identityId,
      clientId: client.id,
      sessionId: newId('session'),
      scopes: ['identity'],
      redirectUri,
      codeChallenge: null,
      nonce: null,
      signedInAt: ctx.now(),
    }
    const code = await db.transaction().execute((trx) => createGrant({ ...ctx, db: trx }, grant))
    const redeemed = await redeemCode(ctx, (await findGrantByCode(ctx, code))!)
    if (typeof redeemed === 'string') throw new Error(`The code is ${redeemed}.`)
    return redeemed.refreshToken
  }
  return {
    name: 'this server, PostgreSQL',
    origin: `http://127.0.0.1:${port}`,
    path: '/api/oauth/token',
    client: { client_id: client.id, client_secret: secret! },
    seed: (count) => Promise.all(Array.from({ length: count }, newRefreshToken)),
  }
}

/** The same client, known there by the same name and secret. */
async function startOther(port: number, client: Side['client']): Promise<Side> {
  const { client_id: id, client_secret: secret } = client
  await start(['bench/reference.ts', String(port), id, secret], {})
  const origin = `http://127.0.0.1:${port}`
  return {
    name: 'oidc-provider, memory',
    origin,
    path: '/token',
    client,
    seed: async (count) =>
      (await fetch(`${origin}/seed?count=${count}`)).json() as Promise<string[]>,
  }
}

/** Refreshes a second of each round; the sides take turns, and the first ones warm them up. */
async function measure(sides: readonly Side[]): Promise<Map<Side, number[]>> {
  const rates = new Map(sides.map((side): [Side, number[]] => [side, []]))
  for (let round = 1 - WARM_UPS; round <= ROUNDS; round += 1) {
    // Who begins changes, so that neither always runs after the other.
    const order = round % 2 === 0 ? sides : sides.toReversed()
    for (const side of order) {
      const rate = await runRound(side)
      if (round > 0) rates.get(side)!.push(rate)
      console.log(
        `${round <= 0 ? 'warm-up' : `round ${round}`}  ${side.name}  ${rate.toFixed(0)}/s`,
      )
    }
  }
  return rates
}

async function runRound(side: Side): Promise<number> {
  const tokens = await side.seed(CONNECTIONS)
  const began = performance.now()
  const counts = await Promise.all(
    tokens.map((token) => refreshUntil(side, token, began + ROUND_MS)),
  )
  const seconds = (performance.now() - began) / 1000
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}

/** One connection, which refreshes one line of tokens as fast as it is answered. */
async function refreshUntil(side: Side, token: string, end: number): Promise<number> {
  const connection = new Client(side.origin)
  let refreshToken = token
  let count = 0
  for (; performance.now() < end; count += 1)
    refreshToken = await refresh(connection, side, refreshToken)
  await connection.close()
  return count
}

async function refresh(connection: Client, side: Side, refreshToken: string): Promise<string> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...side.client }
  const { statusCode, body } = await connection.request({
    method: 'POST',
    path: side.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  const answer = (await body.json()) as { refresh_token: string; access_token: string }
  const isRotated = statusCode === 200 && answer.refresh_token !== refreshToken
  if (isRotated && answer.access_token.split('.').length === 3) return answer.refresh_token
  throw new Error(`${side.name} answered ${statusCode}: ${JSON.stringify(answer)}`)
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}
