// The top of the account page, and the username form.
import type { AccountProps, ProfileView } from './account-props.ts'
import { field } from '../field.ts'
import { form } from '../form.ts'
import { confirmFirst } from './confirm-first.ts'
import { html, type Html } from '../html.ts'
import { houseSign, levelRing } from '../marks.ts'
import { dayWords } from '../time.ts'

/** The length of a level in xp: level n begins at 50·n·(n−1). */
const levelLength = (level: number) => 100 * level

const NUMBER = new Intl.NumberFormat('en')

export function profile(person: ProfileView): Html {
  const { level, xp, xpToNextLevel } = person
  const percent = Math.round(100 - (100 * xpToNextLevel) / levelLength(level))
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
      <div>
        <dt>Level</dt>
        <dd>${level}</dd>
      </div>
      <div>
        <dt>House</dt>
        <dd>${houseSign(person.house)} ${person.house}</dd>
      </div>
      <div>
        <dt>Archetype</dt>
        <dd>${person.archetype}</dd>
      </div>
      <div>
        <dt>Experience</dt>
        <dd>${NUMBER.format(xp)} xp</dd>
      </div>
      <div>
        <dt>To level ${level + 1}</dt>
        <dd>${NUMBER.format(xpToNextLevel)} xp</dd>
      </div>
    </dl>
  </div>`
}

export const username = (props: AccountProps): Html =>
  props.steppedUp ? usernameForm(props) : confirmFirst('username', 'Change username')

const usernameForm = (props: AccountProps): Html =>
  form({ action: '/account/username#username-section', csrf: props.csrf, look: 'stack' }, [
    field({
      name: 'username',
      label: 'Username',
      hint: usernameHint(props.profile),
      value: props.wantedUsername ?? props.profile.username,
      error: props.errors?.username,
      attributes: html`type="text" autocomplete="username" autocapitalize="none" spellcheck="false"
      minlength="3" maxlength="30" pattern="[A-Za-z0-9_]+" required`,
    }),
    html`<button>Change username</button>`,
  ])

function usernameHint({ usernameChangeableAt }: ProfileView): string {
  const old = 'The old one signs you in for another 90 days, and is nobody else’s until then.'
  return usernameChangeableAt
    ? `You can change it again from ${dayWords(usernameChangeableAt)}. ${old}`
    : `3 to 30 of a–z, 0–9 and _. You can change it once in 30 days. ${old}`
}
