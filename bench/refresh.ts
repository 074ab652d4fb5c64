// `node bench/refresh.ts`: refreshes a second, ours on PostgreSQL beside oidc-provider's in memory.
import { join } from 'node:path'
import { Client } from 'undici'
import { openDatabase } from '#foundation/database/database.ts'
import { newId } from '#foundation/domain/ids.ts'
import { redeemNewGrant } from '#test/grant-story.ts'
import { freePorts } from '#test/ports.ts'
import { asCommand } from '../subgraphs/identity/commands/command.ts'
import { registerClient } from '../subgraphs/identity/domain/clients/client.ts'
import type { IdentityTables } from '../subgraphs/identity/tables.ts'
import { composeOptions, setStage, type Stage } from './programs.ts'
import { compare, type Connection, type Side } from './rounds.ts'

const MIN_RATIO = 0.4

/** A token endpoint, the client it knows, and grants to refresh. */
interface Server {
  name: string
  pid: number
  origin: string
  path: string
  client: { client_id: string; client_secret: string }
  /** As many refresh tokens, each of a grant of its own. */
  seed(count: number): Promise<string[]>
}

await using stage = await setStage()
const db = openDatabase<IdentityTables>(stage.databaseUrl, 'identity', stage.log)
await using _database = { [Symbol.asyncDispose]: () => db.destroy() }
const [port, otherPort] = (await freePorts(2)) as [number, number]
const ours = await startOurs(stage, port)
const other = await startOther(stage, otherPort, ours.client)
await compare({
  name: 'refresh',
  ours: sideOf(ours),
  peers: [{ ...sideOf(other), least: MIN_RATIO }],
  postgresPid: stage.postgresPid,
})

/** The ID service alone, as it runs in production but for the limits, on the Unix socket of its database. */
async function startOurs({ start, nearestUrl, folder }: Stage, port: number): Promise<Server> {
  const pid = await start([...composeOptions('identity'), 'subgraphs/main.ts', 'identity'], {
    DATABASE_URL: nearestUrl,
    DATA_DIR: join(folder, 'identity'),
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
  const newRefreshToken = async (): Promise<string> =>
    (await redeemNewGrant(ctx, { identityId, clientId: client.id })).refreshToken
  return {
    name: 'this server, PostgreSQL',
    pid,
    origin: `http://127.0.0.1:${port}`,
    path: '/api/oauth/token',
    client: { client_id: client.id, client_secret: secret! },
    seed: (count) => Promise.all(Array.from({ length: count }, newRefreshToken)),
  }
}

/** The client, registered at both servers with one name and secret. */
async function startOther(
  { start }: Stage,
  port: number,
  client: Server['client'],
): Promise<Server> {
  const { client_id: id, client_secret: secret } = client
  const pid = await start(['bench/peers/oidc-provider.ts', String(port), id, secret], {})
  const origin = `http://127.0.0.1:${port}`
  return {
    name: 'oidc-provider, memory',
    pid,
    origin,
    path: '/token',
    client,
    seed: async (count) =>
      (await fetch(`${origin}/seed?count=${count}`)).json() as Promise<string[]>,
  }
}

function sideOf(server: Server): Side {
  return {
    name: server.name,
    pids: [server.pid],
    connect: async (count) => (await server.seed(count)).map((token) => connectTo(server, token)),
  }
}

/** One connection, which refreshes one family of tokens. */
function connectTo(server: Server, token: string): Connection {
  const client = new Client(server.origin)
  let refreshToken = token
  return {
    async ask() {
      refreshToken = await refresh(client, server, refreshToken)
    },
    close: () => client.close(),
  }
}

async function refresh(client: Client, server: Server, refreshToken: string): Promise<string> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...server.client }
  const { statusCode, body } = await client.request({
    method: 'POST',
    path: server.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  const response = (await body.json()) as { refresh_token: string; access_token: string }
  const isRotated = statusCode === 200 && response.refresh_token !== refreshToken
  if (isRotated && response.access_token.split('.').length === 3) return response.refresh_token
  throw new Error(`${server.name} answered ${statusCode}: ${JSON.stringify(response)}`)
}
