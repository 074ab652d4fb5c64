// The fields of an app in the console, for creating and changing one.
import {
  checkbox,
  choice,
  describedBy,
  errorSummary,
  field,
  labelled,
  radio,
  remarks,
} from '../form.ts'
import { html, type Content, type Html } from '../html.ts'

export interface ClientValues {
  name: string
  kind: 'confidential' | 'public'
  /** The redirect URIs, one per line. */
  redirectUris: string
  scopes: readonly string[]
  deviceFlow: boolean
  machineScopes: readonly string[]
  /** A JSON Web Key Set as text. */
  jwks: string
  backchannelLogoutUri: string
  idTokenSignedResponseAlg: string
  tier: 'authenticated' | 'partner'
}

export type ClientErrors = Partial<Record<keyof ClientValues, string>>

export interface ClientFields {
  values: ClientValues
  errors?: ClientErrors | undefined
  /** The scopes to choose from, in words. */
  scopes: readonly ScopeChoice[]
  machineScopes: readonly ScopeChoice[]
}

interface ScopeChoice {
  name: string
  words: string
}

/** The name of the checkbox that allows a scope. */
export const scopeBox = (scope: string) => `scope-${scope}`
export const machineScopeBox = (scope: string) => `machine-scope-${scope}`

/** Renders the fields. The kind can be chosen only for a new app. */
export function clientFields(
  { errors = {}, machineScopes, scopes, values }: ClientFields,
  isNew: boolean,
): Content {
  const mayHaveServer = isNew || values.kind === 'confidential'
  return [
    // A summary of the errors, because the form is longer than a screen.
    errorSummary(errors),
    nameField(values.name, errors.name),
    isNew ? kindChoice(values.kind) : '',
    urisField(values, errors.redirectUris, isNew),
    boxes('scopes', 'What it may ask people for', scopeBoxes(scopes, values.scopes, scopeBox), {
      error: errors.scopes,
      ...(!isNew && { hint: 'What people have allowed already stays until they disconnect it.' }),
    }),
    boxes('deviceFlow', 'Devices', [deviceBox(values.deviceFlow)], { error: errors.deviceFlow }),
    mayHaveServer ? serverFields({ errors, machineScopes, values }) : '',
    logoutField(values.backchannelLogoutUri, errors.backchannelLogoutUri),
    algorithmChoice(values.idTokenSignedResponseAlg),
    tierChoice(values.tier),
  ]
}

const nameField = (value: string, error: string | undefined): Html =>
  field({
    name: 'name',
    label: 'Name',
    hint: 'People see it when they are asked to allow it.',
    value,
    error,
    attributes: html`type="text" autocomplete="off" maxlength="100" required`,
  })

/** The consequence of a public client for cross-origin requests (CORS). */
const ORIGINS_MAY_CALL = 'Scripts of the origins of its redirect URIs may call every service.'

const kindChoice = (chosen: string): Html =>
  choices('kind', 'What it is', chosen, [
    ['public', 'It runs in a browser or on a device', `It has no secret. ${ORIGINS_MAY_CALL}`],
    ['confidential', 'It runs on a server', 'It has a secret, or keys.'],
  ])

function urisField(
  { kind, redirectUris }: ClientValues,
  error: string | undefined,
  isNew: boolean,
) {
  const calls = kind === 'public' && !isNew ? ` ${ORIGINS_MAY_CALL}` : ''
  const hint = `One on each line. People may also come back to them after signing out.${calls}`
  return textField(
    { name: 'redirectUris', label: 'Redirect URIs', hint, error },
    redirectUris,
    10_260,
  )
}

const deviceBox = (checked: boolean): Box => ({
  name: 'deviceFlow',
  title: 'It may start the device flow',
  about: 'For devices without a keyboard or browser. A public app then needs no redirect URI.',
  checked,
})

function serverFields({ errors = {}, machineScopes, values }: Omit<ClientFields, 'scopes'>) {
  const own = scopeBoxes(machineScopes, values.machineScopes, machineScopeBox)
  return [
    boxes('machineScopes', 'What it may do for itself', own, {
      hint: 'Without a person, with client_credentials. Only for apps on a server.',
      error: errors.machineScopes,
    }),
    textField(
      {
        name: 'jwks',
        label: 'Public keys',
        hint: 'A JSON Web Key Set, {"keys": […]}, for an app on a server that signs instead of sending a secret. Empty for a secret.',
        error: errors.jwks,
      },
      values.jwks,
      8_192,
    ),
  ]
}

const logoutField = (value: string, error: string | undefined): Html =>
  field({
    name: 'backchannelLogoutUri',
    label: 'Back-channel logout URI',
    hint: 'Optional. The ID service posts a notice there when a person signs out.',
    value,
    error,
    attributes: html`type="url" autocomplete="off" spellcheck="false" maxlength="512"`,
  })

const algorithmChoice = (chosen: string): Html =>
  choices('idTokenSignedResponseAlg', 'What signs its ID tokens', chosen, [
    ['RS256', 'RS256', 'Every library verifies it.'],
    ['ES256', 'ES256', 'Shorter.'],
  ])

const tierChoice = (chosen: string): Html =>
  choices('tier', 'Rate limits', chosen, [
    ['authenticated', 'Per person', 'The usual limits.'],
    ['partner', 'Partner', 'Higher limits, for all of its calls together.'],
  ])

const scopeBoxes = (
  scopes: readonly ScopeChoice[],
  chosen: readonly string[],
  box: (scope: string) => string,
): Box[] =>
  scopes.map(({ name, words }) => {
    return { name: box(name), title: name, about: words, checked: chosen.includes(name) }
  })

type Described = Parameters<typeof describedBy>[0]

function textField(about: Described & { label: string }, value: string, longest: number): Html {
  const { name } = about
  return labelled(
    about,
    html`<textarea
      id="${name}"
      name="${name}"
      rows="4"
      maxlength="${longest}"
      spellcheck="false"
      ${describedBy(about)}
    >
${value}</textarea>`,
  )
}

const choices = (
  name: string,
  legend: string,
  chosen: string,
  all: readonly (readonly [value: string, title: string, about: string])[],
): Html =>
  html`<fieldset class="field" id="${name}" tabindex="-1">
    <legend>${legend}</legend>
    ${all.map(([value, title, about]) => choice(radio(name, value, chosen), title, about))}
  </fieldset>`

interface Box {
  name: string
  title: string
  about: string
  checked: boolean
}

function boxes(
  name: string,
  legend: string,
  all: readonly Box[],
  shown: Omit<Described, 'name'>,
): Html {
  const about = { name, ...shown }
  return html`<fieldset class="field" id="${name}" tabindex="-1" ${describedBy(about)}>
    <legend>${legend}</legend>
    ${all.map((box) => choice(checkbox(box.name, 'on', box.checked), box.title, box.about))}
    ${remarks(about)}
  </fieldset>`
}
