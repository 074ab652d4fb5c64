// Callers as the request guard of a service authenticates them, for tests without one.
import type { Caller } from '#foundation/auth/caller.ts'
import { createLog } from '#foundation/telemetry/log.ts'

/** Who asks, and with what. */
export interface CallerOptions {
  /** Nobody when left out. */
  as?: { id: string; clientId?: string }
  /** All but `admin` when left out. */
  scopes?: readonly string[]
  /** The service that asks, as a service token proves it. */
  service?: string
  adminKey?: string
  /** The header Idempotency-Key. */
  key?: string
  /** The header Origin. */
  origin?: string
  /** When they signed in, with two factors; for ever when left out. */
  signedInAt?: number
}

const EVERY_SCOPE = ['identity', 'credentials', 'wallet']

export const testLog = createLog(process.env.TEST_LOG_LEVEL ?? 'silent', 'test')

export function callerOf({
  as,
  scopes = EVERY_SCOPE,
  service,
  adminKey,
  key,
  origin,
  signedInAt = Infinity,
}: CallerOptions = {}): Caller {
  return {
    viewer: as && {
      identityId: as.id,
      clientId: as.clientId ?? 'test-client',
      grantId: 'test-grant',
      scopes: new Set(scopes),
      tier: 'authenticated',
      expiresAt: Infinity,
      signedInAt,
      acr: '2',
    },
    authorization: undefined,
    service,
    adminKey,
    idempotencyKey: key,
    origin,
    address: '192.0.2.1',
    requestId: 'test-request',
    trace: {},
    log: testLog,
  }
}
