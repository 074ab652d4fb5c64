// After the last factor: starts the session, or leads to the page of a claim that keeps everybody out.
import { DomainError } from '#foundation/domain/errors.ts'
import { createClaimLink } from '../../../domain/recovery/claim-link.ts'
import type { Proven } from '../../../domain/sign-in/password.ts'
import type { Identity, Session } from '../../../tables.ts'
import { pageUrl } from '../../request-context.ts'
import { signIn, type BrowserSession } from '../browser-session.ts'
import { destination } from '../destination.ts'

/** Signs the person in, and returns the address to continue at. */
export async function completeSignIn(
  browserSession: BrowserSession,
  proven: Pick<Identity, 'id'> & Partial<Proven>,
  method: Session['method'],
  methods?: Session['methods'],
): Promise<string> {
  try {
    const session = await signIn(browserSession, proven, method, methods)
    return destination(browserSession, session)
  } catch (error) {
    const url = await claimUrl(browserSession, proven.id, error)
    if (url === undefined) throw error
    return url
  }
}

/**
 * Where a sign-in leads that was refused because somebody claims the account: to the page of the claim. Undefined
 * for any other error.
 */
export async function claimUrl(
  { ctx, server }: BrowserSession,
  identityId: string,
  error: unknown,
): Promise<string | undefined> {
  const reason = error instanceof DomainError ? error.extensions.details.reason : undefined
  if (reason !== 'locked') return undefined
  const token = await createClaimLink(ctx, identityId)
  return token && pageUrl(server, '/claim', new Map([['token', token]]))
}
