// Refuses the scope `admin` to an administrator without a second factor, and shows how to get one.
import { authorizationResponse } from '../../oauth/authorization-result.ts'
import { continueOrRefuse, readPendingRequest } from '../../oauth/pending-request.ts'
import { sectionUrl } from '../account/account-groups.ts'
import type { PageHandler } from '../browser-session.ts'
import { clientView, samePage } from '../destination.ts'
import { html, type Content } from '../html.ts'
import { page } from '../layout.ts'
import {
  clientResponse,
  nameOriginInForms,
  responseForm,
  responseTo,
  type PostedResponse,
} from './client-response.ts'
import { who } from './consent.ts'

export const showSecondFactorNeeded: PageHandler = async (browserSession) => {
  const pending = await readPendingRequest(browserSession)
  const { csrf, res, server, signedIn } = browserSession
  const response = await continueOrRefuse(browserSession, pending, async (authorization) => {
    if (!signedIn) return 'sign-in'
    const refusal = clientResponse(authorizationResponse(authorization, server.issuer, REFUSAL))
    if (typeof refusal !== 'string') nameOriginInForms(res)
    const { name } = clientView(authorization)
    const account = signedIn.identity
    const continueUrl = samePage(browserSession, '/api/oauth/authorize')
    const switchAction = samePage(browserSession, '/consent/switch')
    const shown = page({
      title: 'You need a second factor',
      house: account.house,
      referrer: typeof refusal === 'string' ? 'no-referrer' : 'origin',
      lead: html`<strong>${name}</strong> asks for an administrator’s rights. To allow this, sign in
        with a passkey, or with a code from an authenticator app.`,
      main: html`
        ${who({ csrf, account, switchAction })}
        <p>
          <a
            class="button"
            href="${server.issuer}${sectionUrl('factors')}"
            target="_blank"
            rel="noopener"
            >1. Set one up <span class="unseen">(opens in a new tab)</span></a
          >
        </p>
        <p><a class="button" href="${continueUrl}">2. Continue to ${name}</a></p>
        ${wayBack(refusal)}
      `,
    })
    return { page: shown, status: 200 }
  })
  return responseTo(browserSession, response, pending.sent)
}

const wayBack = (refusal: string | PostedResponse): Content => {
  const text = 'Go back without it'
  return typeof refusal === 'string'
    ? html`<p class="aside"><a href="${refusal}">${text}</a></p>`
    : responseForm(refusal, html`<button class="link">${text}</button>`)
}

const REFUSAL = {
  error: 'unmet_authentication_requirements',
  error_description: 'The scope admin needs a second factor, and the person has none.',
}
