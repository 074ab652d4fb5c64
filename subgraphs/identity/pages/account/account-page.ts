// The pages of the account: navigation, and the sections of one group. The first also summarizes the others.
import { ACCOUNT_GROUPS, groupOf, sectionUrl, type AccountGroupName } from './account-groups.ts'
import type { AccountProps, AccountSection } from './account-props.ts'
import { SECTIONS } from './account-sections.ts'
import { notice, type Notice } from '../field.ts'
import { form } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'
import { profile } from './profile-section.ts'
import { dayWords } from '../time.ts'

const GROUP_NAMES = Object.keys(ACCOUNT_GROUPS) as AccountGroupName[]

export function accountPage(props: AccountProps, group: AccountGroupName): string {
  const { csrf, errors = {}, isAdministrator, profile: person } = props
  const isFirst = group === 'profile'
  const title = isFirst ? 'Your account' : ACCOUNT_GROUPS[group].title
  return page({
    title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
    shape: 'account',
    house: person.house,
    styles: ['account.css'],
    scripts: ['passkey.js', 'wallet.js', 'password.js'],
    aside: html`<div class="actions">
      ${isAdministrator ? html`<a href="/admin">Administration</a>` : ''}
      ${form({ action: '/sign-out', csrf }, html`<button>Sign out</button>`)}
    </div>`,
    main: [
      navigation(props, group),
      isFirst ? profile(person) : html`<h1>${title}</h1>`,
      leavingNotice(props, group),
      noticesElsewhere(props, group),
      sectionsOf(props, group).map((name) => section(props, name)),
      isFirst ? overview(props) : '',
    ],
  })
}

/** The sections that apply to the person. */
function sectionsOf(props: AccountProps, group: AccountGroupName): AccountSection[] {
  return ACCOUNT_GROUPS[group].sections.filter((name) => SECTIONS[name].isShown?.(props) ?? true)
}

const navigation = (props: AccountProps, shown: AccountGroupName): Html =>
  html`<nav class="groups" aria-label="Your account">
    <ul>
      ${GROUP_NAMES.filter((name) => sectionsOf(props, name).length > 0).map((name) => {
        const { path, title } = ACCOUNT_GROUPS[name]
        const current = name === shown ? html`aria-current="page"` : ''
        return html`<li><a href="${path}" ${current}>${title}</a></li>`
      })}
    </ul>
  </nav>`

function section(props: AccountProps, name: AccountSection): Html {
  const { title, about, content } = SECTIONS[name]
  const shown = props.notices?.[name]
  return html`<section id="${name}-section" aria-labelledby="${name}-title">
    <div class="about">
      <h2 id="${name}-title">${title}</h2>
      <p>${about}</p>
    </div>
    <div class="content">${shown ? notice(shown) : ''} ${content(props)}</div>
  </section>`
}

/** The messages of sections in other groups, on the first page, to which older links lead: `/account?done=password`. */
function noticesElsewhere({ notices = {} }: AccountProps, group: AccountGroupName): Content {
  if (group !== 'profile') return ''
  const shown = Object.entries(notices) as [AccountSection, Notice][]
  return shown.filter(([name]) => groupOf(name) !== group).map(([, each]) => notice(each))
}

/** The notice of a deletion, on every page except the one with the details. */
function leavingNotice({ deletion }: AccountProps, group: AccountGroupName): Content {
  if (!deletion || group === groupOf('deletion')) return ''
  return html`<p class="notice error">
    Your account will be deleted on ${dayWords(deletion.dueAt)}.
    <a href="${sectionUrl('deletion')}">Keep it</a>
  </p>`
}

/** Links to the other sections. Older links lead here: `/account#password-section`. */
const overview = (props: AccountProps): Html =>
  html`<section aria-labelledby="overview-title">
    <div class="about">
      <h2 id="overview-title">Everything else</h2>
      <p>How you sign in, where you are signed in, and what you allowed.</p>
    </div>
    <div class="content">
      <ul class="rows glance">
        ${GROUP_NAMES.filter((name) => name !== 'profile').flatMap((name) =>
          sectionsOf(props, name).map((each) => glance(props, each)),
        )}
      </ul>
    </div>
  </section>`

function glance(props: AccountProps, name: AccountSection): Html {
  const { title, about, state } = SECTIONS[name]
  return html`<li id="${name}-section">
    <a href="${sectionUrl(name)}">${title}</a> <span>${state?.(props) ?? about}</span>
  </li>`
}
