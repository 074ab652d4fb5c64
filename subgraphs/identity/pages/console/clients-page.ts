// The pages of clients in the console: the list, a new one, and one with what can be changed.
import { field, form, hidden } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { rows } from '../rows.ts'
import { day } from '../time.ts'
import { clientFields, type ClientFields } from './client-form.ts'
import {
  badge,
  consolePage,
  consoleSection,
  facts,
  nextPage,
  type ConsoleProps,
} from './console-page.ts'

export interface ClientItem {
  id: string
  name: string
  kind: 'public' | 'confidential'
  createdAt: Date
  disabledAt: Date | null
  /** Whether it authenticates with keys instead of a secret. */
  hasKeys: boolean
}

interface ClientsProps extends ConsoleProps {
  clients: readonly ClientItem[]
  /** The search text; empty for the list of all. */
  searched: string
  error?: string | undefined
  next?: string | undefined
}

export const clientsPage = ({ clients, error, searched, next, ...props }: ClientsProps): string =>
  consolePage({
    ...props,
    part: 'clients',
    isRefused: error !== undefined,
    main: [
      html`<p><a class="button" href="/admin/clients/new">Register an app</a></p>`,
      search(searched, error),
      searched === '' ? '' : html`<p><a href="/admin/clients">Show every app</a></p>`,
      rows(
        clients.map((client) => ({
          title: client.name,
          href: `/admin/clients/${client.id}`,
          about: html`<p>
            ${client.kind} · <code>${client.id}</code> · since ${day(client.createdAt)}
            ${client.disabledAt ? badge('Disabled', 'grave') : ''}
          </p>`,
        })),
        searched === '' ? 'No app is registered.' : 'No app was found.',
      ),
      nextPage(next),
    ],
  })

/** The search form, with the text in the URL, because names of apps are not secret. */
const search = (searched: string, error: string | undefined): Html =>
  html`<form class="finder" method="get" action="/admin/clients" role="search">
    ${field({
      name: 'search',
      label: 'Find an app',
      hint: 'A name, or a whole id.',
      value: searched,
      error,
      attributes: html`type="search" autocomplete="off" spellcheck="false" maxlength="100"`,
    })}
    <button>Find</button>
  </form>`

interface NewClientProps extends ConsoleProps, ClientFields {}

const isRefused = ({ errors = {} }: Pick<ClientFields, 'errors'>): boolean =>
  Object.keys(errors).length > 0

export const newClientPage = (props: NewClientProps): string =>
  consolePage({
    ...props,
    part: 'clients',
    title: 'Register an app',
    isRefused: isRefused(props),
    main: html`<div class="question">
      ${form({ action: '/admin/clients/new', csrf: props.csrf, look: 'stack' }, [
        clientFields(props, true),
        html`<div class="decision">
          <button class="primary">Register</button>
          <a class="button" href="/admin/clients">Cancel</a>
        </div>`,
      ])}
    </div>`,
  })

interface ClientProps extends ConsoleProps, ClientFields {
  client: ClientItem
  /** The hashes of the values when the form was opened, sent along with the form. */
  shown: string
}

export const clientPage = ({ client, ...props }: ClientProps): string =>
  consolePage({
    ...props,
    part: 'clients',
    title: client.name,
    isRefused: isRefused(props),
    main: [
      facts([
        ['Client id', html`<code>${client.id}</code>`],
        ['Kind', client.kind],
        ['Authentication', authenticationWords(client)],
        ['Scopes', props.values.scopes.join(', ')],
        ['Registered', day(client.createdAt)],
        ...(client.disabledAt ? [['Disabled', day(client.disabledAt)] as const] : []),
      ]),
      html`<p><a href="${trailOf(client)}">The audit trail of this app</a></p>`,
      client.disabledAt ? '' : changes(client, props),
    ],
  })

const trailOf = ({ id }: ClientItem) => `/admin/audit?app=${encodeURIComponent(id)}`

function authenticationWords({ hasKeys, kind }: ClientItem): string {
  if (kind === 'public') return 'none'
  return hasKeys ? 'keys' : 'secret'
}

function changes(client: ClientItem, props: Omit<ClientProps, 'client'>): Content {
  const path = `/admin/clients/${client.id}`
  const to = (action: string, text: string) =>
    html`<a class="button" href="${path}/${action}">${text}</a>`
  const hasSecret = client.kind === 'confidential' && !client.hasKeys
  return [
    consoleSection(
      'change',
      'Change',
      form({ action: path, csrf: props.csrf, look: 'stack' }, [
        hidden('shown', props.shown),
        clientFields(props, false),
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
