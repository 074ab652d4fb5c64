// The authenticated caller of a request, and the checks that fields require of it.
import { ADMINISTRATIVE_ACR, isRecentSignIn } from '#foundation/auth/authentication-context.ts'
import type { Viewer } from '#foundation/auth/viewer.ts'
import { forbidden, invalidToken } from '#foundation/domain/errors.ts'
import { SYSTEM_ADDRESS } from '#foundation/limits/current-caller.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** The authenticated caller, which is passed on from service to service. */
export interface Caller {
  viewer: Viewer | undefined
  /** The `Authorization` header as sent, passed on when one service calls another. */
  authorization: string | undefined
  /** The calling service, when a service token proves it. */
  service: string | undefined
  /** The admin API key as sent, not verified yet. */
  adminKey: string | undefined
  /** The header Idempotency-Key as sent (foundation/http/idempotency-key.ts). */
  idempotencyKey?: string | undefined
  /** The header Origin as sent: the page whose script calls. Programs other than browsers may send anything. */
  origin?: string | undefined
  /** The IP address of the caller, or `system` for background work. */
  address: string
  requestId: string
  /** W3C trace context as sent, passed on to foreign subgraphs unless this process traces. */
  trace: Readonly<Record<string, string>>
  log: Log
}

/** The viewer of a field that requires one. @throws INVALID_TOKEN when there is none. */
export function requireViewer({ viewer }: Caller): Viewer {
  if (!viewer) throw invalidToken('missing')
  return viewer
}

/**
 * The viewer's identity. @throws INSUFFICIENT_PERMISSIONS for a machine client (its `sub` is the
 * client's own id), which owns nothing.
 */
export function requireIdentity(caller: Caller): string {
  const { identityId, clientId } = requireViewer(caller)
  if (identityId !== clientId) return identityId
  throw forbidden('Only a person can do this; the token belongs to a machine client.', {
    reason: 'no_identity',
  })
}

/** The viewer's identity; undefined for a machine client. */
export function findIdentityId({ viewer }: Caller): string | undefined {
  return viewer?.identityId === viewer?.clientId ? undefined : viewer?.identityId
}

/** @throws INSUFFICIENT_PERMISSIONS unless a service token identifies the caller. */
export function requireService({ service }: Caller): void {
  if (service !== undefined) return
  throw forbidden('Only a service of this system may call this.', { reason: 'service_token' })
}

/**
 * True for a service that acts for nobody, as in its background work. The router is no peer, because it always acts for
 * its caller: a gateway with a service token but without an access token must not read the data of services.
 */
export function isPeer({ service, viewer }: Pick<Caller, 'service' | 'viewer'>): boolean {
  return service !== undefined && service !== 'router' && !viewer
}

/** @throws INSUFFICIENT_PERMISSIONS unless the viewer's token has all of the scopes. */
export function requireScopes(caller: Caller, scopes: readonly string[]): void {
  const { scopes: granted } = requireViewer(caller)
  const missing = scopes.filter((scope) => !granted.has(scope))
  if (missing.length === 0) return
  const requiredScope = missing.join(' ')
  throw forbidden(`The access token lacks the scope ${requiredScope}.`, { requiredScope })
}

/**
 * Requires a recent sign-in for administrative changes by people (RFC 9470).
 * @throws INVALID_TOKEN with the reason `step_up` unless the viewer has just signed in with two factors
 */
export function requireStepUp(caller: Caller, at: Date): void {
  const { acr, clientId, identityId, signedInAt } = requireViewer(caller)
  if (identityId === clientId) return
  const isStrong = acr === ADMINISTRATIVE_ACR
  if (isStrong && signedInAt !== undefined && isRecentSignIn(signedInAt, at)) return
  throw invalidToken('step_up')
}

/** The caller of a service's background work: the service itself. */
export function systemCaller(log: Log): Caller {
  const requestId = crypto.randomUUID()
  return {
    viewer: undefined,
    authorization: undefined,
    service: undefined,
    adminKey: undefined,
    address: SYSTEM_ADDRESS,
    requestId,
    trace: {},
    log: log.child({ requestId }),
  }
}
