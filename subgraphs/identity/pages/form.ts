// Forms and what stands in them: fields with labels, hints and errors, and what was sent.
import { DomainError, issuesOf } from '#foundation/domain/errors.ts'
import { html, type Content, type Html } from './html.ts'

/** The URL that a form is posted to, with its query, and the token against forged requests. */
export interface FormProps {
  action: string
  csrf: string
}

interface Form extends FormProps {
  /** The id of a row, sent as the field `id`. */
  id?: string
  /** The layout of the form. */
  look?: 'stack' | 'inline'
}

export const form = ({ action, csrf, id, look = 'inline' }: Form, content: Content): Html =>
  html`<form class="${look}" method="post" action="${action}">
    ${hidden('csrf', csrf)} ${id === undefined ? '' : hidden('id', id)}${content}
  </form>`

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`

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
    ${hidden('csrf', csrf)} ${content}
    <p class="outcome" role="status"></p>
  </form>`

/** The attributes of inputs that several forms have. */
export const INPUTS = {
  username: html`type="text" autocomplete="username" autocapitalize="none" spellcheck="false"
  maxlength="30" required`,
  newUsername: html`type="text" autocomplete="username" autocapitalize="none" spellcheck="false"
  minlength="3" maxlength="30" pattern="[A-Za-z0-9_]+" required`,
  otherUsername: html`type="text" autocomplete="off" autocapitalize="none" spellcheck="false"
  maxlength="30" required`,
  displayName: html`type="text" autocomplete="nickname" maxlength="80" required`,
  password: html`type="password" autocomplete="current-password" required`,
  appCode: html`class="user-code" type="text" inputmode="numeric" autocomplete="one-time-code"
  maxlength="10" required`,
  oneTimeCode: html`type="text" autocomplete="one-time-code" autocapitalize="characters"
  spellcheck="false" maxlength="40" required`,
}

interface Field {
  /** The name and id of the input. */
  name: string
  label: string
  /** Further attributes of the input. */
  attributes: Html
  value?: string | undefined
  hint?: string | undefined
  error?: string | undefined
}

/** A labelled `<input>`, described by its error and its hint. */
export const field = ({ name, label, attributes, value = '', hint, error }: Field): Html =>
  labelled(
    { name, label, hint, error },
    html`<input
      id="${name}"
      name="${name}"
      value="${value}"
      ${attributes}
      ${describedBy({ name, hint, error })}
    />`,
  )

/** A control with its label, hint and error. The control has `name` as its id. */
export const labelled = (
  about: Remarks & { label: string },
  control: Content,
  after: Content = '',
): Html => html`
  <div class="field">
    <label for="${about.name}">${about.label}</label>
    ${control} ${remarks(about)} ${after}
  </div>
`

/** The options of a `<select>`, as value and text. */
export const options = (
  all: readonly (readonly [value: string, text: string])[],
  chosen: string | undefined,
): Content =>
  all.map(
    ([value, text]) =>
      html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${text}</option>`,
  )

/** The username, for password managers, which store it along with the password. */
export const usernameOfPassword = (username: string): Html =>
  html`<input name="username" value="${username}" autocomplete="username" hidden />`

/** The field of a new password. A script tells whether it would be accepted, while it is typed. */
export const newPasswordField = ({ name, label, error }: Omit<Field, 'attributes'>): Html =>
  field({
    name,
    label,
    hint: 'At least 12 characters. Several words in a row are easy to keep in mind.',
    error,
    attributes: html`type="password" autocomplete="new-password" minlength="12"
    data-judge-url="/password/strength" required`,
  })

interface Remarks {
  name: string
  hint?: string | undefined
  error?: string | undefined
}

/** The attributes that tie a control to its `remarks`. */
export function describedBy({ name, hint, error }: Remarks): Content {
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return [ids && html`aria-describedby="${ids}"`, error ? html` aria-invalid="true"` : '']
}

export const remarks = ({ name, hint, error }: Remarks): Content => [
  error ? html`<p class="error" id="${name}-error"><strong>Error:</strong> ${error}</p>` : '',
  hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : '',
]

/** One of several answers, as a radio button of a required question or a checkbox, with a text below its title. */
export const choice = (input: Html, title: Content, about?: Content): Html =>
  html`<label class="choice">
    ${input} <span>${title} ${about === undefined ? '' : html`<small>${about}</small>`}</span>
  </label>`

export const radio = (name: string, value: string, chosen: string | undefined): Html =>
  html`<input
    type="radio"
    name="${name}"
    value="${value}"
    ${value === chosen ? 'checked' : ''}
    required
  />`

export const checkbox = (name: string, value: string, isChecked: boolean): Html =>
  html`<input type="checkbox" name="${name}" value="${value}" ${isChecked ? 'checked' : ''} />`

/** The success or failure of a form as a whole. */
export interface Notice {
  kind: 'done' | 'error'
  text: string
}

export const notice = ({ kind, text }: Notice): Html =>
  html`<p class="notice ${kind}" role="${kind === 'error' ? 'alert' : 'status'}">${text}</p>`

/** The error of a form as a whole, if there is one. */
export const errorNotice = (text: string | undefined): Content =>
  text === undefined ? '' : notice({ kind: 'error', text })

/** A summary of all errors of a long form, each with a link to its field. */
export function errorSummary(errors: Readonly<Record<string, string | undefined>>): Content {
  const wrong = Object.entries(errors).filter(([, text]) => text)
  if (wrong.length === 0) return ''
  return html`<div class="notice error" role="alert">
    <p>
      <strong>${wrong.length === 1 ? 'One thing' : `${wrong.length} things`} to correct:</strong>
    </p>
    <ul>
      ${wrong.map(([name, text = '']) => html`<li><a href="#${name}">${text}</a></li>`)}
    </ul>
  </div>`
}

/** The username in a form, in the spelling of the database. */
export const usernameIn = (form: ReadonlyMap<string, string>): string =>
  (form.get('username') ?? '').trim().toLowerCase()

/** Turns errors of the domain into sentences by field. @throws any other error */
export function fieldErrors<Field extends string>(
  error: unknown,
  labels: Readonly<Record<Field, string>>,
): { errors: Partial<Record<Field, string>> } {
  const issues = error instanceof DomainError ? issuesOf(error) : []
  if (issues.length === 0) throw error
  const sentences = issues.map(({ field, reason }) => {
    const label = labels[field as Field]
    // A reason in capitals is a code, whose error has a sentence of its own.
    const sentence = /^[A-Z_]+$/.test(reason) ? (error as Error).message : `${label} ${reason}.`
    return [field, sentence]
  })
  return { errors: Object.fromEntries(sentences) as Partial<Record<Field, string>> }
}
