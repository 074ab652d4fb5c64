// Pushed authorization requests (RFC 9126): the parameters come from the client itself, not by the browser.
import type { RequestHandler } from 'express'
import type { Db } from '#foundation/database.ts'
import { addressPrincipal } from '#foundation/rate-limit.ts'
import type { IdentityContext } from '../context.ts'
import { takeAttempt } from '../domain/attempt-throttle.ts'
import { randomToken, sha256 } from '../domain/random.ts'
import type { IdentityTables } from '../tables.ts'
import {
  knownParameters,
  readAuthorizationRequest,
  readRedirection,
} from './authorization-request.ts'
import { identifyClient, type ClientCall } from './client-authentication.ts'
import { OAuthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'
import { handler, type AuthorizationServer } from './request-context.ts'

const PREFIX = 'urn:ietf:params:oauth:request_uri:'
/** Long enough to sign up meanwhile. */
const LIFETIME_S = 600
/** By public clients, which prove nothing: an office is one address. */
const PUSHED_BY_AN_ADDRESS = { most: 1000, windowMs: 15 * 60_000 }

/** POST: keeps the parameters for one authorization, and answers the address they go by. */
export function pushAuthorizationRequest(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const { ctx, res } = request
    const call = await identifyClient(server, request)
    const { client } = call
    const parameters = await readSound(server, call).catch(async (error: unknown) => {
      if (error instanceof OAuthError) await call.countForAddress()
      throw error
    })
    if (client.kind === 'public') {
      const address = addressPrincipal(request.req.ip ?? '')
      await takeAttempt(ctx, `pushed-requests:${address}`, PUSHED_BY_AN_ADDRESS)
    }
    const handle = randomToken()
    await ctx.db
      .insertInto('pushedRequests')
      .values({
        handleHash: sha256(handle),
        clientId: client.id,
        parameters: JSON.stringify(Object.fromEntries(parameters)),
        expiresAt: new Date(ctx.now().getTime() + LIFETIME_S * 1000),
      })
      .execute()
    res.status(201).json({ request_uri: `${PREFIX}${handle}`, expires_in: LIFETIME_S })
  })
}

/** What was pushed. @throws what is wrong with it */
async function readSound(
  { config }: AuthorizationServer,
  { client, ctx, parameters: sent }: ClientCall,
): Promise<Parameters> {
  if (sent.has('request_uri')) {
    throw new OAuthError('invalid_request', 'The parameter request_uri must not be pushed.')
  }
  const parameters = new Map([...knownParameters(sent), ['client_id', client.id]])
  const redirection = await readRedirection(ctx, parameters)
  readAuthorizationRequest(redirection, parameters, config.openid)
  return parameters
}

/** The parameters as they were pushed, where a `request_uri` stands for them; else as they were sent. */
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

/** Uses a pushed request up. @throws invalid_request when somebody was faster */
export async function takePushedRequest(trx: Db<IdentityTables>, sent: Parameters): Promise<void> {
  const handle = pushedHandle(sent)
  if (handle === undefined) return
  const taken = await trx
    .deleteFrom('pushedRequests')
    .where('handleHash', '=', sha256(handle))
    .returning('clientId')
    .executeTakeFirst()
  if (!taken) throw new OAuthError('invalid_request', 'The request_uri has been used.')
}

function pushedHandle(sent: Parameters): string | undefined {
  const uri = sent.get('request_uri')
  if (uri === undefined) return undefined
  if (uri.startsWith(PREFIX)) return uri.slice(PREFIX.length)
  throw new OAuthError('request_uri_not_supported', 'Only a pushed request_uri is supported.')
}
