// Which client calls, and the proof of it (RFC 6749, section 2.3).
import { PREPARED } from '#foundation/database/database.ts'
import { addressPrincipal } from '#foundation/limits/rate-limit.ts'
import { recordAudit } from '../domain/audit.ts'
import { sameHash, sha256 } from '../domain/random.ts'
import type { Client } from '../tables.ts'
import { brakedUntil, takeAttempt, tooManyAttempts } from '../domain/brake.ts'
import { OAuthError, toOAuthError } from './oauth-error.ts'
import { bodyParameters, isStorable, required, type Parameters } from './parameters.ts'
import type { AuthorizationServer, Exchange } from './server.ts'

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
] as const

const WRONG_SECRETS = { most: 20, windowMs: 60_000 }

/** The call of a client that is known, and has proven itself if it is confidential. */
export interface ClientCall extends Exchange {
  client: Client
  parameters: Parameters
  /**
   * Counts the call of a public client, once: for the person whose good code or token it carries.
   * That of a confidential client has been counted for the client.
   */
  countForPerson(identityId: string): Promise<void>
  /** The same for one that carries nothing good: it counts for the address. */
  countForAddress(): Promise<void>
}

/**
 * The client that calls and the parameters it sent in the body. A call that is refused here counts for
 * the address, before anything is written of it.
 * @throws invalid_client, invalid_request; temporarily_unavailable over a limit
 */
export async function identifyClient(
  server: AuthorizationServer,
  exchange: Exchange,
): Promise<ClientCall> {
  const chargeAddress = () => chargeAddressOf(server, exchange)
  const { brake, client, named, parameters } = await authenticateClient(exchange).catch(
    async (error: unknown) => {
      // A fault of ours costs the caller nothing.
      if (toOAuthError(error)) await chargeAddress()
      throw error
    },
  )
  if (client) return countedCall(server, exchange, client, parameters)
  await chargeAddress()
  // Unknown, disabled or wrong: one answer, and one brake.
  const { ctx } = exchange
  await takeAttempt(ctx, brake, WRONG_SECRETS)
  if (named) await recordAudit(ctx, { kind: 'client_refused', clientId: named.id })
  throw new OAuthError('invalid_client', 'Client authentication failed.')
}

/** The same where nothing else that is sent proves anything: a public client counts by address. */
export async function admitClient(
  server: AuthorizationServer,
  exchange: Exchange,
): Promise<ClientCall> {
  const call = await identifyClient(server, exchange)
  await call.countForAddress()
  return call
}

/** A call that proves nothing. @throws RATE_LIMIT_EXCEEDED */
export function chargeAddressOf(
  { requestGuard }: AuthorizationServer,
  { req, res }: Exchange,
): Promise<void> {
  return requestGuard.charge(requestGuard.anonymous(req), req, res, 1)
}

async function countedCall(
  server: AuthorizationServer,
  exchange: Exchange,
  client: Client,
  parameters: Parameters,
): Promise<ClientCall> {
  const { requestGuard } = server
  const { tier } = client
  const { res } = exchange
  let counted = client.kind === 'confidential'
  const once = async (charge: () => Promise<void>): Promise<void> => {
    if (counted) return
    counted = true
    await charge()
  }
  if (counted) await requestGuard.chargePrincipal({ tier, principal: client.id }, res)
  return {
    ...exchange,
    client,
    parameters,
    // As a call with the access token would be counted.
    countForPerson: (identityId) => {
      const principal = tier === 'partner' ? client.id : identityId
      return once(() => requestGuard.chargePrincipal({ tier, principal }, res))
    },
    countForAddress: () => once(() => chargeAddressOf(server, exchange)),
  }
}

interface Attempt {
  parameters: Parameters
  brake: string
  /** The client that the credentials name, proven or not. */
  named: Client | undefined
  /** The same, once it is proven and not disabled. */
  client: Client | undefined
}

async function authenticateClient({ ctx, req, res }: Exchange): Promise<Attempt> {
  const parameters = await bodyParameters(req, res)
  const { id, secret } = sentCredentials(req.get('authorization'), parameters)
  const brake = `client:${id.slice(0, 64)}:${addressPrincipal(req.ip ?? '')}`
  const named = await ctx.db
    .selectFrom('clients')
    .modifyFront(PREPARED)
    .select(CLIENT_COLUMNS)
    .select(brakedUntil(ctx, brake, WRONG_SECRETS))
    .where('id', '=', id)
    .executeTakeFirst()
  // Once guessing is braked, no guess is looked at: not even the right one stands out.
  if (secret !== undefined && named?.brakedUntil) {
    throw tooManyAttempts(named.brakedUntil, ctx.now(), WRONG_SECRETS)
  }
  const isProven = named?.secretHash
    ? sameHash(named.secretHash, sha256(secret ?? ''))
    : secret === undefined
  const client = isProven && named?.disabledAt === null ? named : undefined
  return { parameters, brake, named, client }
}

interface Credentials {
  id: string
  secret: string | undefined
}

function sentCredentials(authorization: string | undefined, parameters: Parameters): Credentials {
  if (authorization === undefined || !/^basic /i.test(authorization)) {
    return { id: required(parameters, 'client_id'), secret: parameters.get('client_secret') }
  }
  if (parameters.has('client_secret')) {
    throw new OAuthError('invalid_request', 'The client must authenticate in one way only.')
  }
  const credentials = basicCredentials(authorization)
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
