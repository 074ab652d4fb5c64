// The audit trail in the console, optionally of one person, app or kind.
import type { IdentityContext } from '../../context.ts'
import { listAuditEvents, listAuditKinds } from '../../domain/audit/audit.ts'
import { findIdByUsername } from '../../domain/people/profile.ts'
import type { AuditEvent } from '../../tables.ts'
import { queryParameters } from '../../oauth/parameters.ts'
import { consoleProps, nextPath, show } from './response.ts'
import { field } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { rows } from '../rows.ts'
import { ago } from '../time.ts'
import { consolePage, facts, nextPage, type ConsoleProps } from './console-page.ts'

/** The names of the people and apps in these entries, by id; unknown ids are missing. */
export async function namesIn(
  { loaders }: IdentityContext,
  events: readonly AuditEvent[],
): Promise<Names> {
  const mentioned = events.flatMap(({ clientId, details: { by }, identityId }) => [
    identityId,
    clientId,
    by,
  ])
  const ids = [...new Set(mentioned)].filter((id) => typeof id === 'string')
  const [people, clients] = await Promise.all([
    Promise.all(ids.map((id) => loaders.identity.load(id))),
    Promise.all(ids.map((id) => loaders.client.load(id))),
  ])
  return new Map([
    ...clients.flatMap((client) => (client ? [[client.id, client.name] as const] : [])),
    ...people.flatMap((person) =>
      person && !person.leftAt ? [[person.id, `@${person.username}`] as const] : [],
    ),
  ])
}

export const showAudit = show(async (administering) => {
  const { ctx, req } = administering
  const query = queryParameters(req)
  const sent = (name: string) => query.get(name) ?? ''
  const [person, app, kind] = [sent('person'), sent('app'), sent('kind')]
  const identityId = person.startsWith('identity_')
    ? person
    : await findIdByUsername(ctx, person.replace(/^@/, '').toLowerCase())
  const kinds = await listAuditKinds(ctx)
  const nobody: Names = new Map()
  const props = { ...consoleProps(administering), kinds, person, app, kind, names: nobody }
  if (person !== '' && identityId === null) {
    return auditPage({ ...props, events: [], error: 'Nobody has that username.' })
  }
  const known = kinds.find((each) => each === kind)
  if (kind !== '' && !known) return auditPage({ ...props, events: [] })
  const filter = { identityId, clientId: app, kind: known }
  const list = await listAuditEvents(ctx, filter, { first: 50, after: query.get('after') })
  const found = await list.page()
  const next = nextPath('/admin/audit', found, { person, app, kind })
  return auditPage({ ...props, events: found.nodes, names: await namesIn(ctx, found.nodes), next })
})

export interface AuditItem {
  at: Date
  kind: string
  identityId: string | null
  clientId: string | null
  address: string
  requestId: string
  details: Record<string, unknown>
}

/** The names of people and apps by id. */
export type Names = ReadonlyMap<string, string>

interface AuditProps extends ConsoleProps {
  events: readonly AuditItem[]
  names: Names
  kinds: readonly string[]
  person: string
  app: string
  kind: string
  error?: string | undefined
  next?: string | undefined
}

export function auditPage(props: AuditProps): string {
  const { error, next } = props
  return consolePage({
    ...props,
    part: 'audit',
    isRefused: error !== undefined,
    main: [filters(props), auditList(props), nextPage(next)],
  })
}

const filters = ({ app, error, kind, kinds, person }: AuditProps): Html =>
  html`<form class="finder" method="get" action="/admin/audit">
    ${field({
      name: 'person',
      label: 'Person',
      hint: 'A username or an id.',
      value: person,
      error,
      attributes: html`type="text" autocomplete="off" spellcheck="false" maxlength="100"`,
    })}
    ${field({
      name: 'app',
      label: 'App',
      hint: 'An id.',
      value: app,
      attributes: html`type="text" autocomplete="off" spellcheck="false" maxlength="100"`,
    })}
    <div class="field">
      <label for="kind">What happened</label>
      <select id="kind" name="kind">
        <option value="">Anything</option>
        ${kinds.map(
          (each) =>
            html`<option value="${each}" ${each === kind ? 'selected' : ''}>
              ${kindWords(each)}
            </option>`,
        )}
      </select>
    </div>
    <button>Show</button>
  </form>`

/** `token_issued` → Token issued; `clientId` → Client id. */
function kindWords(kind: string): string {
  const words = kind
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, ' $&')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The list of entries. A list `of` one person does not repeat that person. */
export const auditList = (
  { events, names, now }: Pick<AuditProps, 'events' | 'names' | 'now'>,
  of?: string,
): Html =>
  rows(
    events.map(({ at, kind, identityId, clientId, address, requestId, details }) => ({
      title: kindWords(kind),
      about: [
        html`<p>${ago(at, now)} from ${address}</p>`,
        facts([
          ...(identityId && identityId !== of
            ? [['Person', nameLink('people', identityId, names)] as const]
            : []),
          ...(clientId ? [['App', nameLink('clients', clientId, names)] as const] : []),
          ...Object.entries(details).map(
            ([name, value]) => [kindWords(name), detailWords(name, value, names)] as const,
          ),
          ['Request', requestId],
        ]),
      ],
    })),
    'Nothing is recorded.',
  )

/** A link to the page of a person or app; only the id if the name is unknown, because then there is no page. */
function nameLink(part: 'people' | 'clients', id: string, names: Names): Content {
  const name = names.get(id)
  return name === undefined ? id : html`<a href="/admin/${part}/${id}">${name}</a>`
}

/** A detail in words. Only `by` is looked up: other text may equal the id of a client, which operators choose. */
function detailWords(name: string, value: unknown, names: Names): string {
  const words = valueWords(value)
  return name === 'by' ? (names.get(words) ?? words) : words
}

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
