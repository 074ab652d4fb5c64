// Clients: applications that may request access from people.
import { sql, type Kysely } from 'kysely'
import { BY_AGE, filteredList, sent } from '#foundation/database/lists/filtered-list.ts'
import {
  edgeOf,
  type Connection,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { readRowCount } from '#foundation/database/migrations/row-count.ts'
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { notFound, refused } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import { identityInput } from '../../input.ts'
import { ID_TOKEN_ALGORITHMS } from './client-keys.ts'
import { shownNameIssues } from '../people/display-name.ts'
import { randomToken, sha256 } from '../secrets/random.ts'
import type { Client, IdentityTables } from '../../tables.ts'
import {
  changeAsAdministrator,
  recordChange,
  type Administration,
} from '../administration/administrator.ts'
import { revokeGrants } from '../grants/grant.ts'

export interface NewClient {
  name: string
  kind: 'public' | 'confidential'
  redirectUris: readonly string[]
  scopes: readonly string[]
  tier: 'authenticated' | 'partner'
  /** The algorithm of ID tokens; RS256 by default. */
  idTokenSignedResponseAlg?: string | null | undefined
  deviceFlow?: boolean | null | undefined
  machineScopes?: readonly string[] | null | undefined
  jwks?: Record<string, unknown> | null | undefined
  backchannelLogoutUri?: string | null | undefined
}

/** A client and its secret, which is returned only once; null if the client has none to know. */
export interface RegisteredClient {
  client: Client
  secret: string | null
}

/** @throws VALIDATION_ERROR that names every field */
export async function registerClient(
  ctx: Administration,
  input: NewClient,
): Promise<RegisteredClient> {
  refuseIssues([
    ...identityInput.issues('RegisterClientInput', input),
    ...shownNameIssues('name', input.name),
  ])
  const { name, kind, tier } = input
  const secret = kind === 'confidential' ? randomToken() : null
  const client = {
    ...registeredFields(input),
    id: newId('client'),
    // A client with keys gets a secret that nobody knows.
    secretHash: secret === null ? null : sha256(secret),
    createdAt: ctx.now(),
    disabledAt: null,
  }
  return changeAsAdministrator(ctx, async (trx) => {
    const registered = await trx
      .insertInto('clients')
      .values(client)
      .returningAll()
      .executeTakeFirstOrThrow()
    const { deviceFlow, machineScopes, scopes } = registered
    const further = { ...(deviceFlow && { deviceFlow }), ...(machineScopes && { machineScopes }) }
    const details = { name, kind, scopes, tier, ...further }
    await recordChange(ctx, trx, { kind: 'client_registered', clientId: client.id, details })
    return { client: registered, secret: registered.jwks ? null : secret }
  })
}

/** Narrows a name that the input rules have checked. */
function algorithmNamed(name: string | null | undefined): Client['idTokenSignedResponseAlg'] {
  return ID_TOKEN_ALGORITHMS.find((known) => known === name) ?? ID_TOKEN_ALGORITHMS[0]
}

export function registeredFields({ name, kind, tier, ...input }: NewClient) {
  const { backchannelLogoutUri, deviceFlow, jwks, machineScopes } = input
  return {
    name,
    kind,
    tier,
    redirectUris: [...new Set(input.redirectUris)],
    scopes: [...new Set(input.scopes)],
    idTokenSignedResponseAlg: algorithmNamed(input.idTokenSignedResponseAlg),
    deviceFlow: deviceFlow ?? false,
    machineScopes: machineScopes ? [...new Set(machineScopes)] : null,
    jwks: jwks ? JSON.stringify(jwks) : null,
    backchannelLogoutUri: backchannelLogoutUri ?? null,
  }
}

const clients = filteredList({
  rows: (db: Kysely<IdentityTables>) => db.selectFrom('clients').selectAll(),
  filters: { id: { is: sql<boolean>`id = ${sent<string>('id')}` } },
  orders: { newest: BY_AGE.newest },
  search: { title: 'name', text: 'name' },
})

/** All clients, newest first. With a search: those whose name matches, best first, or the one with that id. */
export async function listClients(
  { db }: Pick<Administration, 'db'>,
  { search, ...page }: PageArguments & { search?: string | undefined },
): Promise<Connection<Client>> {
  const isId = search !== undefined && (await findClient(db, search)) !== undefined
  const wanted = isId ? { id: search } : { search }
  return clients(db, { ...page, ...wanted }, { total: () => readRowCount(db, 'clients') })
}

const cursorKeyOf = ({ createdAt, id }: Client) => ({ at: createdAt, id })

/** The edge of a client in the list of all clients. */
export function clientEdge(client: Client): { node: Client; cursor: string } {
  return edgeOf(client, cursorKeyOf)
}

function findClient(db: Kysely<IdentityTables>, id: string): Promise<Client | undefined> {
  return db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A client by its id; undefined if it is unknown or disabled. */
export async function findEnabledClient(
  db: Kysely<IdentityTables>,
  id: string,
): Promise<Client | undefined> {
  const client = await findClient(db, id)
  return client?.disabledAt === null ? client : undefined
}

/** A client by its id, even a disabled one. @throws NOT_FOUND */
export async function getClient(db: Kysely<IdentityTables>, id: string): Promise<Client> {
  const client = await findClient(db, id)
  if (!client) throw notFound('Client', id)
  return client
}

/**
 * Replaces the secret of a confidential client. The old one stops working immediately. @throws NOT_FOUND,
 * PUBLIC_CLIENT, CLIENT_HAS_KEYS, CLIENT_DISABLED
 */
export function rotateClientSecret(ctx: Administration, id: string): Promise<RegisteredClient> {
  const secret = randomToken()
  return changeAsAdministrator(ctx, async (trx) => {
    const client = await trx
      .updateTable('clients')
      .set({ secretHash: sha256(secret) })
      .where('id', '=', id)
      .where('kind', '=', 'confidential')
      .where('jwks', 'is', null)
      .where('disabledAt', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!client) throw whyNoSecret(await getClient(trx, id))
    await recordChange(ctx, trx, { kind: 'client_secret_rotated', clientId: id })
    return { client, secret }
  })
}

function whyNoSecret({ id, jwks, kind }: Client): Error {
  if (kind === 'public') {
    return refused('PUBLIC_CLIENT', `The client ${id} is public and has no secret.`)
  }
  return jwks
    ? refused('CLIENT_HAS_KEYS', `The client ${id} authenticates with its keys.`)
    : refused('CLIENT_DISABLED', `The client ${id} is disabled.`)
}

/** Disables the client and revokes its grants. Disabling again changes nothing. @throws NOT_FOUND */
export function disableClient(ctx: Administration, id: string): Promise<Client> {
  return changeAsAdministrator(ctx, async (trx) => {
    const disabled = await trx
      .updateTable('clients')
      .set({ disabledAt: ctx.now() })
      .where('id', '=', id)
      .where('disabledAt', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!disabled) return getClient(trx, id)
    await revokeGrants(trx, ctx.now(), 'client_disabled', (grants) =>
      grants.where('clientId', '=', id),
    )
    await recordChange(ctx, trx, { kind: 'client_disabled', clientId: id })
    return disabled
  })
}
