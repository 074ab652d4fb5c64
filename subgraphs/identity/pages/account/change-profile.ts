// The change of the profile form.
import { refuseIssues } from '#foundation/domain/bounds.ts'
import { updateProfile } from '../../domain/people/profile-change.ts'
import { identityInput } from '../../input.ts'
import { sectionUrl } from './account-groups.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import { countChange, type Change } from './account-forms.ts'
import { asPerson } from './as-person.ts'

/** The profile in a form. Lines of the bio become one paragraph. */
export const profileIn = (form: Parameters) => ({
  displayName: (form.get('displayName') ?? '').trim(),
  archetype: form.get('archetype') ?? '',
  bio: (form.get('bio') ?? '').trim().replace(/\s+/g, ' '),
})

/** Changes the profile. An empty text clears the bio. */
export const changeProfile: Change = async (browserSession, form) => {
  await countChange(browserSession)
  const wanted = profileIn(form)
  const changes = { ...wanted, bio: wanted.bio || null }
  refuseIssues(identityInput.issues('UpdateProfileInput', changes))
  await updateProfile(asPerson(browserSession), changes, browserSession.signedIn.session)
  return { done: sectionUrl('profile', 'profile') }
}
