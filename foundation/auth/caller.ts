// Who calls: found out once for each request, and what fields ask of it.
import type { Viewer } from '#foundation/auth/viewer.ts'
import { forbidden, invalidToken } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** Who calls, as the edge found out; it goes along from service to service. */
export interface Caller {
  viewer: Viewer | undefined
  /** The `Authorization` header as it was sent, to go along when one service asks another. */
  authorization: string | undefined
  /** The name of the service that calls, when a service token proved it. */
  service: string | undefined
  /** The admin API key as it was sent; whoever needs one checks it. */
  adminKey: string | undefined
  /** The IP address that the call came from, or a word for what calls by itself. */
  address: string
  requestId: string
  /** W3C trace context, passed on as it came. */
  trace: Readonly<Record<string, string>>
  log: Log
}

/** The viewer of a field that asks for one. @throws INVALID_TOKEN when there is none. */
export function requireViewer({ viewer }: Caller): Viewer {
  if (!viewer) throw invalidToken('missing')
  return viewer
}

/**
 * The identity that the viewer is. @throws INSUFFICIENT_PERMISSIONS for a client that acts for
 * nobody (its `sub` is the client's own id), since it can own nothing.
 */
export function requireIdentity(caller: Caller): string {
  const { identityId, clientId } = requireViewer(caller)
  if (identityId !== clientId) return identityId
  throw forbidden('Only a person can do this, and the token stands for a client alone.', {
    reason: 'no_identity',
  })
}

/** @throws INSUFFICIENT_PERMISSIONS unless a service token proved that a service calls. */
export function requireService({ service }: Caller): void {
  if (service !== undefined) return
  throw forbidden('Only a service of this system may ask for this.', { reason: 'service_token' })
}

/** @throws INSUFFICIENT_PERMISSIONS unless the viewer's token carries every one of the scopes. */
export function requireScopes(caller: Caller, scopes: readonly string[]): void {
  const { scopes: granted } = requireViewer(caller)
  const missing = scopes.filter((scope) => !granted.has(scope))
  if (missing.length === 0) return
  const requiredScope = missing.join(' ')
  throw forbidden(`The access token lacks the scope ${requiredScope}.`, { requiredScope })
}

/** The service itself, when it works without anybody asking. */
export function systemCaller(log: Log): Caller {
  const requestId = crypto.randomUUID()
  return {
    viewer: undefined,
    authorization: undefined,
    service: undefined,
    adminKey: undefined,
    address: 'system',
    requestId,
    trace: {},
    log: log.child({ requestId }),
  }
}
