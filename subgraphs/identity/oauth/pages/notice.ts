// A page with one message: a rejected authorization request, a sign-out, too many attempts.
import { html } from './html.ts'
import { page } from './layout.ts'

export interface NoticeProps {
  title: string
  text: string
  /** The OAuth error code, for the app's developers. */
  code?: string | undefined
  link?: { href: string; text: string } | undefined
}

export function noticePage({ title, text, code, link }: NoticeProps): string {
  return page({
    title,
    main: html`
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      ${link ? html`<p><a class="button" href="${link.href}">${link.text}</a></p>` : ''}
      ${code ? html`<p class="aside">Error code: <code>${code}</code></p>` : ''}
    `,
  })
}
