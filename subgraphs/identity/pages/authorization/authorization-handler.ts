// The authorization endpoint in the browser, at the start and after each page.
import { authorize } from '../../oauth/endpoints/authorization-endpoint.ts'
import { continueOrRefuse, readPendingRequest } from '../../oauth/pending-request.ts'
import type { RequestContext } from '../../oauth/request-context.ts'
import { readBrowserSession } from '../browser-session.ts'
import { sendBrowser } from './client-response.ts'

export async function showAuthorization(request: RequestContext): Promise<void> {
  const pending = await readPendingRequest(request)
  const { sent } = pending
  const result = await continueOrRefuse(request, pending, async (authorization) => {
    const browserSession = await readBrowserSession(request)
    return authorize({ ...browserSession, authorization, sent })
  })
  sendBrowser(request, result, sent)
}
