// Origins of registered public clients, for services whose scripts of theirs may call (CORS).
import { sha256 } from './random.ts'
import type { IdentityContext } from '../context.ts'

/** More than a browser app needs; a list of them stays below a few hundred kilobytes. */
const MOST_CLIENTS = 5_000
const MOST_ORIGINS = 5_000

export interface ClientOriginList {
  version: string
  origins: string[] | null
}

/**
 * The origins of the redirect URIs of public clients, the newest clients first; null if the caller knows
 * that version. An app of a device has no origin.
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
    .limit(MOST_CLIENTS)
    .execute()
  const urls = clients.flatMap(({ redirectUris }) => redirectUris.map((uri) => new URL(uri)))
  const web = urls.filter(({ protocol }) => protocol === 'https:' || protocol === 'http:')
  const origins = [...new Set(web.map(({ origin }) => origin))].slice(0, MOST_ORIGINS)
  const version = sha256(origins.join(' ')).toString('base64url')
  return { version, origins: version === known ? null : origins }
}
