// Display names: what others call a person. They need not be unique, and must not pass for the system.
import type { Issue } from '#foundation/domain/errors.ts'
import { identityInput } from '../input.ts'
import { isReservedName } from './reserved-usernames.ts'

/** The issues of a wanted display name. */
export function displayNameIssues(displayName: string): Issue[] {
  const issues = identityInput.issues('UpdateProfileInput', { displayName })
  return issues.length > 0 ? issues : reservedNameIssues(displayName)
}

export function reservedNameIssues(displayName: string): Issue[] {
  return isReservedName(displayName) ? [{ field: 'displayName', reason: 'is reserved' }] : []
}
