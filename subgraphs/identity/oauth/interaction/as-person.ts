// The viewer of domain functions on the account page: the person who is signed in.
import type { IdentityContext } from '../../context.ts'
import { SCOPES } from '../../domain/scope.ts'
import type { SignedInBrowserSession } from './browser-session.ts'

/** The context of the browser session, with the person as the viewer. */
export function asPerson({
  ctx,
  signedIn: { identity, session },
}: SignedInBrowserSession): IdentityContext {
  const viewer = {
    identityId: identity.id,
    clientId: 'account',
    grantId: session.id,
    scopes: new Set<string>(SCOPES.filter((name) => name !== 'admin')),
    tier: 'authenticated' as const,
    expiresAt: session.expiresAt.getTime(),
  }
  return { ...ctx, viewer }
}
