// Refuses the scope `admin` to an administrator without a second factor, and shows how to get one.
import { sectionUrl } from '../account/account-groups.ts'
import { secondFactorNeededPage } from './second-factor-needed-page.ts'
import { authorizationResponse } from '../../oauth/authorization-result.ts'
import { continueOrRefuse, readPendingRequest } from '../../oauth/pending-request.ts'
import type { BrowserSession } from '../browser-session.ts'
import { clientResponse, nameOriginInForms, sendBrowser } from './client-response.ts'
import { clientView, samePage } from '../destination.ts'
import { sendPage } from '../page.ts'

export async function showSecondFactorNeeded(browserSession: BrowserSession): Promise<void> {
  const pending = await readPendingRequest(browserSession)
  const { csrf, res, server, signedIn } = browserSession
  const elsewhere = await continueOrRefuse(browserSession, pending, async (authorization) => {
    if (!signedIn) return 'sign-in'
    const refusal = clientResponse(authorizationResponse(authorization, server.issuer, REFUSAL))
    if (typeof refusal !== 'string') nameOriginInForms(res)
    const page = secondFactorNeededPage({
      csrf,
      client: clientView(authorization),
      account: signedIn.identity,
      switchAction: samePage(browserSession, '/consent/switch'),
      setUpUrl: server.issuer + sectionUrl('factors'),
      continueUrl: samePage(browserSession, '/api/oauth/authorize'),
      refusal,
    })
    sendPage(res, page)
    return undefined
  })
  if (elsewhere !== undefined) sendBrowser(browserSession, elsewhere, pending.sent)
}

const REFUSAL = {
  error: 'unmet_authentication_requirements',
  error_description: 'The scope admin needs a second factor, and the person has none.',
}
