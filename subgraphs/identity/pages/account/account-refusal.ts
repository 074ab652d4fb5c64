// The errors of refused changes, as the account page shows them.
import { DomainError } from '#foundation/domain/errors.ts'
import type { AccountProps, AccountSection } from './account-props.ts'
import { dayWords } from '../time.ts'
import { fieldErrors } from '../field-errors.ts'

const LABELS = {
  displayName: 'The display name',
  archetype: 'The archetype',
  bio: 'What you say about yourself',
  username: 'The username',
  email: 'The e-mail address',
  currentPassword: 'The current password',
  newPassword: 'The new password',
  confirmation: 'This',
  scrolls: 'What happens to your scrolls',
}

/** The rules about a form as a whole. */
const RULES: readonly unknown[] = ['LAST_WAY_IN', 'LAST_ADMINISTRATOR', 'EXPORT_REQUESTED_RECENTLY']

/**
 * Sentences next to the fields, or in the section if the form broke a rule as a whole. The actions of the forms have
 * fragments such as `#email-section`, which scroll to the section when it shows an error. @throws any other error
 */
export function refusalIn(
  section: AccountSection,
  error: unknown,
): Pick<AccountProps, 'errors' | 'notices'> {
  if (!(error instanceof DomainError)) throw error
  const { details } = error.extensions
  if (RULES.includes(details.reason)) {
    return { notices: { [section]: { kind: 'error', text: error.message } } }
  }
  if (details.reason === 'USERNAME_CHANGED_RECENTLY') {
    const availableAt = dayWords(new Date(details.availableAt as string))
    return { errors: { username: `You can change your username again from ${availableAt}.` } }
  }
  return fieldErrors(error, LABELS)
}
