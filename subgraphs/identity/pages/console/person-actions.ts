// Actions on a person in the console. A page asks for confirmation and a reason first.
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { DomainError, issuesOf, notFound } from '#foundation/domain/errors.ts'
import type { IdentityContext } from '../../context.ts'
import type { Account } from '../../domain/accounts/account.ts'
import * as changes from '../../domain/accounts/account-change.ts'
import { issueRecoveryCode } from '../../domain/sign-in/recovery-code.ts'
import { identityInput } from '../../input.ts'
import { fieldErrors } from '../form.ts'
import { confirmPage, secretPage, type ConfirmProps } from './console-page.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import { asAdministrator, type AdministratorSession } from './access.ts'
import { consoleProps, segmentOf, show, submit } from './response.ts'
import { subjectOf } from './person.ts'

interface Wanted {
  identityId: string
  reason: string
  username: string
}

interface PersonAction {
  title: (name: string) => string
  text: string
  button: string
  change: (ctx: IdentityContext, wanted: Wanted) => Promise<unknown>
  /** Whether the page also asks for a new username. */
  renames?: true
}

const ACTIONS: Readonly<Record<string, PersonAction>> = {
  disable: {
    title: (name) => `Disable ${name}?`,
    text: 'They are signed out everywhere and cannot sign in until somebody enables them again.',
    button: 'Disable',
    change: changes.disableAccount,
  },
  enable: {
    title: (name) => `Enable ${name} again?`,
    text: 'They can sign in again as before.',
    button: 'Enable',
    change: changes.enableAccount,
  },
  'sign-out': {
    title: (name) => `Sign ${name} out everywhere?`,
    text: 'All sign-ins end, and every app must ask again.',
    button: 'Sign out everywhere',
    change: changes.signOutAccount,
  },
  'reset-factors': {
    title: (name) => `Reset the factors of ${name}?`,
    text: 'This removes the authenticator app, the recovery codes and the choice to be asked for a passkey. Passkeys stay. The person gets a mail if they have an address.',
    button: 'Reset factors',
    change: changes.resetAccountFactors,
  },
  rename: {
    title: (name) => `Rename ${name}?`,
    text: 'The old username signs them in for another 90 days. The person gets a mail if they have an address.',
    button: 'Rename',
    change: changes.renameAccount,
    renames: true,
  },
}

/** The action in the path. @throws NOT_FOUND */
function actionOf(administering: AdministratorSession): PersonAction {
  const name = segmentOf(administering, 'action')
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!action) throw notFound('Page', administering.req.originalUrl)
  return action
}

export const askPersonAction = show(async (administering) =>
  question(administering, await subjectOf(administering), actionOf(administering), {}),
)

export const submitPersonAction = submit(
  async (administering, form) => {
    const [account, action] = [await subjectOf(administering), actionOf(administering)]
    const typed = typedIn(form)
    const { reason } = typed
    const wanted = { identityId: account.id, ...typed }
    const change = async () => {
      const input = { identityId: account.id, reason }
      refuseIssues(identityInput.issues('ChangeAccountInput', input))
      await action.change(asAdministrator(administering), wanted)
    }
    const refusal = await change().then(() => undefined, refusalOf)
    if (refusal) {
      return { refused: question(administering, account, action, { ...refusal, ...typed }) }
    }
    return { to: `/admin/people/${account.id}?done=${segmentOf(administering, 'action')}` }
  },
  async (administering, form, notice) => {
    const [account, action] = [await subjectOf(administering), actionOf(administering)]
    return question(administering, account, action, { ...typedIn(form), notice })
  },
)

const typedIn = (form: Parameters) => ({
  reason: (form.get('reason') ?? '').trim(),
  username: (form.get('username') ?? '').trim().toLowerCase(),
})

const LABELS = { reason: 'The reason', username: 'The username' }

/** The errors of fields, or one error above the form. @throws any error except VALIDATION_ERROR */
function refusalOf(error: unknown): Pick<ConfirmProps, 'errors' | 'notice'> {
  if (!(error instanceof DomainError) || error.extensions.code !== 'VALIDATION_ERROR') throw error
  if (issuesOf(error).length > 0) return fieldErrors(error, LABELS)
  return { notice: { kind: 'error', text: error.message } }
}

function question(
  administering: AdministratorSession,
  account: Account,
  { button, renames, text, title }: PersonAction,
  { username, ...sent }: Pick<ConfirmProps, 'errors' | 'notice' | 'reason' | 'username'>,
): string {
  const page = `/admin/people/${account.id}`
  return confirmPage({
    ...consoleProps(administering),
    ...sent,
    part: 'people',
    title: title(account.displayName),
    text,
    button,
    action: `${page}/${segmentOf(administering, 'action')}`,
    back: page,
    asksReason: true,
    username: renames && (username ?? account.username),
  })
}

export const askRecoveryCode = show(async (administering) => {
  const { displayName, id } = await subjectOf(administering)
  return confirmPage({
    ...consoleProps(administering),
    part: 'people',
    title: `Issue a code for ${displayName}?`,
    text: 'It sets a new password for the account once, within 24 hours. Give it only to this person. They get a mail if they have an address.',
    button: 'Issue a code',
    action: `/admin/people/${id}/recovery-code`,
    back: `/admin/people/${id}`,
  })
})

export const submitRecoveryCode = submit(async (administering) => {
  const { displayName, id } = await subjectOf(administering)
  const { code } = await issueRecoveryCode(asAdministrator(administering), id)
  const page = secretPage({
    ...consoleProps(administering),
    part: 'people',
    title: `A code for ${displayName}`,
    text: 'It is shown only now, and works once, within 24 hours, at /recover/code.',
    values: [['Code', code]],
    back: `/admin/people/${id}`,
  })
  return { page }
})
