// Origins of clients: of all public clients, whose scripts may call every service (CORS), and of the caller.
import type { IdentityContext } from '../../context.ts'
import { sha256 } from '../secrets/random.ts'

/** A limit that keeps the list below a few hundred kilobytes. */
const MAX_CLIENTS = 5_000
const MAX_ORIGINS = 5_000

export interface ClientOriginList {
  version: string
  origins: string[] | null
}

/**
 * The origins of the redirect URIs of public clients, newest clients first; null if the caller has this
 * version. Native apps have no origin.
 */
export async function listClientOrigins(
  { db }: Pick<IdentityContext, 'db'>,
  known: string,
): Promise<ClientOriginList> {
  const clients = await db
    .selectFrom('clients')
    .select('redirectUris')
    .where('kind', '=', 'public')
    .where('disabledAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CLIENTS)
    .execute()
  const all = clients.flatMap(({ redirectUris }) => originsOf(redirectUris))
  const origins = [...new Set(all)].slice(0, MAX_ORIGINS)
  const version = sha256(origins.join(' ')).toString('base64url')
  return { version, origins: version === known ? null : origins }
}

/**
 * The origin of the calling page, if it is among the redirect URIs of its token's client: apps can name only
 * themselves.
 */
export async function findOwnOrigin({
  db,
  origin,
  viewer,
}: Pick<IdentityContext, 'db' | 'origin' | 'viewer'>): Promise<string | undefined> {
  if (origin === undefined || !viewer) return undefined
  const client = await db
    .selectFrom('clients')
    .select('redirectUris')
    .where('id', '=', viewer.clientId)
    .executeTakeFirst()
  return originsOf(client?.redirectUris ?? []).find((known) => known === origin)
}

/** The origins of redirect URIs; private-use schemes have none. */
function originsOf(redirectUris: readonly string[]): string[] {
  const urls = redirectUris.map((uri) => new URL(uri))
  const web = urls.filter(({ protocol }) => protocol === 'https:' || protocol === 'http:')
  return web.map(({ origin }) => origin)
}
