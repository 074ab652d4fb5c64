// Asking the person whether the client may: all of it, or nothing.
import type { RequestHandler } from 'express'
import { recordAudit } from '../../domain/audit.ts'
import { consentedScopes } from '../../domain/consent.ts'
import { answerOrRefuse, readAsked, type Asked } from './pending-request.ts'
import type { AuthorizationRequest } from '../authorization-request.ts'
import { countForPerson, grantAccess, refuseAdmin, signedInFor } from '../endpoints/authorization.ts'
import { OAuthError } from '../oauth-error.ts'
import { consentPage } from '../pages/consent.ts'
import { SCOPE_WORDS } from '../pages/scope-words.ts'
import { takePushedRequest } from '../pushed-request.ts'
import { handler, pageUrl, type AuthorizationServer } from '../request-context.ts'
import { clientView, samePage } from './destination.ts'
import { sendPage } from './page.ts'
import { signOut } from './sign-out.ts'
import { readForm, visit, type SignedInVisit, type Visit } from './browser-session.ts'

export function showConsent(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const visiting = await visit(server, exchange)
    const asked = await readAsked(exchange)
    const elsewhere = await answerOrRefuse(server, asked, async (request) => {
      const signedIn = await signedInFor(server, visiting, asked.sent, request)
      if (!signedIn) return pageUrl(server, '/sign-in', asked.sent)
      sendPage(exchange.res, await renderConsent(server, { ...visiting, signedIn }, request))
      return undefined
    })
    if (elsewhere !== undefined) exchange.res.redirect(303, elsewhere)
  })
}

export function submitConsent(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const visiting = await visit(server, exchange)
    const asked = await readAsked(exchange)
    const form = await readForm(server, visiting)
    const location = await answerOrRefuse(server, asked, (request) =>
      decide(server, visiting, asked, request, form.get('decision')),
    )
    exchange.res.redirect(303, location)
  })
}

/** POST: ends this sign-in, and asks for another one for the same request. */
export function switchAccount(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const visiting = await visit(server, exchange)
    await readForm(server, visiting)
    await signOut(server, visiting)
    exchange.res.redirect(303, samePage(server, visiting, '/sign-in'))
  })
}

async function decide(
  server: AuthorizationServer,
  visiting: Visit,
  { sent }: Asked,
  request: AuthorizationRequest,
  decision: string | undefined,
): Promise<string> {
  const signedIn = await signedInFor(server, visiting, sent, request)
  if (!signedIn) return pageUrl(server, '/sign-in', sent)
  const { identity } = signedIn
  refuseAdmin(request.scopes, identity)
  await countForPerson(server, visiting, signedIn)
  if (decision === 'allow') return grantAccess(server, visiting, sent, request, signedIn)
  await takePushedRequest(visiting.ctx.db, sent)
  const who = { identityId: identity.id, clientId: request.client.id }
  const details = { scopes: request.scopes }
  await recordAudit(visiting.ctx, { kind: 'consent_denied', ...who, details })
  throw new OAuthError('access_denied', 'The person has denied the request.')
}

async function renderConsent(
  server: AuthorizationServer,
  visiting: SignedInVisit,
  request: AuthorizationRequest,
): Promise<string> {
  const { client, scopes } = request
  const { identity } = visiting.signedIn
  refuseAdmin(scopes, identity)
  const allowed = await consentedScopes(visiting.ctx, identity.id, client.id)
  return consentPage({
    action: samePage(server, visiting, '/consent'),
    switchAction: samePage(server, visiting, '/consent/switch'),
    csrf: visiting.csrf,
    client: clientView(request),
    scopes: scopes.map((name) => ({
      name,
      words: SCOPE_WORDS[name as keyof typeof SCOPE_WORDS],
      isNew: !allowed.includes(name),
    })),
    account: identity,
  })
}
