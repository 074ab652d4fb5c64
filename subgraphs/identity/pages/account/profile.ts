// The top of the account page, the profile form, and the username form.
import { ARCHETYPES } from '../../domain/people/houses.ts'
import { describedBy, field, form, INPUTS, labelled, options, usernameIn } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { houseSign, levelRing } from '../marks.ts'
import { dayWords } from '../time.ts'
import { profileIn } from './account-forms.ts'
import type { AccountProps } from './account-props.ts'
import { sensitive } from './step-up.ts'

/** The length of a level in xp: level n begins at 50·n·(n−1). */
const levelLength = (level: number) => 100 * level

const NUMBER = new Intl.NumberFormat('en')

export function profile(person: AccountProps['profile']): Html {
  const { level, xp, xpToNextLevel } = person
  const percent = Math.round(100 - (100 * xpToNextLevel) / levelLength(level))
  const facts: [name: string, value: Content][] = [
    ['Level', level],
    ['House', [houseSign(person.house), ' ', person.house]],
    ['Archetype', person.archetype],
    ['Experience', `${NUMBER.format(xp)} xp`],
    [`To level ${level + 1}`, `${NUMBER.format(xpToNextLevel)} xp`],
  ]
  return html`<div class="profile">
    <div class="portrait">
      ${levelRing(percent)}
      <img src="${person.avatar}" alt="" width="76" height="76" />
    </div>
    <div>
      <h1>${person.displayName}</h1>
      <p class="handle">@${person.username}</p>
    </div>
    <dl>
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </div>`
}

export function profileForm({ csrf, errors, profile, sentIn }: AccountProps): Html {
  const sent = sentIn('profile')
  const shown = sent ? profileIn(sent) : { ...profile, bio: profile.bio ?? '' }
  const archetype = {
    name: 'archetype',
    label: 'Archetype',
    hint: 'The kind of part you play.',
    error: errors.archetype,
  }
  const bio = {
    name: 'bio',
    label: 'About you',
    hint: 'Optional. Up to 300 characters, in one paragraph.',
    error: errors.bio,
  }
  const [described, text] = [describedBy(bio), shown.bio]
  const archetypes = ARCHETYPES.map((name) => [name, name] as const)
  return form({ action: '/account/profile#profile-section', csrf, look: 'stack' }, [
    field({
      name: 'displayName',
      label: 'Display name',
      hint: 'What others see. 1 to 80 characters.',
      value: shown.displayName,
      error: errors.displayName,
      attributes: INPUTS.displayName,
    }),
    labelled(
      archetype,
      html`<select id="archetype" name="archetype" required ${describedBy(archetype)}>
        ${options(archetypes, shown.archetype)}
      </select>`,
    ),
    labelled(
      bio,
      html`<textarea id="bio" name="bio" rows="4" maxlength="300" ${described}>${text}</textarea>`,
    ),
    html`<button>Change profile</button>`,
  ])
}

export const username = (props: AccountProps): Content =>
  sensitive(props, 'username', 'Change username', () => {
    const { csrf, errors, profile, sentIn } = props
    const sent = sentIn('username')
    return form({ action: '/account/username#username-section', csrf, look: 'stack' }, [
      field({
        name: 'username',
        label: 'Username',
        hint: usernameHint(profile),
        value: sent ? usernameIn(sent) : profile.username,
        error: errors.username,
        attributes: INPUTS.newUsername,
      }),
      html`<button>Change username</button>`,
    ])
  })

function usernameHint({ usernameChangeableAt }: AccountProps['profile']): string {
  const old = 'The old one signs you in for another 90 days, and is nobody else’s until then.'
  return usernameChangeableAt
    ? `You can change it again from ${dayWords(usernameChangeableAt)}. ${old}`
    : `3 to 30 of a–z, 0–9 and _. You can change it once in 30 days. ${old}`
}
