// Creates recovery codes on the account page. They are shown only in this response.
import { replaceRecoveryCodes } from '../../../domain/sign-in/recovery-code.ts'
import { newCodesPage } from '../../views/sign-in-methods/recovery-codes.ts'
import { countChange } from '../account/account-forms.ts'
import { type BrowserSession, readForm } from '../browser-session.ts'
import { sendPage } from '../page.ts'
import { steppedUpOrConfirming } from '../account/after-step-up.ts'

export async function submitRecoveryCodes(read: BrowserSession): Promise<void> {
  await readForm(read)
  const browserSession = await steppedUpOrConfirming(read, 'recovery')
  if (!browserSession) return
  await countChange(browserSession)
  const { ctx, signedIn } = browserSession
  const { identity, session } = signedIn
  const codes = await replaceRecoveryCodes(ctx, identity.id, session)
  sendPage(read.res, newCodesPage({ codes, account: identity }))
}
