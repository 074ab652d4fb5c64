// The checks before an authorization: which step runs which, in which order.
import type { Interaction } from '../authorization-result.ts'
import type { Check, RequestToCheck, SignedInRequest } from './check.ts'
import { checkAdminScope } from './check-admin-scope.ts'
import { checkAuthenticationContext } from './check-authentication-context.ts'
import { checkIdTokenHint } from './check-id-token-hint.ts'
import { checkRateLimit } from './check-rate-limit.ts'
import { checkSignInAge, isTooOld } from './check-sign-in-age.ts'

/** `authorize` is the authorization endpoint; a form is the POST of its page. */
export type Step = 'authorize' | 'consent page' | 'consent form' | 'device page' | 'device form'

const A = 'authorize'
const P = 'consent page'
const F = 'consent form'
const D = 'device form'

/**
 * Check → the steps that run it, from top to bottom. All steps require a signed-in person; the device page
 * requires nothing else. With a chain of middleware, the compiler could not tell a checked request from another one.
 */
const CHECKS: readonly (readonly [Check, ...Step[]])[] = [
  [checkIdTokenHint, A, P, F],
  [checkSignInAge, A, P, F],
  [checkAdminScope, A, P, F],
  [checkAuthenticationContext, A, P, F],
  [checkRateLimit, A, F, D],
]

/** A request that has passed the checks of a step. Only `runChecks` creates one. */
export type Passed<R extends RequestToCheck, S extends Step> = R & SignedInRequest & { passed: S }

/** The request if it passes the checks of the step, or the page that the person must pass first. */
export async function runChecks<R extends RequestToCheck, S extends Step>(
  step: S,
  request: R,
): Promise<Passed<R, S> | Interaction> {
  const { signedIn } = request
  if (!signedIn) return 'sign-in'
  const needsFreshness = isTooOld(request, signedIn.session)
  const passing = { ...request, signedIn, needsFreshness, passed: step }
  for (const [check, ...steps] of CHECKS) {
    const page = steps.includes(step) ? await check(passing) : undefined
    if (page !== undefined) return page
  }
  return passing
}
