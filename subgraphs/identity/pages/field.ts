// A field of a form: its label, hint and error.
import { html, type Content, type Html } from './html.ts'

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
export const field = ({ name, label, attributes, value = '', hint, error }: Field): Html => html`
  <div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      ${attributes}
      ${describedBy({ name, hint, error })}
    />
    ${remarks({ name, hint, error })}
  </div>
`

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

/** A choice of a required question. */
export const radio = (name: string, value: string, chosen: string | undefined): Html =>
  html`<input
    type="radio"
    name="${name}"
    value="${value}"
    ${value === chosen ? 'checked' : ''}
    required
  />`

/** The success or failure of a form as a whole. */
export interface Notice {
  kind: 'done' | 'error'
  text: string
}

export const notice = ({ kind, text }: Notice): Html =>
  html`<p class="notice ${kind}" role="${kind === 'error' ? 'alert' : 'status'}">${text}</p>`

/** A summary of all errors of a long form, each with a link to its field. */
export const errorSummary = (errors: readonly { field: string; text: string }[]): Html => html`
  <div class="notice error" role="alert">
    <p>
      <strong>${errors.length === 1 ? 'One thing' : `${errors.length} things`} to correct:</strong>
    </p>
    <ul>
      ${errors.map(({ field, text }) => html`<li><a href="#${field}">${text}</a></li>`)}
    </ul>
  </div>
`
