// Client assertions: a client proves who it is by a signature (private_key_jwt; RFC 7523, section 3).
import { createLocalJWKSet, decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'
import { ASSERTION_ALGORITHMS } from '../domain/client-keys.ts'
import { sha256 } from '../domain/random.ts'
import type { Client } from '../tables.ts'
import { OAuthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'
import type { RequestContext } from './request-context.ts'

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** How far ahead an assertion may expire: so long is its `jti` kept. */
const LONGEST_LIFE_S = 600
const CLOCK_SKEW_S = 30
const LONGEST_JTI = 200

/**
 * The assertion of a request, and the client that it names.
 * @throws invalid_request for another type; invalid_client for what is no JWT
 */
export function sentAssertion(
  parameters: Parameters,
): { id: string; assertion: string } | undefined {
  const assertion = parameters.get('client_assertion')
  const type = parameters.get('client_assertion_type')
  if (assertion === undefined && type === undefined) return undefined
  if (assertion === undefined || type !== ASSERTION_TYPE) {
    throw new OAuthError('invalid_request', `The client_assertion_type must be ${ASSERTION_TYPE}.`)
  }
  const id = subjectOf(assertion)
  if (id === undefined) throw new OAuthError('invalid_client', 'Client authentication failed.')
  return { id, assertion }
}

function subjectOf(assertion: string): string | undefined {
  try {
    const { sub } = decodeJwt(assertion)
    // It is looked up, so it must be a text that a table can hold.
    return typeof sub === 'string' && /^[\w.-]{1,64}$/.test(sub) ? sub : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** Whether the assertion proves the client, now and once. */
export async function isProvenByAssertion(
  request: RequestContext,
  client: Pick<Client, 'id' | 'jwks'>,
  assertion: string,
): Promise<boolean> {
  const claims = await verifiedClaims(request, client, assertion)
  return claims !== undefined && (await useUp(request, client.id, claims))
}

async function verifiedClaims(
  { ctx, server }: RequestContext,
  { id, jwks }: Pick<Client, 'id' | 'jwks'>,
  assertion: string,
): Promise<JWTPayload | undefined> {
  if (!jwks) return undefined
  const now = ctx.now()
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet(jwks), {
      algorithms: ASSERTION_ALGORITHMS,
      issuer: id,
      subject: id,
      audience: [server.issuer, `${server.issuer}/api/oauth/token`],
      requiredClaims: ['exp', 'jti'],
      clockTolerance: CLOCK_SKEW_S,
      currentDate: now,
    })
    const { exp, jti } = payload
    const isNear = exp! <= now.getTime() / 1000 + LONGEST_LIFE_S
    return isNear && typeof jti === 'string' && jti.length <= LONGEST_JTI ? payload : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** False for an assertion that was used before: the database decides it, for every process at once. */
async function useUp(
  { ctx }: RequestContext,
  clientId: string,
  { exp, jti }: JWTPayload,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('clientAssertions')
    .values({
      assertionHash: sha256(`${clientId}\0${jti}`),
      expiresAt: new Date((exp! + CLOCK_SKEW_S) * 1000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
