// The consent page: the person allows a client everything that it requests, or nothing.
import { recordAudit } from '../../../domain/audit/audit.ts'
import { consentedScopes } from '../../../domain/grants/consent.ts'
import { OAuthError } from '../../../oauth/oauth-error.ts'
import { consentPage } from '../../views/authorization/consent-page.ts'
import { consumePushedRequest } from '../../../oauth/pushed-request.ts'
import { grantAccess, type Authorization } from './grant-access.ts'
import { readForm, type BrowserSession } from '../browser-session.ts'
import { runChecks, type Passed } from '../../../oauth/checks/run-checks.ts'
import { sendBrowser, type NextStep } from './client-response.ts'
import { consentScopes } from './consent-scopes.ts'
import { clientView, samePage } from '../destination.ts'
import { sendPage } from '../page.ts'
import { continueOrRefuse, readPendingRequest } from './pending-request.ts'
import { signOut } from '../sign-in/sign-out-handlers.ts'

export async function showConsent(browserSession: BrowserSession): Promise<void> {
  const pending = await readPendingRequest(browserSession)
  const { sent } = pending
  const elsewhere = await continueOrRefuse(browserSession, pending, async (authorization) => {
    const checked = await runChecks('consent page', { ...browserSession, authorization, sent })
    if (typeof checked === 'string') return checked
    sendPage(browserSession.res, await renderConsent(checked))
    return undefined
  })
  if (elsewhere !== undefined) sendBrowser(browserSession.res, elsewhere)
}

export async function submitConsent(browserSession: BrowserSession): Promise<void> {
  const pending = await readPendingRequest(browserSession)
  const form = await readForm(browserSession)
  const next = await continueOrRefuse(browserSession, pending, (authorization) =>
    decide({ ...browserSession, authorization, sent: pending.sent }, form.get('decision')),
  )
  sendBrowser(browserSession.res, next)
}

/** POST: signs out and starts another sign-in for the same request. */
export async function switchAccount(browserSession: BrowserSession): Promise<void> {
  await readForm(browserSession)
  await signOut(browserSession)
  browserSession.res.redirect(303, samePage(browserSession, '/sign-in'))
}

async function decide(request: Authorization, decision: string | undefined): Promise<NextStep> {
  const { authorization, ctx, sent } = request
  const checked = await runChecks('consent form', request)
  if (typeof checked === 'string') return checked
  if (decision === 'allow') return grantAccess(checked)
  await consumePushedRequest(ctx.db, sent)
  await recordAudit(ctx, {
    kind: 'consent_denied',
    identityId: checked.signedIn.identity.id,
    clientId: authorization.client.id,
    details: { scopes: authorization.scopes },
  })
  throw new OAuthError('access_denied', 'The person has denied the request.')
}

async function renderConsent(request: Passed<Authorization, 'consent page'>): Promise<string> {
  const { authorization, csrf, ctx, signedIn } = request
  const { client, scopes } = authorization
  const { identity } = signedIn
  const allowed = await consentedScopes(ctx, identity.id, client.id)
  return consentPage({
    action: samePage(request, '/consent'),
    switchAction: samePage(request, '/consent/switch'),
    csrf,
    client: clientView(authorization),
    scopes: await consentScopes(ctx, identity.id, { names: scopes, allowed }),
    account: identity,
  })
}
