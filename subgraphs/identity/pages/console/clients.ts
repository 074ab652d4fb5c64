// Clients in the console.
import {
  disableClient,
  getClient,
  listClients,
  registerClient,
  rotateClientSecret,
} from '../../domain/clients/client.ts'
import { updateClient } from '../../domain/clients/client-change.ts'
import { queryParameters, type Parameters } from '../../oauth/parameters.ts'
import type { Client } from '../../tables.ts'
import { fieldErrors, type Notice } from '../form.ts'
import { asAdministrator, type AdministratorSession } from './access.ts'
import type { ClientErrors, ClientValues } from './client-form.ts'
import {
  changeIn,
  clientErrors,
  EMPTY,
  inputOf,
  OFFERED_SCOPES,
  shownOf,
  valuesIn,
  valuesOf,
} from './client-values.ts'
import { clientPage, clientsPage, newClientPage, type ClientItem } from './clients-page.ts'
import { confirmPage, secretPage } from './console-page.ts'
import { consoleProps, doneNotice, nextPath, segmentOf, show, submit } from './response.ts'

const PAGE_SIZE = 50

const clientItem = (client: Client): ClientItem => ({ ...client, hasKeys: client.jwks !== null })

/** Shows all clients or search results, page by page. */
export const showClients = show(async (administering) => {
  const query = queryParameters(administering.req)
  const searched = (query.get('search') ?? '').trim()
  const props = { ...consoleProps(administering), searched }
  const found = await find(administering, searched, query.get('after')).catch((error: unknown) =>
    fieldErrors(error, { search: 'The name' }),
  )
  if ('errors' in found) return clientsPage({ ...props, clients: [], error: found.errors.search })
  const next = nextPath('/admin/clients', found, { search: searched })
  return clientsPage({ ...props, clients: found.nodes.map(clientItem), next })
})

async function find({ ctx }: AdministratorSession, searched: string, after: string | undefined) {
  const search = searched === '' ? undefined : searched.slice(0, 100)
  const list = await listClients(ctx, { search, first: PAGE_SIZE, after })
  return list.page()
}

const subjectOf = (administering: AdministratorSession): Promise<Client> =>
  getClient(administering.ctx.db, segmentOf(administering, 'id'))

interface Shown {
  values?: ClientValues
  shown?: string
  errors?: ClientErrors
  notice?: Notice | undefined
}

const renderClient = (administering: AdministratorSession, client: Client, shown: Shown): string =>
  clientPage({
    ...consoleProps(administering),
    ...OFFERED_SCOPES,
    client: clientItem(client),
    values: valuesOf(client),
    shown: shownOf(client),
    ...shown,
  })

export const showClient = show(async (administering) => {
  const notice = doneNotice(queryParameters(administering.req))
  return renderClient(administering, await subjectOf(administering), { notice })
})

export const submitClient = submit(
  async (administering, form) => {
    const client = await subjectOf(administering)
    const refusal = await updateClient(
      asAdministrator(administering),
      client.id,
      changeIn(form),
    ).then(() => undefined, clientErrors)
    if (!refusal) return { to: `/admin/clients/${client.id}?done=client-changed` }
    return {
      refused: renderClient(administering, client, { ...typedIn(form, client), ...refusal }),
    }
  },
  async (administering, form, notice) => {
    const client = await subjectOf(administering)
    return renderClient(administering, client, { ...typedIn(form, client), notice })
  },
)

const typedIn = (form: Parameters, { kind }: Client) => ({
  values: { ...valuesIn(form), kind },
  shown: form.get('shown') ?? '',
})

const registration = (administering: AdministratorSession, shown: Shown): string =>
  newClientPage({ ...consoleProps(administering), ...OFFERED_SCOPES, values: EMPTY, ...shown })

export const showRegistration = show((administering) => registration(administering, {}))

export const submitRegistration = submit(
  async (administering, form) => {
    const registered = await registerClient(
      asAdministrator(administering),
      inputOf(valuesIn(form)),
    ).catch(clientErrors)
    if ('errors' in registered) {
      const shown = { values: valuesIn(form), ...registered }
      return { refused: registration(administering, shown) }
    }
    const { client, secret } = registered
    return { page: secretOf(administering, client, secret) }
  },
  (administering, form, notice) => registration(administering, { values: valuesIn(form), notice }),
)

function secretOf(
  administering: AdministratorSession,
  { id, kind, name }: Client,
  secret: string | null,
): string {
  const nothing = kind === 'public' ? 'it needs only its id' : 'it signs with its keys'
  return secretPage({
    ...consoleProps(administering),
    part: 'clients',
    title: secret === null ? `${name} is registered` : `The secret of ${name}`,
    text:
      secret === null
        ? `It has no secret: ${nothing}.`
        : 'The secret is shown only now. Store it where the app reads it.',
    values: [['Client id', id], ...(secret === null ? [] : [['Client secret', secret] as const])],
    back: `/admin/clients/${id}`,
  })
}

const CLIENT_QUESTIONS = {
  'rotate-secret': {
    title: (name: string) => `Give ${name} a new secret?`,
    text: 'The old one stops working at once.',
    button: 'New secret',
  },
  disable: {
    title: (name: string) => `Disable ${name} for good?`,
    text: 'Nobody can use it any more, and all its grants are revoked. It cannot be enabled again.',
    button: 'Disable for good',
  },
}

const ask = (action: keyof typeof CLIENT_QUESTIONS) =>
  show(async (administering) => {
    const { id, name } = await subjectOf(administering)
    const { title, ...question } = CLIENT_QUESTIONS[action]
    return confirmPage({
      ...consoleProps(administering),
      ...question,
      part: 'clients',
      title: title(name),
      action: `/admin/clients/${id}/${action}`,
      back: `/admin/clients/${id}`,
    })
  })

export const askSecretRotation = ask('rotate-secret')
export const askClientDisabling = ask('disable')

export const submitSecretRotation = submit(async (administering) => {
  const id = segmentOf(administering, 'id')
  const { client, secret } = await rotateClientSecret(asAdministrator(administering), id)
  return { page: secretOf(administering, client, secret) }
})

export const submitClientDisabling = submit(async (administering) => {
  const { id } = await disableClient(asAdministrator(administering), segmentOf(administering, 'id'))
  return { to: `/admin/clients/${id}?done=client-disabled` }
})
