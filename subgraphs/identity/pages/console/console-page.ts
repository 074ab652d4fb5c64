// The frame of every page of the console.
import { notice, type Notice } from '../field.ts'
import { form } from '../form.ts'
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

export type ConsolePart = keyof typeof PARTS

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
    title: `${isRefused ? 'Error: ' : ''}${heading} · Administration`,
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

/** A list of items, with or without links. */
export const linked = (
  items: readonly { title: Content; href?: string; about: Content; end?: Content }[],
  nothing: string,
): Html =>
  items.length === 0
    ? html`<p class="nothing">${nothing}</p>`
    : html`<ul class="rows">
        ${items.map(
          ({ title, href, about, end = '' }) =>
            html`<li>
              <div>
                <p class="title">${href ? html`<a href="${href}">${title}</a>` : title}</p>
                ${about}
              </div>
              ${end}
            </li>`,
        )}
      </ul>`

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
