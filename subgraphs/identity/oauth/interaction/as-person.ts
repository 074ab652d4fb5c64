// The domain asks a viewer who they are: on the account page it is who is signed in.
import type { IdentityContext } from '../../context.ts'
import { SCOPES } from '../../domain/scope.ts'
import type { SignedInBrowserSession } from './browser-session.ts'

/** The context of the browser session, with the person in the place of a token's. */
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
