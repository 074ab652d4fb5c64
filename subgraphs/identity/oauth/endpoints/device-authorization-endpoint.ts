// The device authorization endpoint (RFC 8628, section 3.1): codes for a device without a browser.
import {
  DEVICE_LIFETIME_S,
  startDeviceAuthorization,
} from '../../domain/authorization/device-authorization.ts'
import { countForAddress } from '../address-limit.ts'
import { requestedScopes } from '../authorization-request.ts'
import { admitClient } from '../client-authentication.ts'
import { OAuthError } from '../oauth-error.ts'
import type { RequestContext } from '../request-context.ts'

/** Limits the device authorizations of one network address, because public clients prove nothing. */
const STARTED_BY_AN_ADDRESS = { max: 100, windowMs: 15 * 60_000 }

/** POST, for clients that are registered for the device flow. */
export async function deviceAuthorizationEndpoint(request: RequestContext): Promise<void> {
  const { ctx, res, server } = request
  const { client, parameters } = await admitClient(request)
  if (!client.deviceFlow) {
    throw new OAuthError('unauthorized_client', 'The client is not registered for devices.')
  }
  const scopes = requestedScopes(client, parameters)
  if (scopes.includes('admin')) {
    // Somebody tricked into typing a code must not hand over everybody's data.
    throw new OAuthError('invalid_scope', 'The scope admin is not given to devices.')
  }
  await countForAddress(request, 'device-authorizations', STARTED_BY_AN_ADDRESS)
  const wanted = { clientId: client.id, scopes }
  const codes = await startDeviceAuthorization(ctx, server.secret, wanted)
  const page = `${server.issuer}/device`
  res.json({
    device_code: codes.deviceCode,
    user_code: codes.userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${codes.userCode}`,
    expires_in: DEVICE_LIFETIME_S,
    interval: codes.intervalSeconds,
  })
}
