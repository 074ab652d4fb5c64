// Refuses the scope `admin` to an administrator without a second factor, and shows how to get one.
import { sectionUrl } from '../../pages/account/account-groups.ts'
import type { RequestHandler } from 'express'
import { secondFactorNeededPage } from '../../pages/authorization/second-factor-needed-page.ts'
import { handler, pageUrl, type AuthorizationServer } from '../../request-context.ts'
import { readBrowserSession } from '../browser-session.ts'
import { clientResponse, nameOriginInForms, sendBrowser } from './client-response.ts'
import { clientView, samePage } from '../destination.ts'
import { sendPage } from '../page.ts'
import { continueOrRefuse, readPendingRequest } from './pending-request.ts'

export function showSecondFactorNeeded(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    const pending = await readPendingRequest(request)
    const { csrf, signedIn } = browserSession
    const elsewhere = await continueOrRefuse(request, pending, async (authorization) => {
      if (!signedIn) return pageUrl(server, '/sign-in', pending.sent)
      const refusal = clientResponse(authorization, server.issuer, REFUSAL)
      if (typeof refusal !== 'string') nameOriginInForms(request.res)
      const page = secondFactorNeededPage({
        csrf,
        client: clientView(authorization),
        account: signedIn.identity,
        switchAction: samePage(browserSession, '/consent/switch'),
        setUpUrl: server.issuer + sectionUrl('factors'),
        continueUrl: samePage(browserSession, '/api/oauth/authorize'),
        refusal,
      })
      sendPage(request.res, page)
      return undefined
    })
    if (elsewhere !== undefined) sendBrowser(request.res, elsewhere)
  })
}

const REFUSAL = {
  error: 'unmet_authentication_requirements',
  error_description: 'The scope admin needs a second factor, and the person has none.',
}
