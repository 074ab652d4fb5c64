// Tells an administrator that administrative access requires a second factor, and how to get one.
import { who } from './consent-page.ts'
import { responseForm, type PostedResponse } from './form-post.ts'
import { html, type Content } from '../html.ts'
import { page } from '../layout.ts'
import type { ClientView } from '../sign-in/sign-in-page.ts'

export interface SecondFactorNeededProps {
  csrf: string
  client: ClientView
  account: { displayName: string; username: string; house: string }
  switchAction: string
  /** The URL at which to set up a second factor. */
  setUpUrl: string
  /** The URL that repeats the app's request. */
  continueUrl: string
  /** The URL or form that returns to the app with the error. */
  refusal: string | PostedResponse
}

export function secondFactorNeededPage(props: SecondFactorNeededProps): string {
  const { account, client, continueUrl, refusal, setUpUrl } = props
  const title = 'You need a second factor'
  return page({
    title,
    house: account.house,
    referrer: typeof refusal === 'string' ? 'no-referrer' : 'origin',
    main: html`
      <h1>${title}</h1>
      <p class="lead">
        <strong>${client.name}</strong> asks for an administrator’s rights. To allow this, sign in
        with a passkey, or with a code from an authenticator app.
      </p>
      ${who(props)}
      <p>
        <a class="button" href="${setUpUrl}" target="_blank" rel="noopener"
          >1. Set one up <span class="unseen">(opens in a new tab)</span></a
        >
      </p>
      <p><a class="button" href="${continueUrl}">2. Continue to ${client.name}</a></p>
      ${wayBack(refusal)}
    `,
  })
}

const wayBack = (refusal: SecondFactorNeededProps['refusal']): Content => {
  const text = 'Go back without it'
  if (typeof refusal === 'string')
    return html`<p class="aside"><a href="${refusal}">${text}</a></p>`
  return responseForm(refusal, html`<button class="link">${text}</button>`)
}
