// The client may require a new sign-in (OpenID Connect Core, section 3.1.2.1, `prompt` and `max_age`).
import type { Session } from '../../tables.ts'
import type { Interaction } from '../authorization-result.ts'
import { isFresh } from '../fresh-sign-in.ts'
import type { RequestToCheck, SignedInRequest } from './check.ts'

/** Whether the client requires a newer sign-in. `prompt=login` and `max_age=0` always do. */
export function isTooOld(
  { authorization: { maxAge, prompts }, ctx }: RequestToCheck,
  { authenticatedAt }: Pick<Session, 'authenticatedAt'>,
): boolean {
  if (prompts.includes('login') || maxAge === 0) return true
  return maxAge !== undefined && (ctx.now().getTime() - authenticatedAt.getTime()) / 1000 > maxAge
}

/** Requires the sign-in page until the person has signed in for this very request (OpenID Connect Core, 3.1.2.3). */
export async function checkSignInAge(request: SignedInRequest): Promise<Interaction | undefined> {
  const { needsFreshness, sent, signedIn } = request
  if (!needsFreshness || (await isFresh(request, sent, signedIn.session))) return undefined
  return 'sign-in'
}
