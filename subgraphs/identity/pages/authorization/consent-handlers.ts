// The consent page: the person allows a client everything that it requests, or nothing.
import { consentedScopes } from '../../domain/grants/consent.ts'
import type { AuthorizationResult } from '../../oauth/authorization-result.ts'
import { runChecks, type Passed } from '../../oauth/checks/run-checks.ts'
import { denyAccess, grantAccess, type Authorization } from '../../oauth/endpoints/grant-access.ts'
import { continueOrRefuse, readPendingRequest } from '../../oauth/pending-request.ts'
import { consentPage } from './consent-page.ts'
import { readForm, type BrowserSession } from '../browser-session.ts'
import { sendBrowser } from './client-response.ts'
import { consentScopes } from './consent-scopes.ts'
import { clientView, samePage } from '../destination.ts'
import { sendPage } from '../page.ts'
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
  if (elsewhere !== undefined) sendBrowser(browserSession, elsewhere, sent)
}

export async function submitConsent(browserSession: BrowserSession): Promise<void> {
  const pending = await readPendingRequest(browserSession)
  const { sent } = pending
  const form = await readForm(browserSession)
  const result = await continueOrRefuse(browserSession, pending, (authorization) =>
    decide({ ...browserSession, authorization, sent }, form.get('decision')),
  )
  sendBrowser(browserSession, result, sent)
}

/** POST: signs out and starts another sign-in for the same request. */
export async function switchAccount(browserSession: BrowserSession): Promise<void> {
  await readForm(browserSession)
  await signOut(browserSession)
  browserSession.res.redirect(303, samePage(browserSession, '/sign-in'))
}

async function decide(
  request: Authorization,
  decision: string | undefined,
): Promise<AuthorizationResult> {
  const checked = await runChecks('consent form', request)
  if (typeof checked === 'string') return checked
  return decision === 'allow' ? grantAccess(checked) : denyAccess(checked)
}

async function renderConsent(
  request: Passed<Authorization & BrowserSession, 'consent page'>,
): Promise<string> {
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
