// The viewer for domain functions on the pages: the signed-in person.
import type { IdentityContext } from '../../context.ts'
import { SCOPES } from '../../domain/grants/scope.ts'
import type { Identity } from '../../tables.ts'
import type { SignedInBrowserSession } from '../browser-session.ts'

/** The context of the browser session, with the person as the viewer. */
export function asPerson({
  ctx,
  signedIn: { identity, session },
}: SignedInBrowserSession): IdentityContext {
  return asViewer(ctx, identity, session.id, session.expiresAt)
}

/** A context for the owner of a link that sets their password, who has no session. */
export function asOwner(ctx: IdentityContext, identity: Pick<Identity, 'id'>): IdentityContext {
  return asViewer(ctx, identity, 'link', ctx.now())
}

function asViewer(
  ctx: IdentityContext,
  { id }: Pick<Identity, 'id'>,
  grantId: string,
  expiresAt: Date,
): IdentityContext {
  const viewer = {
    identityId: id,
    clientId: 'account',
    grantId,
    scopes: new Set<string>(SCOPES.filter((name) => name !== 'admin')),
    tier: 'authenticated' as const,
    expiresAt: expiresAt.getTime(),
  }
  return { ...ctx, viewer }
}
