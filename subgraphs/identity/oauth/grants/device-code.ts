// The device code grant (RFC 8628, section 3.4): a device polls until its person has decided.
import {
  pollDeviceAuthorization,
  redeemDeviceCode,
} from '../../domain/authorization/device-authorization.ts'
import type { ClientCall } from '../client-authentication.ts'
import { OAuthError, type OAuthErrorCode } from '../oauth-error.ts'
import { required } from '../parameters.ts'
import type { GrantType, Issue } from './grant-type.ts'

export const deviceCode: GrantType = {
  name: 'urn:ietf:params:oauth:grant-type:device_code',
  parameters: {
    device_code: {
      description: 'From /api/oauth/device_authorization; single use.',
      example: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS',
    },
  },
  issue: poll,
}

async function poll(call: ClientCall): Promise<Issue> {
  const { client, ctx, parameters } = call
  const code = required(parameters, 'device_code')
  const polled = await pollDeviceAuthorization(ctx, client.id, code)
  if (polled.state !== 'allowed') throw new OAuthError(...REFUSALS[polled.state])
  await call.countForPerson(polled.identityId)
  const redeemed = await redeemDeviceCode(ctx, code, polled.identityId)
  if (redeemed) return { ...redeemed, scopes: redeemed.grant.scopes }
  throw new OAuthError(...REFUSALS.unknown)
}

const REFUSALS: Readonly<
  Record<
    'unknown' | 'too soon' | 'expired' | 'pending' | 'denied',
    readonly [error: OAuthErrorCode, description: string]
  >
> = {
  unknown: ['invalid_grant', 'The device_code is unknown or used.'],
  'too soon': ['slow_down', 'Wait five seconds more between two requests from now on.'],
  expired: ['expired_token', 'The device_code has expired.'],
  pending: ['authorization_pending', 'The person has not decided yet.'],
  denied: ['access_denied', 'The person has denied the request.'],
}
