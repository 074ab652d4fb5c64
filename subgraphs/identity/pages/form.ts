// Forms: each is a POST with the CSRF token.
import { html, type Content, type Html } from './html.ts'

interface Form {
  /** The URL that the form is posted to, with its query. */
  action: string
  csrf: string
  /** The id of a row, sent as the field `id`. */
  id?: string
  /** The layout of the form. */
  look?: 'stack' | 'inline'
}

export const form = ({ action, csrf, id, look = 'inline' }: Form, content: Content): Html =>
  html`<form class="${look}" method="post" action="${action}">
    <input type="hidden" name="csrf" value="${csrf}" />
    ${id === undefined ? '' : html`<input type="hidden" name="id" value="${id}" />`}${content}
  </form>`

export interface ScriptUrls {
  /** POST `{csrf}` → `{options}` for a passkey, `{csrf, address, chainId}` → `{message}` for a wallet. */
  challengeUrl: string
  /** POST `{csrf, credential, name?}` for a passkey, `{csrf, message, signature}` for a wallet → `{location}`. */
  verifyUrl: string
}

interface ScriptedForm extends ScriptUrls {
  /** Which feature of `assets/*.js` handles the form. */
  does: 'passkey-sign-in' | 'passkey-confirm' | 'passkey-add' | 'passkey-sign-up' | 'wallet'
  csrf: string
}

/** A form that needs a script, and is hidden without one. */
export const scriptedForm = (
  { does, csrf, challengeUrl, verifyUrl }: ScriptedForm,
  content: Content,
): Html =>
  html`<form
    class="stack"
    method="post"
    action="${verifyUrl}"
    data-does="${does}"
    data-challenge-url="${challengeUrl}"
    hidden
  >
    <input type="hidden" name="csrf" value="${csrf}" />
    ${content}
    <p class="outcome" role="status"></p>
  </form>`
