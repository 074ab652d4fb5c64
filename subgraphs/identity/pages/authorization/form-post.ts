// Sends a response to the app in a self-submitting form (OAuth 2.0 Form Post Response Mode).
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'

export interface PostedResponse {
  clientName: string
  /** The redirect URI, to which the form is posted. */
  action: string
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

/** The form. It has no CSRF token, because it is posted to another origin. */
export const responseForm = ({ action, fields }: PostedResponse, button: Content): Html =>
  html`<form class="stack" method="post" action="${action}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${button}
  </form>`
