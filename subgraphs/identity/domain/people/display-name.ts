// Display names: what others call a person. They need not be unique, but must not look like the system's.
import type { Issue } from '#foundation/domain/errors.ts'
import { chosenNameIssues } from '#foundation/names/chosen-name.ts'
import { identityInput } from '../../input.ts'
import { isReservedName } from './reserved-usernames.ts'

/** The issues of a new display name. */
export function displayNameIssues(displayName: string): Issue[] {
  const issues = identityInput.issues('UpdateProfileInput', { displayName })
  return issues.length > 0 ? issues : shownNameIssues('displayName', displayName)
}

/** The issues, apart from its length, of a name of a person or an app that others see. */
export function shownNameIssues(field: string, name: string): Issue[] {
  const issues = chosenNameIssues(field, name)
  if (issues.length > 0 || !isReservedName(name)) return issues
  return [{ field, reason: 'is reserved' }]
}
