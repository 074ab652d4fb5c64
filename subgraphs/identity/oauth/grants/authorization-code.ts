// The authorization code grant (RFC 6749, section 4.1.3): exchanges a code for the first tokens of a grant.
import {
  findGrantByCode,
  isRedeemable,
  redeemCode,
} from '../../domain/authorization/authorization-code.ts'
import type { ClientCall } from '../client-authentication.ts'
import { OAuthError } from '../oauth-error.ts'
import { required } from '../parameters.ts'
import type { GrantType, Issue } from './grant-type.ts'
import { checkVerifier } from './pkce.ts'

export const authorizationCode: GrantType = {
  name: 'authorization_code',
  parameters: {
    code: {
      description: 'Valid for 60 seconds, single use.',
      example: 'SplxlOBeZQQYbYS6WxSbIA',
    },
    redirect_uri: {
      description: 'The same as in the request.',
      example: 'http://localhost:4000/callback',
    },
    code_verifier: {
      description: 'Required if a challenge was sent.',
      example: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      optional: true,
    },
  },
  issue: redeem,
}

async function redeem(request: ClientCall): Promise<Issue> {
  const { client, ctx, parameters } = request
  const redirectUri = required(parameters, 'redirect_uri')
  const found = await findGrantByCode(ctx, required(parameters, 'code'))
  if (!found || found.clientId !== client.id || found.redirectUri !== redirectUri) {
    throw new OAuthError('invalid_grant', 'The code is not valid for this client and redirect_uri.')
  }
  checkVerifier(found, parameters.get('code_verifier'))
  if (isRedeemable(ctx, found)) await request.countForPerson(found.identityId!)
  const redeemed = await redeemCode(ctx, found)
  if (typeof redeemed === 'string') {
    // The error does not reveal which of the two; the audit trail does.
    throw new OAuthError('invalid_grant', 'The code is used or expired.')
  }
  const { nonce, scopes } = found
  return { ...redeemed, scopes, nonce }
}
