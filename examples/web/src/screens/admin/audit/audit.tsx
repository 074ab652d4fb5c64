// The audit trail of the last 180 days: for everybody, one person or one app.
import { Link } from 'react-router'
import { Filters } from '../../../components/forms/filters.tsx'
import { useFilters } from '../../../components/forms/use-filters.ts'
import { Results } from '../../../components/lists/results.tsx'
import { countText } from '../../../components/number-text.ts'
import { Screen } from '../../../components/screen.tsx'
import { Time } from '../../../components/time.tsx'
import { useList } from '../../../graphql/use-live.ts'
import { Tabs } from '../tabs.tsx'
import { AuditDocument, type AuditQuery } from './generated/graphql.ts'
import '../admin.css'

const FILTERS = {
  person: { label: 'Id of a person', kind: 'search' },
  app: { label: 'Id of an app', kind: 'search' },
} as const

export function Component() {
  const { person, app } = useFilters(FILTERS)
  const live = useList(AuditDocument, { identityId: person, clientId: app })
  return (
    <Screen
      title="Audit trail"
      live={live}
      above={
        <>
          <Tabs />
          <Filters label="Filter the audit trail" filters={FILTERS} />
        </>
      }
    >
      {({ auditEvents }) =>
        auditEvents && (
          <Results
            label="Entries"
            count={(total) => countText(total, 'entry', 'entries')}
            list={auditEvents}
            fetchMore={live.fetchMore}
            empty="There is no entry about this."
          >
            {(entry) => <Entry key={entry.id} {...entry} />}
          </Results>
        )
      }
    </Screen>
  )
}

type AuditEntry = NonNullable<AuditQuery['auditEvents']>['edges'][number]['node']

function Entry(entry: AuditEntry) {
  const { at, kind, address, clientId, identityId, requestId, details } = entry
  const { reason, ...others } = details
  return (
    <li className="audit-row">
      <details>
        <summary>
          <b>{wordsOf(kind)}</b>
          {reason !== undefined && <span>{textOf(reason)}</span>}
          <span className="soft">
            <Time at={at} />
          </span>
        </summary>
        <dl>
          {identityId && <PersonDetail id={identityId} />}
          {clientId && <Detail name="App" value={clientId} />}
          {Object.entries(others).map(([name, value]) => (
            <Detail key={name} name={wordsOf(name)} value={textOf(value)} />
          ))}
          <Detail name="Address" value={address} />
          <Detail name="Request" value={requestId} />
        </dl>
      </details>
    </li>
  )
}

function PersonDetail({ id }: { id: string }) {
  return (
    <>
      <dt>Person</dt>
      <dd>
        <Link to={`/people/${id}`}>Profile</Link>, <Link to={{ search: `person=${id}` }}>{id}</Link>
      </dd>
    </>
  )
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

/** Such as "Sign in refused" for `sign_in_refused`, and "Grant id" for `grantId`. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/_|(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
