// Clients in the console: a list, one client, and a form for a new one.
import { describedBy, field, remarks } from '../field.ts'
import { form } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { day } from '../time.ts'
import {
  badge,
  consolePage,
  consoleSection,
  facts,
  linked,
  nextPage,
  type ConsoleProps,
} from './console.ts'

export interface ClientItem {
  id: string
  name: string
  kind: 'public' | 'confidential'
  redirectUris: readonly string[]
  scopes: readonly string[]
  tier: string
  createdAt: Date
  disabledAt: Date | null
  /** Whether it authenticates with keys instead of a secret. */
  hasKeys: boolean
}

interface ClientsProps extends ConsoleProps {
  clients: readonly ClientItem[]
  next?: string | undefined
}

export const clientsPage = ({ clients, next, ...props }: ClientsProps): string =>
  consolePage({
    ...props,
    part: 'clients',
    main: [
      html`<p><a class="button" href="/admin/clients/new">Register an app</a></p>`,
      linked(
        clients.map((client) => ({
          title: client.name,
          href: `/admin/clients/${client.id}`,
          about: html`<p>
            ${client.kind} · since ${day(client.createdAt)}
            ${client.disabledAt ? badge('Disabled', 'grave') : ''}
          </p>`,
        })),
        'No app is registered.',
      ),
      nextPage(next),
    ],
  })

/** The fields of the forms of a client. */
export interface ClientValues {
  name: string
  /** One on each line. */
  redirectUris: string
  kind: string
  tier: string
  scopes: readonly string[]
}

export type ClientErrors = Partial<Record<'name' | 'redirectUris' | 'scopes', string>>

interface NewClientProps extends ConsoleProps {
  /** Those to choose from, in words. */
  scopes: readonly { name: string; words: string }[]
  values: ClientValues
  errors?: ClientErrors | undefined
}

export const newClientPage = (props: NewClientProps): string =>
  consolePage({
    ...props,
    part: 'clients',
    title: 'Register an app',
    isRefused: Object.keys(props.errors ?? {}).length > 0,
    main: html`<div class="question">
      ${form({ action: '/admin/clients/new', csrf: props.csrf, look: 'stack' }, [
        nameField(props.values.name, props.errors?.name),
        choices('kind', 'What it is', props.values.kind, [
          [
            'public',
            'It runs in a browser or on a device',
            `It has no secret. ${ORIGINS_MAY_CALL}`,
          ],
          ['confidential', 'It runs on a server', 'It has a secret.'],
        ]),
        urisField('One on each line.', props.values.redirectUris, props.errors?.redirectUris),
        scopeBoxes(props),
        choices('tier', 'Rate limits', props.values.tier, [
          ['authenticated', 'Per person', 'The usual limits.'],
          ['partner', 'Partner', 'Higher limits, for all of its calls together.'],
        ]),
        html`<div class="decision">
          <button class="primary">Register</button>
          <a class="button" href="/admin/clients">Cancel</a>
        </div>`,
      ])}
    </div>`,
  })

interface ClientProps extends ConsoleProps {
  client: ClientItem
  values?: Pick<ClientValues, 'name' | 'redirectUris'> | undefined
  errors?: ClientErrors | undefined
}

export const clientPage = ({ client, errors, values, ...props }: ClientProps): string =>
  consolePage({
    ...props,
    part: 'clients',
    title: client.name,
    isRefused: Object.keys(errors ?? {}).length > 0,
    main: [
      facts([
        ['Client id', html`<code>${client.id}</code>`],
        ['Kind', client.kind],
        ['Scopes', client.scopes.join(', ')],
        ['Limits', client.tier],
        ['Registered', day(client.createdAt)],
        ...(client.disabledAt ? [['Disabled', day(client.disabledAt)] as const] : []),
      ]),
      client.disabledAt ? '' : changes({ client, csrf: props.csrf, errors, values }),
    ],
  })

function changes({
  client,
  csrf,
  errors,
  values,
}: Pick<ClientProps, 'client' | 'csrf' | 'errors' | 'values'>): Content {
  const uris = values?.redirectUris ?? client.redirectUris.join('\n')
  const to = (action: string, text: string) =>
    html`<a class="button" href="/admin/clients/${client.id}/${action}">${text}</a>`
  const hint = `One on each line.${client.kind === 'public' ? ` ${ORIGINS_MAY_CALL}` : ''}`
  const hasSecret = client.kind === 'confidential' && !client.hasKeys
  return [
    consoleSection(
      'change',
      'Change',
      form({ action: `/admin/clients/${client.id}`, csrf, look: 'stack' }, [
        nameField(values?.name ?? client.name, errors?.name),
        urisField(hint, uris, errors?.redirectUris),
        html`<button>Change</button>`,
      ]),
    ),
    consoleSection(
      'actions',
      'What you can do',
      html`<div class="actions">
        ${hasSecret ? to('rotate-secret', 'Give it a new secret') : ''}
        ${to('disable', 'Disable it for good')}
      </div>`,
    ),
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

/** CORS. */
const ORIGINS_MAY_CALL = 'Scripts of the origins of its redirect URIs may call every service.'

function urisField(hint: string, value: string, error: string | undefined): Html {
  const about = { name: 'redirectUris', hint, error }
  return html`<div class="field">
    <label for="redirectUris">Redirect URIs</label>
    <textarea
      id="redirectUris"
      name="redirectUris"
      rows="4"
      maxlength="2000"
      spellcheck="false"
      ${describedBy(about)}
    >
${value}</textarea>
    ${remarks(about)}
  </div>`
}

const choices = (
  name: string,
  legend: string,
  chosen: string,
  options: readonly (readonly [value: string, title: string, about: string])[],
): Html =>
  html`<fieldset class="field">
    <legend>${legend}</legend>
    ${options.map(
      ([value, title, about]) =>
        html`<label class="choice">
          <input
            type="radio"
            name="${name}"
            value="${value}"
            ${value === chosen ? 'checked' : ''}
            required
          />
          <span>${title} <small>${about}</small></span>
        </label>`,
    )}
  </fieldset>`

/** The name of the box that allows a scope. */
export const scopeBox = (scope: string) => `scope-${scope}`

function scopeBoxes({ errors, scopes, values }: NewClientProps): Html {
  const about = { name: 'scopes', error: errors?.scopes }
  return html`<fieldset class="field" id="scopes" tabindex="-1" ${describedBy(about)}>
    <legend>What it may ask for</legend>
    ${scopes.map(
      ({ name, words }) =>
        html`<label class="choice">
          <input
            type="checkbox"
            name="${scopeBox(name)}"
            value="on"
            ${values.scopes.includes(name) ? 'checked' : ''}
          />
          <span>${name} <small>${words}</small></span>
        </label>`,
    )}
    ${remarks(about)}
  </fieldset>`
}
