// The audit trail in the console.
import { field } from '../field.ts'
import { html, type Html } from '../html.ts'
import { ago } from '../time.ts'
import { consolePage, facts, linked, nextPage, type ConsoleProps } from './console.ts'

export interface AuditItem {
  at: Date
  kind: string
  identityId: string | null
  clientId: string | null
  address: string
  details: Record<string, unknown>
}

export interface AuditProps extends ConsoleProps {
  events: readonly AuditItem[]
  kinds: readonly string[]
  person: string
  kind: string
  error?: string | undefined
  next?: string | undefined
}

export function auditPage(props: AuditProps): string {
  const { error, events, next, now } = props
  return consolePage({
    ...props,
    part: 'audit',
    isRefused: error !== undefined,
    main: [filters(props), auditList(events, now), nextPage(next)],
  })
}

const filters = ({ error, kind, kinds, person }: AuditProps): Html =>
  html`<form class="finder" method="get" action="/admin/audit">
    ${field({
      name: 'person',
      label: 'Person',
      hint: 'A username or an id.',
      value: person,
      error,
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

/** `token_issued`: Token issued; `clientId`: Client id. */
function kindWords(kind: string): string {
  const words = kind
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, ' $&')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What happened, and to whom; in the list `of` one person, without that person. */
export const auditList = (events: readonly AuditItem[], now: Date, of?: string): Html =>
  linked(
    events.map(({ at, kind, identityId, clientId, address, details }) => ({
      title: kindWords(kind),
      about: [
        html`<p>${ago(at, now)} from ${address}</p>`,
        facts([
          ...(identityId && identityId !== of
            ? [['Person', html`<a href="/admin/people/${identityId}">${identityId}</a>`] as const]
            : []),
          ...(clientId ? [['App', clientId] as const] : []),
          ...Object.entries(details).map(
            ([name, value]) => [kindWords(name), valueWords(value)] as const,
          ),
        ]),
      ],
    })),
    'Nothing is recorded.',
  )

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
