// The change of the profile form.
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { updateProfile } from '../../../domain/people/profile-change.ts'
import { identityInput } from '../../../input.ts'
import { sectionUrl } from '../../pages/account/account-groups.ts'
import type { Parameters } from '../../parameters.ts'
import { countChange, type Change } from './account-forms.ts'
import { asPerson } from './as-person.ts'
import { fieldErrors } from '../field-errors.ts'

const LABELS = {
  displayName: 'The display name',
  archetype: 'The archetype',
  bio: 'What you say about yourself',
}

/** Joins lines of the bio into one paragraph. */
export const profileIn = (form: Parameters) => ({
  displayName: (form.get('displayName') ?? '').trim(),
  archetype: form.get('archetype') ?? '',
  bio: (form.get('bio') ?? '').trim().replace(/\s+/g, ' '),
})

/** An empty bio clears it. */
export const changeProfile: Change = async (browserSession, form) => {
  await countChange(browserSession)
  const wantedProfile = profileIn(form)
  const changes = { ...wantedProfile, bio: wantedProfile.bio || null }
  const change = async () => {
    refuseIssues(identityInput.issues('UpdateProfileInput', changes))
    await updateProfile(asPerson(browserSession), changes, browserSession.signedIn.session)
  }
  const refusal = await change().catch((error: unknown) => fieldErrors(error, LABELS))
  if (refusal) return { ...refusal, wantedProfile }
  return { done: sectionUrl('profile', 'profile') }
}
