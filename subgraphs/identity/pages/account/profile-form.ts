// The profile form on the account page.
import type { AccountProps } from './account-props.ts'
import { describedBy, field, remarks } from '../field.ts'
import { form } from '../form.ts'
import { html, type Html } from '../html.ts'

export function profileForm(props: AccountProps): Html {
  const { csrf, errors, profile, wantedProfile } = props
  const shown = wantedProfile ?? { ...profile, bio: profile.bio ?? '' }
  return form({ action: '/account/profile#profile-section', csrf, look: 'stack' }, [
    field({
      name: 'displayName',
      label: 'Display name',
      hint: 'What others see. 1 to 80 characters.',
      value: shown.displayName,
      error: errors?.displayName,
      attributes: html`type="text" autocomplete="nickname" maxlength="80" required`,
    }),
    archetypeField(props.archetypes, shown.archetype, errors?.archetype),
    bioField(shown.bio, errors?.bio),
    html`<button>Change profile</button>`,
  ])
}

function archetypeField(
  archetypes: readonly string[],
  chosen: string,
  error: string | undefined,
): Html {
  const about = { name: 'archetype', hint: 'The kind of part you play.', error }
  return html`<div class="field">
    <label for="archetype">Archetype</label>
    <select id="archetype" name="archetype" required ${describedBy(about)}>
      ${archetypes.map(
        (archetype) =>
          html`<option value="${archetype}" ${archetype === chosen ? 'selected' : ''}>
            ${archetype}
          </option>`,
      )}
    </select>
    ${remarks(about)}
  </div>`
}

function bioField(bio: string, error: string | undefined): Html {
  const about = { name: 'bio', hint: 'Optional. Up to 300 characters, in one paragraph.', error }
  return html`<div class="field">
    <label for="bio">About you</label>
    <textarea id="bio" name="bio" rows="4" maxlength="300" ${describedBy(about)}>${bio}</textarea>
    ${remarks(about)}
  </div>`
}
