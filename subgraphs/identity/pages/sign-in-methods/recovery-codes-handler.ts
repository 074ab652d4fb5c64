// Creates recovery codes on the account page. They are shown only in this response.
import { replaceRecoveryCodes } from '../../domain/sign-in/recovery-code.ts'
import { newCodesPage } from './recovery-codes.ts'
import { countChange } from '../account/account-forms.ts'
import { readForm, type BrowserSession } from '../browser-session.ts'
import { sendPage } from '../page.ts'
import { steppedUpOrConfirming } from '../account/after-step-up.ts'

export async function submitRecoveryCodes(browserSession: BrowserSession): Promise<void> {
  await readForm(browserSession)
  const steppedUp = await steppedUpOrConfirming(browserSession, 'recovery')
  if (!steppedUp) return
  await countChange(steppedUp)
  const { ctx, res, signedIn } = steppedUp
  const { identity, session } = signedIn
  const codes = await replaceRecoveryCodes(ctx, identity.id, session)
  sendPage(res, newCodesPage({ codes, account: identity }))
}
