// The sign-up page: username, display name, house, archetype and password.
import { ARCHETYPES, HOUSES } from '../../domain/people/houses.ts'
import {
  describedBy,
  errorNotice,
  errorSummary,
  field,
  form,
  INPUTS,
  labelled,
  newPasswordField,
  options,
  radio,
  remarks,
  scriptedForm,
  type FormProps,
  type ScriptUrls,
} from '../form.ts'
import { html, type Html } from '../html.ts'
import { page } from '../layout.ts'
import { houseSign } from '../marks.ts'

/** The fields, in the order of the page. All are required. */
const FIELDS = ['username', 'displayName', 'house', 'archetype', 'password'] as const

export type SignUpField = (typeof FIELDS)[number]

export interface SignUpProps extends FormProps {
  signInUrl: string
  passkey: ScriptUrls
  /** The previous input, without the password. */
  values?: Partial<Record<Exclude<SignUpField, 'password'>, string>>
  /** The error of the form as a whole. */
  error?: string
  /** Errors by field, as whole sentences. */
  errors?: Partial<Record<SignUpField, string>>
}

export function signUpPage(props: SignUpProps): string {
  const { action, csrf, error, errors = {}, passkey, signInUrl, values = {} } = props
  const inOrder = Object.fromEntries(FIELDS.map((name) => [name, errors[name]]))
  return page({
    title: 'Create an account',
    isRefused: error !== undefined || Object.keys(errors).length > 0,
    scripts: ['passkey.js', 'password.js'],
    lead: 'One name, one house, and every service knows you.',
    main: html`
      ${errorNotice(error)} ${errorSummary(inOrder)}
      ${form({ action, csrf, look: 'stack' }, [
        field({
          name: 'username',
          label: 'Username',
          hint: 'What you sign in with: 3 to 30 of a–z, 0–9 and _.',
          value: values.username,
          error: errors.username,
          attributes: INPUTS.newUsername,
        }),
        field({
          name: 'displayName',
          label: 'Display name',
          hint: 'What others see.',
          value: values.displayName,
          error: errors.displayName,
          attributes: INPUTS.displayName,
        }),
        houses(values.house, errors.house),
        archetypes(values.archetype, errors.archetype),
        newPasswordField({ name: 'password', label: 'Password', error: errors.password }),
        html`<button class="primary">Create account</button>`,
      ])}
      <div class="methods">
        <p class="or">or without a password</p>
        ${
          // The script takes the names, house and archetype from the fields above.
          scriptedForm(
            { does: 'passkey-sign-up', csrf, ...passkey },
            html`<button>Create it with a passkey</button>`,
          )
        }
      </div>
      <p class="aside">Have an account already? <a href="${signInUrl}">Sign in</a></p>
    `,
  })
}

const HOUSE_WORDS: Readonly<Record<string, string>> = {
  Aether: 'Those who look up: ideas, stars, and what nobody has thought of yet.',
  Ember: 'Those who begin: courage, warmth, and work done by hand.',
  Terra: 'Those who stay: patience, craft, and things that outlast us.',
  Tide: 'Those who move: change, good company, and the way back.',
}

function houses(chosen: string | undefined, error: string | undefined): Html {
  const about = { name: 'house', error }
  return html`<fieldset
    class="field"
    role="radiogroup"
    id="house"
    tabindex="-1"
    ${describedBy(about)}
  >
    <legend>House</legend>
    <div class="houses">
      ${HOUSES.map(
        (house) =>
          html`<label class="house" data-house="${house.toLowerCase()}">
            ${radio('house', house, chosen)} ${houseSign(house)}
            <span>${house} <small>${HOUSE_WORDS[house] ?? ''}</small></span>
          </label>`,
      )}
    </div>
    ${remarks(about)}
  </fieldset>`
}

const ARCHETYPE_WORDS: Readonly<Record<string, string>> = {
  Architect: 'You see how it could stand, and draw the plan.',
  Navigator: 'You know where we are, and where we could be.',
  Cipher: 'You find the pattern that others walk past.',
  Pathfinder: 'You go first, and come back to tell.',
  Keeper: 'You remember, and look after what is ours.',
}

function archetypes(chosen: string | undefined, error: string | undefined): Html {
  const about = {
    name: 'archetype',
    label: 'Archetype',
    hint: 'The kind of part you play.',
    error,
  }
  const names = ARCHETYPES.map((name) => [name, name] as const)
  return labelled(
    about,
    html`<select id="archetype" name="archetype" required ${describedBy(about)}>
      ${options([['', 'Choose one'], ...names], chosen)}
    </select>`,
    html`<details>
      <summary>What the archetypes mean</summary>
      <dl class="meanings">
        ${ARCHETYPES.map(
          (archetype) =>
            html`<div>
              <dt>${archetype}</dt>
              <dd>${ARCHETYPE_WORDS[archetype] ?? ''}</dd>
            </div>`,
        )}
      </dl>
    </details>`,
  )
}
