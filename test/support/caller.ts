// Authenticated callers, for tests without a request guard.
import type { Caller } from '#foundation/auth/caller.ts'
import { createLog } from '#foundation/telemetry/log.ts'

/** The caller and their permissions. */
export interface CallerOptions {
  /** Nobody by default. */
  as?: { id: string; clientId?: string }
  /** All scopes but `admin` by default. */
  scopes?: readonly string[]
  /** The calling service, as a service token proves it. */
  service?: string
  adminKey?: string
  /** The header Idempotency-Key. */
  key?: string
  /** The header Origin. */
  origin?: string
  /** When they signed in, with two factors. By default, the sign-in is always recent enough. */
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
