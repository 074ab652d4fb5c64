// The pages of the account: navigation, and the sections of one group. The first also summarizes the others.
import { DomainError } from '#foundation/domain/errors.ts'
import { isSteppedUp } from '../../domain/sessions/step-up.ts'
import { outOfDateText, readFormOrOutOfDate, type PageHandler } from '../browser-session.ts'
import { signInFor } from '../destination.ts'
import { fieldErrors, form, notice, type Notice } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'
import { dayWords } from '../time.ts'
import { doneNotice, sectionOf, type AccountForm } from './account-forms.ts'
import {
  ACCOUNT_GROUPS,
  GROUP_NAMES,
  groupOf,
  sectionsOf,
  sectionUrl,
  type AccountGroupName,
  type AccountSection,
} from './account-groups.ts'
import { accountProps, type AccountProps, type AccountResult } from './account-props.ts'
import { SECTIONS } from './account-sections.ts'
import { profile } from './profile.ts'
import { confirmationPath } from './step-up.ts'
import { countChange } from '../attempts.ts'

/** The pages of the account by path. */
export const ACCOUNT_PAGES: Readonly<Record<string, PageHandler>> = Object.fromEntries(
  GROUP_NAMES.map((group) => [
    ACCOUNT_GROUPS[group].path,
    async (browserSession) => {
      const { signedIn } = browserSession
      if (!signedIn) return { to: signInFor(browserSession) }
      const person = { ...browserSession, signedIn }
      return accountPage(await accountProps(person, await doneNotice(person)), group)
    },
  ]),
)

/** Handles a form of a section: performs its change and continues at the section, or shows the form again. */
export function accountForm({ change, confirms, done, isCounted }: AccountForm): PageHandler {
  const section = sectionOf(done)
  return async (browserSession) => {
    const { form, isOutOfDate } = await readFormOrOutOfDate(browserSession)
    const { ctx, signedIn } = browserSession
    if (!signedIn) return { to: signInFor(browserSession) }
    const person = { ...browserSession, signedIn }
    const showAgain = async (refusal: AccountResult, status: number) => {
      const props = await accountProps(person, { ...refusal, sent: { section, form } })
      return { page: accountPage(props, groupOf(section)), status }
    }
    if (isOutOfDate) return showAgain(refused(section, outOfDateText(browserSession)), 403)
    if (confirms && !(await isSteppedUp(ctx, signedIn.session))) {
      return { to: confirmationPath(confirms) }
    }
    try {
      if (isCounted !== false) await countChange(person)
      return (await change(person, form)) ?? { to: sectionUrl(section, done) }
    } catch (error) {
      return showAgain(refusalIn(section, error), 400)
    }
  }
}

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
function refusalIn(section: AccountSection, error: unknown): AccountResult {
  if (!(error instanceof DomainError)) throw error
  const { details } = error.extensions
  if (RULES.includes(details.reason)) return refused(section, error.message)
  if (details.reason === 'USERNAME_CHANGED_RECENTLY') {
    const availableAt = dayWords(new Date(details.availableAt as string))
    return { errors: { username: `You can change your username again from ${availableAt}.` } }
  }
  return fieldErrors(error, LABELS)
}

const refused = (section: AccountSection, text: string): AccountResult => ({
  notices: { [section]: { kind: 'error', text } },
})

export function accountPage(props: AccountProps, group: AccountGroupName): string {
  const { csrf, errors, isAdministrator, profile: person } = props
  const isFirst = group === 'profile'
  const title = isFirst ? 'Your account' : ACCOUNT_GROUPS[group].title
  return page({
    title,
    heading: null,
    isRefused: Object.keys(errors).length > 0,
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
      shownSections(props, group).map((name) => section(props, name)),
      isFirst ? overview(props) : '',
    ],
  })
}

/** The sections that apply to the person. */
const shownSections = (props: AccountProps, group: AccountGroupName): AccountSection[] =>
  sectionsOf(group).filter((name) => SECTIONS[name].isShown?.(props) ?? true)

const navigation = (props: AccountProps, shown: AccountGroupName): Html =>
  html`<nav class="groups" aria-label="Your account">
    <ul>
      ${GROUP_NAMES.filter((name) => shownSections(props, name).length > 0).map((name) => {
        const { path, title } = ACCOUNT_GROUPS[name]
        const current = name === shown ? html`aria-current="page"` : ''
        return html`<li><a href="${path}" ${current}>${title}</a></li>`
      })}
    </ul>
  </nav>`

function section(props: AccountProps, name: AccountSection): Html {
  const { title, about, content } = SECTIONS[name]
  const shown = props.notices[name]
  return html`<section id="${name}-section" aria-labelledby="${name}-title">
    <div class="about">
      <h2 id="${name}-title">${title}</h2>
      <p>${about}</p>
    </div>
    <div class="content">${shown ? notice(shown) : ''} ${content(props)}</div>
  </section>`
}

/** The messages of sections in other groups, on the first page, to which older links lead: `/account?done=password`. */
function noticesElsewhere({ notices }: AccountProps, group: AccountGroupName): Content {
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
          shownSections(props, name).map((each) => glance(props, each)),
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
