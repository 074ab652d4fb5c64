// A page with one message and links: a refusal, a sign-out, an expired link.
import { html, type Html } from './html.ts'
import { page } from './layout.ts'

export interface Link {
  href: string
  text: string
}

export interface NoticeProps {
  title: string
  text: string
  /** The OAuth error code and description, for the app's developers. */
  error?: { code: string; description: string } | undefined
  /** Links to continue with. The first is a button. */
  links: readonly [Link, ...Link[]]
}

export function noticePage({ title, text, error, links: [first, ...others] }: NoticeProps): string {
  return page({
    title,
    lead: text,
    main: html`
      <p><a class="button" href="${first.href}">${first.text}</a></p>
      ${others.map(otherWay)}
      ${
        error
          ? html`<p class="aside">
              For the app’s developers: <code>${error.code}</code>. ${error.description}
            </p>`
          : ''
      }
    `,
  })
}

const otherWay = ({ href, text }: Link): Html =>
  html`<p class="aside"><a href="${href}">${text}</a></p>`
