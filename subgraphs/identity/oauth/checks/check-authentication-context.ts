// The client may require more factors than were proved (OpenID Connect Core, section 3.1.2.1, `acr_values`).
import {
  ACR_VALUES,
  ADMINISTRATIVE_ACR,
  isAcr,
  type Acr,
} from '#foundation/auth/authentication-context.ts'
import { acrOf, findFactors, hasSecondFactor } from '../../domain/sessions/second-factor.ts'
import type { Interaction } from '../authorization-result.ts'
import { OAuthError } from '../oauth-error.ts'
import type { RequestToCheck, SignedInRequest } from './check.ts'

/**
 * Requires the page that adds or confirms the missing factor (OpenID Connect Core, section 5.5.1.1). The
 * scope `admin` always requires two factors. @throws unmet_authentication_requirements (OpenID Connect Core
 * Error Code) if the person has no such factor, login_required if no page may be shown
 */
export async function checkAuthenticationContext(
  request: SignedInRequest,
): Promise<Interaction | undefined> {
  const { authorization, ctx, signedIn } = request
  const { acrValues, prompts, scopes } = authorization
  const factors = await findFactors(ctx, signedIn.identity.id)
  const reachable = hasSecondFactor(factors) ? ACR_VALUES : ACR_VALUES.slice(0, 1)
  const isSilent = prompts.includes('none')
  if (scopes.includes('admin') && !reachable.includes(ADMINISTRATIVE_ACR)) {
    if (isSilent) throw unmet('The scope admin needs a second factor, and the person has none.')
    return 'second-factor-needed'
  }
  const wanted = wantedAcr(authorization, reachable)
  if (wanted === undefined) {
    throw unmet(`The person has no factors that meet acr_values=${acrValues.join(' ')}.`)
  }
  if (wanted <= acrOf(signedIn.session.methods)) return undefined
  if (isSilent) throw new OAuthError('login_required', 'The person must confirm who they are.')
  return 'confirmation'
}

/**
 * The first known value that the person can reach. Unknown values are only preferences (OpenID Connect Core,
 * section 3.1.2.1); the claim `acr` says what was proved.
 */
function wantedAcr(
  { acrValues, scopes }: RequestToCheck['authorization'],
  reachable: readonly Acr[],
): Acr | undefined {
  const known = acrValues.filter(isAcr)
  const requested: readonly Acr[] = known.length === 0 ? ['1'] : known
  const first = requested.find((value) => reachable.includes(value))
  return first && scopes.includes('admin') ? ADMINISTRATIVE_ACR : first
}

function unmet(description: string): OAuthError {
  return new OAuthError('unmet_authentication_requirements', description)
}
