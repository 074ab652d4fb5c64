// Asking the person whether the client may: all of it, or nothing.
import type { RequestHandler } from 'express'
import { recordAudit } from '../../domain/audit.ts'
import { consentedScopes } from '../../domain/consent.ts'
import { answerOrRefuse, readPendingRequest, type PendingRequest } from './pending-request.ts'
import type { AuthorizationRequest } from '../authorization-request.ts'
import {
  countForPerson,
  grantAccess,
  refuseAdmin,
  signedInFor,
} from '../endpoints/authorization.ts'
import { OAuthError } from '../oauth-error.ts'
import { consentPage } from '../pages/consent.ts'
import { SCOPE_WORDS } from '../pages/scope-words.ts'
import { takePushedRequest } from '../pushed-request.ts'
import { handler, pageUrl, type AuthorizationServer } from '../request-context.ts'
import { clientView, samePage } from './destination.ts'
import { sendPage } from './page.ts'
import { signOut } from './sign-out.ts'
import {
  readForm,
  readBrowserSession,
  type SignedInBrowserSession,
  type BrowserSession,
} from './browser-session.ts'

export function showConsent(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(server, request)
    const asked = await readPendingRequest(request)
    const elsewhere = await answerOrRefuse(server, asked, async (request) => {
      const signedIn = await signedInFor(server, browserSession, asked.sent, request)
      if (!signedIn) return pageUrl(server, '/sign-in', asked.sent)
      sendPage(request.res, await renderConsent(server, { ...browserSession, signedIn }, request))
      return undefined
    })
    if (elsewhere !== undefined) request.res.redirect(303, elsewhere)
  })
}

export function submitConsent(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(server, request)
    const asked = await readPendingRequest(request)
    const form = await readForm(server, browserSession)
    const location = await answerOrRefuse(server, asked, (request) =>
      decide(server, browserSession, asked, request, form.get('decision')),
    )
    request.res.redirect(303, location)
  })
}

/** POST: ends this sign-in, and asks for another one for the same request. */
export function switchAccount(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(server, request)
    await readForm(server, browserSession)
    await signOut(server, browserSession)
    request.res.redirect(303, samePage(server, browserSession, '/sign-in'))
  })
}

async function decide(
  server: AuthorizationServer,
  browserSession: BrowserSession,
  { sent }: PendingRequest,
  request: AuthorizationRequest,
  decision: string | undefined,
): Promise<string> {
  const signedIn = await signedInFor(server, browserSession, sent, request)
  if (!signedIn) return pageUrl(server, '/sign-in', sent)
  const { identity } = signedIn
  refuseAdmin(request.scopes, identity)
  await countForPerson(server, browserSession, signedIn)
  if (decision === 'allow') return grantAccess(server, browserSession, sent, request, signedIn)
  await takePushedRequest(browserSession.ctx.db, sent)
  const who = { identityId: identity.id, clientId: request.client.id }
  const details = { scopes: request.scopes }
  await recordAudit(browserSession.ctx, { kind: 'consent_denied', ...who, details })
  throw new OAuthError('access_denied', 'The person has denied the request.')
}

async function renderConsent(
  server: AuthorizationServer,
  browserSession: SignedInBrowserSession,
  request: AuthorizationRequest,
): Promise<string> {
  const { client, scopes } = request
  const { identity } = browserSession.signedIn
  refuseAdmin(scopes, identity)
  const allowed = await consentedScopes(browserSession.ctx, identity.id, client.id)
  return consentPage({
    action: samePage(server, browserSession, '/consent'),
    switchAction: samePage(server, browserSession, '/consent/switch'),
    csrf: browserSession.csrf,
    client: clientView(request),
    scopes: scopes.map((name) => ({
      name,
      words: SCOPE_WORDS[name as keyof typeof SCOPE_WORDS],
      isNew: !allowed.includes(name),
    })),
    account: identity,
  })
}
