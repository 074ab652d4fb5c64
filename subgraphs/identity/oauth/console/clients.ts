// Clients in the console.
import {
  disableClient,
  getClient,
  listClients,
  registerClient,
  rotateClientSecret,
} from '../../domain/client.ts'
import { updateClient } from '../../domain/client-change.ts'
import { OPENID_SCOPE, SCOPES } from '../../domain/scope.ts'
import type { Client } from '../../tables.ts'
import { fieldErrors } from '../interaction/field-errors.ts'
import {
  clientPage,
  clientsPage,
  newClientPage,
  scopeBox,
  type ClientErrors,
  type ClientItem,
  type ClientValues,
} from '../pages/console/clients.ts'
import { confirmPage } from '../pages/console/confirm.ts'
import { secretPage } from '../pages/console/secret.ts'
import { scopeWords } from '../pages/scope-words.ts'
import { queryParameters, type Parameters } from '../parameters.ts'
import { asAdministrator, type Administering } from './access.ts'
import { consoleProps, segmentOf, show, submit } from './answer.ts'
import { doneNotice } from './done.ts'

const MOST_URIS = 20
const LABELS: Readonly<Record<string, string>> = {
  name: 'The name',
  redirectUris: 'The list of redirect URIs',
  scopes: 'What it may ask for',
  ...Object.fromEntries(
    Array.from({ length: MOST_URIS }, (_, at) => [`redirectUris.${at}`, `Redirect URI ${at + 1}`]),
  ),
}

const clientItem = (client: Client): ClientItem => ({ ...client, hasKeys: client.jwks !== null })

export const showClients = show(async (administering) => {
  const { ctx, req } = administering
  const list = await listClients(ctx, { first: 50, after: queryParameters(req).get('after') })
  const { nodes, hasNextPage, cursorOf } = await list.page()
  const after = hasNextPage ? encodeURIComponent(cursorOf(nodes.at(-1)!)) : undefined
  return clientsPage({
    ...consoleProps(administering),
    clients: nodes.map(clientItem),
    next: after && `/admin/clients?after=${after}`,
  })
})

const subjectOf = (administering: Administering): Promise<Client> =>
  getClient(administering.ctx.db, segmentOf(administering, 'id'))

export const showClient = show(async (administering) =>
  clientPage({
    ...consoleProps(administering),
    notice: doneNotice(queryParameters(administering.req)),
    client: clientItem(await subjectOf(administering)),
  }),
)

const urisOf = (form: Parameters): string[] =>
  (form.get('redirectUris') ?? '').split(/\s+/).filter((uri) => uri !== '')

export const submitClient = submit(async (administering, form) => {
  const client = await subjectOf(administering)
  const name = (form.get('name') ?? '').trim()
  const redirectUris = urisOf(form)
  const refusal = await updateClient(asAdministrator(administering), client.id, {
    name,
    redirectUris,
  }).then(() => undefined, clientErrors)
  if (!refusal) return { to: `/admin/clients/${client.id}?done=client-changed` }
  const values = { name, redirectUris: redirectUris.join('\n') }
  const props = { ...consoleProps(administering), client: clientItem(client), values, ...refusal }
  return { refused: clientPage(props) }
})

/** An error of one redirect URI is shown beside all of them, and says which one is meant. */
function clientErrors(error: unknown): { errors: ClientErrors } {
  const { errors } = fieldErrors<string>(error, LABELS)
  const byField = Object.entries(errors).map(([field, text]) => [field.split('.')[0]!, text])
  return { errors: Object.fromEntries(byField) as ClientErrors }
}

const REGISTRABLE: readonly string[] = [...SCOPES, OPENID_SCOPE]
const EMPTY: ClientValues = {
  name: '',
  redirectUris: '',
  kind: 'public',
  tier: 'authenticated',
  scopes: ['identity', 'openid'],
}

const registration = (
  administering: Administering,
  values: ClientValues,
  errors?: ClientErrors,
): string =>
  newClientPage({
    ...consoleProps(administering),
    scopes: REGISTRABLE.map((name) => ({ name, words: scopeWords(name) })),
    values,
    errors,
  })

export const showRegistration = show((administering) =>
  Promise.resolve(registration(administering, EMPTY)),
)

export const submitRegistration = submit(async (administering, form) => {
  const values = {
    name: (form.get('name') ?? '').trim(),
    kind: form.get('kind') === 'confidential' ? ('confidential' as const) : ('public' as const),
    tier: form.get('tier') === 'partner' ? ('partner' as const) : ('authenticated' as const),
    scopes: REGISTRABLE.filter((name) => form.has(scopeBox(name))),
  }
  const redirectUris = urisOf(form)
  const registered = await registerClient(asAdministrator(administering), {
    ...values,
    redirectUris,
  }).catch(clientErrors)
  if ('errors' in registered) {
    const sent = { ...values, redirectUris: redirectUris.join('\n') }
    return { refused: registration(administering, sent, registered.errors) }
  }
  const { client, secret } = registered
  return { page: secretOf(administering, client, secret) }
})

function secretOf(
  administering: Administering,
  { id, name }: Client,
  secret: string | null,
): string {
  return secretPage({
    ...consoleProps(administering),
    part: 'clients',
    title: secret === null ? `${name} is registered` : `The secret of ${name}`,
    text:
      secret === null
        ? 'It has no secret: it needs only its id.'
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
      asksReason: false,
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
