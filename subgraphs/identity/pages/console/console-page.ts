// The frame of every page of the console.
import { notice, form, field, INPUTS, type Notice } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'

/** The parts of the console, in navigation order. */
const PARTS = {
  people: { path: '/admin', title: 'People' },
  clients: { path: '/admin/clients', title: 'Apps' },
  keys: { path: '/admin/keys', title: 'Keys' },
  audit: { path: '/admin/audit', title: 'Audit' },
  administrators: { path: '/admin/administrators', title: 'Administrators' },
} as const

type ConsolePart = keyof typeof PARTS

export interface ConsoleProps {
  csrf: string
  now: Date
  notice?: Notice | undefined
}

interface Frame extends ConsoleProps {
  part: ConsolePart
  /** The first heading; the title of the part by default. */
  title?: string
  /** Whether a form was rejected. */
  isRefused?: boolean
  main: Content
}

export function consolePage({ csrf, isRefused, main, notice: shown, part, title }: Frame): string {
  const heading = title ?? PARTS[part].title
  return page({
    title: `${heading} · Administration`,
    heading: null,
    isRefused: isRefused === true,
    shape: 'account',
    styles: ['account.css'],
    aside: html`<div class="actions">
      <a href="/account">Your account</a>
      ${form({ action: '/sign-out', csrf }, html`<button>Sign out</button>`)}
    </div>`,
    main: [navigation(part), html`<h1>${heading}</h1>`, shown ? notice(shown) : '', main],
  })
}

const navigation = (shown: ConsolePart): Html =>
  html`<nav class="groups" aria-label="Administration">
    <ul>
      ${Object.entries(PARTS).map(([part, { path, title }]) => {
        const current = part === shown ? html`aria-current="page"` : ''
        return html`<li><a href="${path}" ${current}>${title}</a></li>`
      })}
    </ul>
  </nav>`

/** A titled section of a page. */
export const consoleSection = (id: string, title: string, content: Content): Html =>
  html`<section id="${id}-section" aria-labelledby="${id}-title">
    <div class="about"><h2 id="${id}-title">${title}</h2></div>
    <div class="content">${content}</div>
  </section>`

/** A table of names and values. */
export const facts = (entries: readonly (readonly [name: string, value: Content])[]): Html =>
  html`<dl class="facts">
    ${entries.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`

export const badge = (text: string, kind: 'plain' | 'grave' = 'plain'): Html =>
  html`<strong class="badge ${kind}">${text}</strong>`

/** The link to the next page of a list. */
export const nextPage = (href: string | undefined): Content =>
  href === undefined ? '' : html`<p><a class="button" rel="next" href="${href}">Next page</a></p>`

export interface ConfirmProps extends ConsoleProps {
  part: ConsolePart
  title: string
  /** The effect of the change. */
  text: Content
  /** The URL that takes `reason` if it is required, and `username` if there is one. */
  action: string
  button: string
  back: string
  asksReason?: true
  /** The current username, to be changed. */
  username?: string | undefined
  reason?: string | undefined
  errors?: Partial<Record<'reason' | 'username', string>> | undefined
}

export function confirmPage(props: ConfirmProps): string {
  const { action, asksReason, back, button, csrf, errors = {}, reason, text, username } = props
  return consolePage({
    ...props,
    isRefused: Object.keys(errors).length > 0 || props.notice?.kind === 'error',
    main: html`<div class="question">
      <p class="lead">${text}</p>
      ${form({ action, csrf, look: 'stack' }, [
        username === undefined ? '' : usernameField(username, errors.username),
        asksReason ? reasonField(reason, errors.reason) : '',
        html`<div class="decision">
          <button class="primary">${button}</button>
          <a class="button" href="${back}">Cancel</a>
        </div>`,
      ])}
    </div>`,
  })
}

const usernameField = (value: string, error: string | undefined) =>
  field({
    name: 'username',
    label: 'New username',
    hint: '3 to 30 of a–z, 0–9 and _.',
    value,
    error,
    attributes: INPUTS.otherUsername,
  })

const reasonField = (value: string | undefined, error: string | undefined) =>
  field({
    name: 'reason',
    label: 'Reason',
    hint: 'Kept in the audit trail.',
    value,
    error,
    attributes: html`type="text" autocomplete="off" maxlength="200" required`,
  })

interface SecretProps extends ConsoleProps {
  part: ConsolePart
  title: string
  text: string
  /** Name and value, in the order of the page. */
  values: readonly (readonly [name: string, value: string])[]
  back: string
}

export function secretPage({ values, text, back, ...props }: SecretProps): string {
  return consolePage({
    ...props,
    main: html`<div class="question">
      <p class="lead">${text}</p>
      ${facts(values.map(([name, value]) => [name, html`<code>${value}</code>`]))}
      <p><a class="button" href="${back}">I have saved it</a></p>
    </div>`,
  })
}
