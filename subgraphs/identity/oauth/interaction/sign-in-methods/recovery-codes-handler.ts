// Creates recovery codes on the account page. They are shown only in this response.
import type { RequestHandler } from 'express'
import { replaceRecoveryCodes } from '../../../domain/sign-in/recovery-code.ts'
import { newCodesPage } from '../../pages/sign-in-methods/recovery-codes.ts'
import { handler, type AuthorizationServer } from '../../request-context.ts'
import { countChange } from '../account/account-forms.ts'
import { readBrowserSession, readForm } from '../browser-session.ts'
import { sendPage } from '../page.ts'
import { steppedUpOrConfirming } from '../account/after-step-up.ts'

export function submitRecoveryCodes(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const read = await readBrowserSession(request)
    await readForm(read)
    const browserSession = await steppedUpOrConfirming(read, 'recovery')
    if (!browserSession) return
    await countChange(browserSession)
    const { ctx, signedIn } = browserSession
    const { identity, session } = signedIn
    const codes = await replaceRecoveryCodes(ctx, identity.id, session)
    sendPage(request.res, newCodesPage({ codes, account: identity }))
  })
}
