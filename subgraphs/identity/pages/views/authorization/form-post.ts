// Sends a response to the app in a self-submitting form (OAuth 2.0 Form Post Response Mode).
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'

export interface PostedResponse {
  clientName: string
  /** The redirect URI. */
  action: string
  /** The parameters of the response. */
  fields: Readonly<Record<string, string>>
}

export function formPostPage(response: PostedResponse): string {
  const title = `Continue to ${response.clientName}`
  return page({
    title,
    referrer: 'origin',
    scripts: ['form-post.js'],
    main: html`
      <h1>${title}</h1>
      ${responseForm(response, html`<button class="primary">Continue</button>`)}
    `,
  })
}

/** Posted to another origin, so without a CSRF token. */
export const responseForm = ({ action, fields }: PostedResponse, button: Content): Html =>
  html`<form class="stack" method="post" action="${action}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${button}
  </form>`
