// Client authentication (RFC 6749, section 2.3), and the rate limit that a call counts against.
import type { Kysely } from 'kysely'
import { executeWith, once, placeholder } from '#foundation/database/built-once.ts'
import { addressPrincipal } from '#foundation/limits/rate-limit.ts'
import { recordAudit } from '../domain/audit/audit.ts'
import { sameHash, sha256 } from '../domain/secrets/random.ts'
import type { Client, IdentityTables } from '../tables.ts'
import {
  throttledUntil,
  throttleValues,
  consumeAttempt,
  tooManyAttempts,
} from '../domain/secrets/attempt-throttle.ts'
import { isProvenByAssertion, sentAssertion } from './client-assertion.ts'
import { OAuthError, toOAuthError } from './oauth-error.ts'
import { isStorable, required, type Parameters } from './parameters.ts'
import { bodyParameters } from './request-body.ts'
import type { RequestContext } from './request-context.ts'

const CLIENT_COLUMNS = [
  'id',
  'name',
  'kind',
  'secretHash',
  'redirectUris',
  'scopes',
  'tier',
  'createdAt',
  'disabledAt',
  'idTokenSignedResponseAlg',
  'deviceFlow',
  'machineScopes',
  'jwks',
  'backchannelLogoutUri',
] as const

const WRONG_SECRETS = { max: 20, windowMs: 60_000 }

/** A call of a known client, authenticated if it is confidential. */
export interface ClientCall extends RequestContext {
  client: Client
  parameters: Parameters
  /**
   * Counts the call of a public client, once, for the person whose valid code or token it contains. Calls of
   * confidential clients are already counted for the client.
   */
  countForPerson(identityId: string): Promise<void>
  /** Counts a call without a valid code or token for its network address. */
  countForAddress(): Promise<void>
}

/**
 * Authenticates the client and reads its parameters from the body. A call rejected here counts for the network address,
 * before anything is recorded. @throws invalid_client, invalid_request; temporarily_unavailable over a limit
 */
export async function identifyClient(request: RequestContext): Promise<ClientCall> {
  const chargeAddress = () => chargeAddressOf(request)
  const { client, named, parameters, throttleKey } = await authenticateClient(request).catch(
    async (error: unknown) => {
      // An internal error of the server does not count for the caller.
      if (toOAuthError(error)) await chargeAddress()
      throw error
    },
  )
  if (client) return countedCall(request, client, parameters)
  await chargeAddress()
  // Unknown clients, disabled ones and wrong secrets share one response and one throttle.
  const { ctx } = request
  await consumeAttempt(ctx, throttleKey, WRONG_SECRETS)
  if (named) await recordAudit(ctx, { kind: 'client_refused', clientId: named.id })
  throw new OAuthError('invalid_client', 'Client authentication failed.')
}

/** `identifyClient` for endpoints where public clients prove nothing: their calls count for the network address. */
export async function admitClient(request: RequestContext): Promise<ClientCall> {
  const call = await identifyClient(request)
  await call.countForAddress()
  return call
}

/** Counts a call without valid credentials for its network address. @throws RATE_LIMIT_EXCEEDED */
export function chargeAddressOf({ req, res, server }: RequestContext): Promise<void> {
  const { requestGuard } = server
  return requestGuard.charge(requestGuard.anonymous(req), req, res)
}

async function countedCall(
  request: RequestContext,
  client: Client,
  parameters: Parameters,
): Promise<ClientCall> {
  const { res, server } = request
  const { requestGuard } = server
  const { tier } = client
  let counted = client.kind === 'confidential'
  const once = async (charge: () => Promise<void>): Promise<void> => {
    if (counted) return
    counted = true
    await charge()
  }
  if (counted) await requestGuard.chargePrincipal({ tier, principal: client.id }, res)
  return {
    ...request,
    client,
    parameters,
    // A call counts like one with the access token.
    countForPerson: (identityId) => {
      const principal = tier === 'partner' ? client.id : identityId
      return once(() => requestGuard.chargePrincipal({ tier, principal }, res))
    },
    countForAddress: () => once(() => chargeAddressOf(request)),
  }
}

const selectClient = once((db: Kysely<IdentityTables>) =>
  db
    .selectFrom('clients')
    .select(CLIENT_COLUMNS)
    .select(throttledUntil)
    .where('id', '=', placeholder<string>('id'))
    .compile(),
)

interface Attempt {
  parameters: Parameters
  throttleKey: string
  /** The client that the credentials name, verified or not. */
  named: Client | undefined
  /** The client, if it is authenticated and enabled. */
  client: Client | undefined
}

async function authenticateClient(request: RequestContext): Promise<Attempt> {
  const { ctx, req } = request
  const parameters = await bodyParameters(request)
  const { id, secret, assertion } = sentCredentials(req.get('authorization'), parameters)
  const throttleKey = `client:${id.slice(0, 64)}:${addressPrincipal(req.ip ?? '')}`
  const values = { id, ...throttleValues(ctx, throttleKey, WRONG_SECRETS) }
  const [named] = await executeWith(ctx.db, selectClient(ctx.db), values)
  // While throttled, no secret is checked, so that even the right one does not stand out.
  if ((secret ?? assertion) !== undefined && named?.throttledUntil) {
    throw tooManyAttempts(named.throttledUntil, ctx.now(), WRONG_SECRETS)
  }
  const isProven = named !== undefined && (await isProvenBy(request, named, { secret, assertion }))
  const client = isProven && named.disabledAt === null ? named : undefined
  return { parameters, throttleKey, named, client }
}

/** A client authenticates with its keys, its secret, or not at all. */
async function isProvenBy(
  request: RequestContext,
  client: Client,
  { secret, assertion }: Pick<Credentials, 'secret' | 'assertion'>,
): Promise<boolean> {
  if (assertion !== undefined) return isProvenByAssertion(request, client, assertion)
  if (client.jwks) return false
  return client.secretHash
    ? sameHash(client.secretHash, sha256(secret ?? ''))
    : secret === undefined
}

interface Credentials {
  id: string
  secret?: string | undefined
  assertion?: string | undefined
}

function sentCredentials(authorization: string | undefined, parameters: Parameters): Credentials {
  const isBasic = authorization !== undefined && /^basic /i.test(authorization)
  const asserted = sentAssertion(parameters)
  const ways = [isBasic, asserted, parameters.has('client_secret')]
  if (ways.filter(Boolean).length > 1) {
    throw new OAuthError('invalid_request', 'The client must authenticate in one way only.')
  }
  if (!isBasic && !asserted) {
    return { id: required(parameters, 'client_id'), secret: parameters.get('client_secret') }
  }
  const credentials = asserted ?? basicCredentials(authorization!)
  const named = parameters.get('client_id')
  if (named === undefined || named === credentials.id) return credentials
  throw new OAuthError('invalid_request', 'The parameter client_id names another client.')
}

/** Id and secret are form-encoded inside the header (RFC 6749, section 2.3.1). */
function basicCredentials(authorization: string): Credentials {
  const decoded = Buffer.from(authorization.slice('basic '.length), 'base64').toString()
  const [, id, secret] = /^([^:]+):(.*)$/s.exec(decoded) ?? []
  const parts = [id, secret].map(formDecoded)
  if (parts[0] === undefined || parts[1] === undefined) {
    throw new OAuthError('invalid_client', 'Client authentication failed.')
  }
  return { id: parts[0], secret: parts[1] }
}

function formDecoded(text: string | undefined): string | undefined {
  try {
    const decoded = text && decodeURIComponent(text.replaceAll('+', ' '))
    return decoded !== undefined && isStorable(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}
