// Client assertions: client authentication by signature (private_key_jwt; RFC 7523, section 3).
import {
  createLocalJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose'
import { ASSERTION_ALGORITHMS } from '../domain/clients/client-keys.ts'
import { sha256 } from '../domain/secrets/random.ts'
import type { Client } from '../tables.ts'
import { OAuthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'
import type { RequestContext } from './request-context.ts'

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** The maximum lifetime of an assertion, and how long its `jti` is stored. */
const MAX_LIFETIME_S = 600
const CLOCK_SKEW_S = 30
const MAX_JTI_LENGTH = 200

/**
 * The assertion of a request, and the client that it names. @throws invalid_request for another type;
 * invalid_client for anything but a JWT
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
    // Used in a query, so it must be text that PostgreSQL can store.
    return typeof sub === 'string' && /^[\w.-]{1,64}$/.test(sub) ? sub : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** Whether the assertion is valid now, signed by the client, and not used before. */
export async function isProvenByAssertion(
  request: RequestContext,
  client: Pick<Client, 'id' | 'jwks'>,
  assertion: string,
): Promise<boolean> {
  const claims = await verifiedClaims(request, client, assertion)
  return claims !== undefined && (await useUp(request, client.id, claims))
}

async function verifiedClaims(
  request: RequestContext,
  { id, jwks }: Pick<Client, 'id' | 'jwks'>,
  assertion: string,
): Promise<JWTPayload | undefined> {
  if (!jwks) return undefined
  const audience = audiencesOf(request)
  const now = request.ctx.now()
  try {
    const payload = await verify(assertion, jwks, rulesOf(id, audience, now))
    const { aud, exp, jti } = payload
    const isForUsAlone = [aud].flat().every((name) => audience.includes(name as string))
    const isNear = exp! <= now.getTime() / 1000 + MAX_LIFETIME_S
    const isIdentified = typeof jti === 'string' && jti.length <= MAX_JTI_LENGTH
    return isForUsAlone && isNear && isIdentified ? payload : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

function rulesOf(clientId: string, audience: string[], now: Date): JWTVerifyOptions {
  return {
    algorithms: ASSERTION_ALGORITHMS,
    issuer: clientId,
    subject: clientId,
    audience,
    requiredClaims: ['exp', 'jti'],
    clockTolerance: CLOCK_SKEW_S,
    currentDate: now,
  }
}

/** The issuer, the token endpoint, and the endpoint that was called (RFC 9126, section 2). */
function audiencesOf({ req, server: { issuer } }: RequestContext): string[] {
  const { pathname } = new URL(req.originalUrl, issuer)
  return [issuer, `${issuer}/api/oauth/token`, issuer + pathname]
}

/** Verifies with the key that the header names, or else with each of the client's keys for the algorithm. */
async function verify(
  assertion: string,
  jwks: JSONWebKeySet,
  rules: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(assertion, createLocalJWKSet(jwks), rules)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      const payload = await verifyByKey(assertion, key, rules)
      if (payload) return payload
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

/** The claims of an assertion; undefined if the key did not sign it. */
async function verifyByKey(
  assertion: string,
  key: CryptoKey,
  rules: JWTVerifyOptions,
): Promise<JWTPayload | undefined> {
  try {
    return (await jwtVerify(assertion, key, rules)).payload
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined
    throw error
  }
}

/** Consumes the assertion. Returns false if it was used before; the database decides this for all processes. */
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
