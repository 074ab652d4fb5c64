// The forms that change what a sign-in requires: the app, the choice to require a passkey, and the password.
import { sectionUrl } from '../account/account-groups.ts'
import { removePassword } from '../../domain/sign-in/password-removal.ts'
import { removeTotp } from '../../domain/sign-in/totp-set-up.ts'
import { changeTwoStep } from '../../domain/sign-in/two-step.ts'
import { newCodesPage } from './recovery-codes.ts'
import { countChange, type Change } from '../account/account-forms.ts'

export const submitTotpRemoval: Change = async (browserSession) => {
  await countChange(browserSession)
  const { identity, session } = browserSession.signedIn
  await removeTotp(browserSession.ctx, identity.id, session)
  return { done: sectionUrl('factors', 'totp-removed') }
}

export const submitTwoStep: Change = async (browserSession, form) => {
  await countChange(browserSession)
  const { identity, session } = browserSession.signedIn
  const codes = await changeTwoStep(browserSession.ctx, session, form.get('wanted') === 'yes')
  if (codes.length === 0) return { done: sectionUrl('factors', 'two-step') }
  return { page: newCodesPage({ codes, account: identity, after: 'two-step' }) }
}

/** Removes the password. The remaining passkey is known to work, because the person has just confirmed with it. */
export const submitPasswordRemoval: Change = async (browserSession) => {
  await countChange(browserSession)
  const { identity, session } = browserSession.signedIn
  await removePassword(browserSession.ctx, identity.id, session)
  return { done: sectionUrl('password', 'password-removed') }
}
