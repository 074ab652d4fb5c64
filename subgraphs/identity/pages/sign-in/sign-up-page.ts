// The sign-up page: username, display name, house, archetype and password.
import { describedBy, errorSummary, field, newPasswordField, notice, remarks } from '../field.ts'
import { form, scriptedForm, type ScriptUrls } from '../form.ts'
import { archetypeWords, houseWords } from '../house-words.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'
import { houseSign } from '../marks.ts'
import type { ClientView } from './sign-in-page.ts'

/** The fields, in the order of the page. All are required. */
const FIELDS = ['username', 'displayName', 'house', 'archetype', 'password'] as const

export type SignUpField = (typeof FIELDS)[number]

export interface SignUpProps {
  /** The URL that takes the fields of `FIELDS`. */
  action: string
  csrf: string
  client?: ClientView | undefined
  signInUrl: string
  passkey: ScriptUrls
  houses: readonly string[]
  archetypes: readonly string[]
  /** The previous input, without the password. */
  values?: Partial<Record<Exclude<SignUpField, 'password'>, string>> | undefined
  /** The error of the form as a whole. */
  error?: string | undefined
  /** Errors by field, as whole sentences. */
  errors?: Partial<Record<SignUpField, string>> | undefined
}

export function signUpPage(props: SignUpProps): string {
  const errors = FIELDS.flatMap((field) => ({ field, text: props.errors?.[field] ?? '' }))
  const wrong = errors.filter(({ text }) => text)
  const isRefused = wrong.length > 0 || props.error !== undefined
  return page({
    title: isRefused ? 'Error: Create an account' : 'Create an account',
    scripts: ['passkey.js', 'password.js'],
    main: html`
      <h1>Create an account</h1>
      <p class="lead">One name, one house, and every service knows you.</p>
      ${props.error ? notice({ kind: 'error', text: props.error }) : ''}
      ${wrong.length > 0 ? errorSummary(wrong) : ''} ${fields(props)} ${passkeyInstead(props)}
      <p class="aside">Have an account already? <a href="${props.signInUrl}">Sign in</a></p>
    `,
  })
}

const fields = (props: SignUpProps): Html =>
  form({ action: props.action, csrf: props.csrf, look: 'stack' }, [
    names(props),
    houses(props),
    archetypes(props),
    newPasswordField({ name: 'password', label: 'Password', error: props.errors?.password }),
    html`<button class="primary">Create account</button>`,
  ])

/** The form to sign up with a passkey. It takes the names, house and archetype from the fields above. */
const passkeyInstead = ({ csrf, passkey }: SignUpProps): Html =>
  html`<div class="methods">
    <p class="or">or without a password</p>
    ${scriptedForm(
      { does: 'passkey-sign-up', csrf, ...passkey },
      html`<button>Create it with a passkey</button>`,
    )}
  </div>`

const names = ({ values = {}, errors = {} }: SignUpProps): Content => [
  field({
    name: 'username',
    label: 'Username',
    hint: 'What you sign in with: 3 to 30 of a–z, 0–9 and _.',
    value: values.username,
    error: errors.username,
    attributes: html`type="text" autocomplete="username" autocapitalize="none" spellcheck="false"
    minlength="3" maxlength="30" pattern="[A-Za-z0-9_]+" required`,
  }),
  field({
    name: 'displayName',
    label: 'Display name',
    hint: 'What others see.',
    value: values.displayName,
    error: errors.displayName,
    attributes: html`type="text" autocomplete="nickname" maxlength="80" required`,
  }),
]

function houses({ houses, values, errors }: SignUpProps): Html {
  const about = { name: 'house', error: errors?.house }
  return html`<fieldset
    class="field"
    role="radiogroup"
    id="house"
    tabindex="-1"
    ${describedBy(about)}
  >
    <legend>House</legend>
    <div class="houses">${houses.map((house) => houseChoice(house, values?.house === house))}</div>
    ${remarks(about)}
  </fieldset>`
}

const houseChoice = (house: string, chosen: boolean): Html =>
  html`<label class="house" data-house="${house.toLowerCase()}">
    <input type="radio" name="house" value="${house}" ${chosen ? 'checked' : ''} required />
    ${houseSign(house)} <span>${house} <small>${houseWords(house)}</small></span>
  </label>`

function archetypes({ archetypes, values, errors }: SignUpProps): Html {
  const about = {
    name: 'archetype',
    hint: 'The kind of part you play.',
    error: errors?.archetype,
  }
  return html`<div class="field">
    <label for="archetype">Archetype</label>
    <select id="archetype" name="archetype" required ${describedBy(about)}>
      <option value="">Choose one</option>
      ${archetypes.map(
        (archetype) =>
          html`<option value="${archetype}" ${archetype === values?.archetype ? 'selected' : ''}>
            ${archetype}
          </option>`,
      )}
    </select>
    ${remarks(about)}
    <details>
      <summary>What the archetypes mean</summary>
      <dl class="meanings">
        ${archetypes.map(
          (archetype) =>
            html`<div>
              <dt>${archetype}</dt>
              <dd>${archetypeWords(archetype)}</dd>
            </div>`,
        )}
      </dl>
    </details>
  </div>`
}
