// Refreshes at a token endpoint, as the benchmarks send them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'undici'
import type { Kysely } from 'kysely'
import type { openDatabase } from '#foundation/database/database.ts'
import { newId } from '#foundation/domain/ids.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import type { redeemNewGrant } from '#test/grant-story.ts'
import type { asCommand } from '../../subgraphs/identity/commands/command.ts'
import type { registerClient } from '../../subgraphs/identity/domain/clients/client.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import type { Connection, Side } from './rounds.ts'

/** A token endpoint, the client it knows, and grants to refresh. */
export interface TokenServer {
  name: string
  origin: string
  path: string
  client: { client_id: string; client_secret: string }
  /** As many refresh tokens, each of a grant of its own. */
  seed(count: number): Promise<string[]>
}

/** Adds a person and a client to the database of a checkout, by the code of the checkout itself. */
export async function seedClient(
  folder: string,
  databaseUrl: string,
): Promise<Pick<TokenServer, 'client' | 'seed'> & AsyncDisposable> {
  const code = await codeOf(folder)
  const log = createLog('warn', 'bench')
  const db: Kysely<IdentityTables> = code.openDatabase(databaseUrl, 'identity', log)
  const ctx = code.asCommand(db)
  const identityId = newId('identity')
  const person = { displayName: 'Ada Lovelace', house: 'Aether', archetype: 'Architect' }
  await db
    .insertInto('identities')
    .values({ id: identityId, username: 'refresher', ...person })
    .execute()
  const { client, secret } = await code.registerClient(ctx, {
    name: 'Bench',
    kind: 'confidential',
    redirectUris: ['https://app.example/callback'],
    scopes: ['identity'],
    tier: 'authenticated',
  })
  const grant = { identityId, clientId: client.id }
  const seedOne = async () => (await code.redeemNewGrant(ctx, grant)).refreshToken
  return {
    client: { client_id: client.id, client_secret: secret! },
    seed: (count) => Promise.all(Array.from({ length: count }, seedOne)),
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

interface SeedingCode {
  openDatabase: typeof openDatabase
  asCommand: typeof asCommand
  registerClient: typeof registerClient
  redeemNewGrant: typeof redeemNewGrant
}

/** Some files had other places at the base. */
async function codeOf(folder: string): Promise<SeedingCode> {
  const identity = join(folder, 'subgraphs/identity')
  const files = [
    [join(folder, 'foundation/database/database.ts')],
    [join(identity, 'commands/command.ts'), join(identity, 'command.ts')],
    [join(identity, 'domain/clients/client.ts'), join(identity, 'domain/client.ts')],
    [join(folder, 'test/support/grant-story.ts')],
  ]
  const modules = files.map((places) => import(places.find(existsSync)!) as Promise<object>)
  return Object.assign({}, ...(await Promise.all(modules))) as SeedingCode
}

/** Each connection refreshes one family of tokens. */
export function refreshingSide(server: TokenServer, pid: number): Side {
  return {
    name: server.name,
    pids: [pid],
    connect: async (count) =>
      (await server.seed(count)).map((token) => refreshingConnection(server, token)),
  }
}

function refreshingConnection(server: TokenServer, token: string): Connection {
  const client = new Client(server.origin)
  let refreshToken = token
  return {
    async ask() {
      refreshToken = await refresh(client, server, refreshToken)
    },
    close: () => client.close(),
  }
}

async function refresh(client: Client, server: TokenServer, refreshToken: string): Promise<string> {
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
