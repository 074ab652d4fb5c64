// The forms of the account page that change what a sign-in needs: the app, passkeys after a password, and
// the password itself.
import { sectionUrl } from '../pages/account-groups.ts'
import { removePassword } from '../../domain/last-way-in.ts'
import { removeTotp } from '../../domain/totp-set-up.ts'
import { changeTwoStep } from '../../domain/two-step.ts'
import { ruleNotice, takeChange, type Change } from './account-forms.ts'

export const submitTotpRemoval: Change = async (browserSession) => {
  await takeChange(browserSession)
  const { identity, session } = browserSession.signedIn
  await removeTotp(browserSession.ctx, identity.id, session)
  return { done: sectionUrl('factors', 'totp-removed') }
}

export const submitTwoStep: Change = async (browserSession, form) => {
  await takeChange(browserSession)
  const { id } = browserSession.signedIn.identity
  await changeTwoStep(browserSession.ctx, id, form.get('wanted') === 'yes')
  return { done: sectionUrl('factors', 'two-step') }
}

/** The passkey that stays is known to work: the person has just confirmed. */
export const submitPasswordRemoval: Change = async (browserSession) => {
  await takeChange(browserSession)
  const { identity, session } = browserSession.signedIn
  const refusal = await removePassword(browserSession.ctx, identity.id, session).then(
    () => undefined,
    (error: unknown) => ruleNotice('password', error),
  )
  return refusal ?? { done: sectionUrl('password', 'password-removed') }
}
