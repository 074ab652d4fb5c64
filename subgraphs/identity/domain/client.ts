// Clients: the applications that may ask people for access.
import type { Kysely } from 'kysely'
import { visibleTextIssues, refuseIssues } from '#foundation/bounds.ts'
import { notFound, refused, type Issue } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import { paginate, type Connection, type PageArguments } from '#foundation/pagination.ts'
import { randomToken, sha256 } from './random.ts'
import type { Client, IdentityTables } from '../tables.ts'
import { endGrants } from './grant.ts'
import { redirectUriIssues } from './redirect-uri.ts'
import { OPENID_SCOPE, SCOPES } from './scope.ts'

/** What the administration of clients needs: a command has no request. */
export interface Administration {
  db: Kysely<IdentityTables>
  now: () => Date
}

export interface NewClient {
  name: string
  kind: 'public' | 'confidential'
  redirectUris: readonly string[]
  scopes: readonly string[]
  tier: 'authenticated' | 'partner'
}

/** A client and its secret, which is told this once; null for a public client. */
export interface RegisteredClient {
  client: Client
  secret: string | null
}

const MOST_REDIRECT_URIS = 20

/** @throws VALIDATION_ERROR that names every field */
export async function registerClient(
  { db, now }: Administration,
  input: NewClient,
): Promise<RegisteredClient> {
  refuseIssues(clientIssues(input))
  const secret = input.kind === 'confidential' ? randomToken() : null
  const client = await db
    .insertInto('clients')
    .values({
      ...input,
      id: newId('client'),
      redirectUris: [...input.redirectUris],
      scopes: [...input.scopes],
      secretHash: secret === null ? null : sha256(secret),
      createdAt: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { client, secret }
}

function clientIssues({ name, kind, redirectUris, scopes }: NewClient): Issue[] {
  const known: readonly string[] = [...SCOPES, OPENID_SCOPE]
  const issues = visibleTextIssues('name', name, 100)
  if (redirectUris.length > MOST_REDIRECT_URIS) {
    issues.push({ field: 'redirectUris', reason: `must hold at most ${MOST_REDIRECT_URIS}` })
  }
  if (redirectUris.length === 0 && kind === 'public') {
    issues.push({ field: 'redirectUris', reason: 'must hold at least one for a public client' })
  }
  redirectUris.forEach((uri, at) => issues.push(...redirectUriIssues(`redirectUris.${at}`, uri)))
  if (scopes.length === 0 || scopes.some((scope) => !known.includes(scope))) {
    issues.push({ field: 'scopes', reason: `must hold some of ${known.join(', ')}` })
  }
  return issues
}

/** Newest first. */
export function listClients(
  { db }: Administration,
  page: PageArguments,
): Promise<Connection<Client>> {
  const all = db.selectFrom('clients').selectAll()
  return paginate(all, page, ({ createdAt, id }) => ({ at: createdAt, id }), {
    column: 'created_at',
    id: 'id',
    direction: 'desc',
  })
}

export function findClient(db: Kysely<IdentityTables>, id: string): Promise<Client | undefined> {
  return db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Gives a confidential client another secret; the old one is refused from now on. */
export async function rotateClientSecret(
  { db }: Administration,
  id: string,
): Promise<RegisteredClient> {
  const secret = randomToken()
  const client = await db
    .updateTable('clients')
    .set({ secretHash: sha256(secret) })
    .where('id', '=', id)
    .where('kind', '=', 'confidential')
    .returningAll()
    .executeTakeFirst()
  if (client) return { client, secret }
  if (!(await findClient(db, id))) throw notFound('Client', id)
  throw refused('PUBLIC_CLIENT', `The client ${id} is public, and has no secret.`)
}

/** Refuses the client from now on, and ends all it was granted. @throws NOT_FOUND */
export function disableClient({ db, now }: Administration, id: string): Promise<Client> {
  return db.transaction().execute(async (trx) => {
    const client = await trx
      .updateTable('clients')
      .set(({ fn, val }) => ({ disabledAt: fn.coalesce('disabledAt', val(now())) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!client) throw notFound('Client', id)
    await endGrants(trx, now(), 'client_disabled', (grants) => grants.where('clientId', '=', id))
    return client
  })
}
