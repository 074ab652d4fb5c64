// Stores pushed authorization requests, and finds them by their `request_uri` (RFC 9126).
import type { Db } from '#foundation/database/database.ts'
import type { IdentityContext } from '../context.ts'
import { randomToken, sha256 } from '../domain/secrets/random.ts'
import type { IdentityTables } from '../tables.ts'
import { OAuthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'

const PREFIX = 'urn:ietf:params:oauth:request_uri:'
/** The lifetime of a pushed request, with time to sign up. */
const LIFETIME_S = 600

/** Stores the parameters for one authorization. */
export async function keepPushedRequest(
  { db, now }: IdentityContext,
  clientId: string,
  parameters: Parameters,
): Promise<{ requestUri: string; expiresInSeconds: number }> {
  const handle = randomToken()
  await db
    .insertInto('pushedRequests')
    .values({
      handleHash: sha256(handle),
      clientId,
      parameters: JSON.stringify(Object.fromEntries(parameters)),
      expiresAt: new Date(now().getTime() + LIFETIME_S * 1000),
    })
    .execute()
  return { requestUri: `${PREFIX}${handle}`, expiresInSeconds: LIFETIME_S }
}

/** The parameters behind a `request_uri`; without one, the given parameters. */
export async function pushedParameters(
  { db, now }: IdentityContext,
  sent: Parameters,
): Promise<Parameters> {
  const handle = pushedHandle(sent)
  if (handle === undefined) return sent
  const pushed = await db
    .selectFrom('pushedRequests')
    .select('parameters')
    .where('handleHash', '=', sha256(handle))
    .where('clientId', '=', sent.get('client_id') ?? '')
    .where('expiresAt', '>', now())
    .executeTakeFirst()
  if (pushed) return new Map(Object.entries(pushed.parameters))
  throw new OAuthError('invalid_request', 'The request_uri is unknown, used or expired.')
}

/** Consumes a pushed request. @throws invalid_request if it was already used */
export async function consumePushedRequest(
  trx: Db<IdentityTables>,
  sent: Parameters,
): Promise<void> {
  const handle = pushedHandle(sent)
  if (handle === undefined) return
  await trx
    .deleteFrom('pushedRequests')
    .where('handleHash', '=', sha256(handle))
    .returning('clientId')
    .executeTakeFirstOrThrow(
      () => new OAuthError('invalid_request', 'The request_uri has been used.'),
    )
}

function pushedHandle(sent: Parameters): string | undefined {
  const uri = sent.get('request_uri')
  if (uri === undefined) return undefined
  if (uri.startsWith(PREFIX)) return uri.slice(PREFIX.length)
  throw new OAuthError('request_uri_not_supported', 'Only a pushed request_uri is supported.')
}
