// The audit trail of the last 180 days: for everybody, one person or one app.
import { Link } from 'react-router'
import { Endless } from '../../../components/endless.tsx'
import { Filters } from '../../../components/forms/filters.tsx'
import { useFilters } from '../../../components/forms/use-filters.ts'
import { numberText } from '../../../components/number-text.ts'
import { Screen } from '../../../components/screen.tsx'
import { List } from '../../../components/section.tsx'
import { Time } from '../../../components/time.tsx'
import { useList, type Live } from '../../../graphql/use-live.ts'
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
      {({ auditEvents }) => auditEvents && <Entries {...auditEvents} fetchMore={live.fetchMore} />}
    </Screen>
  )
}

type EntriesProps = NonNullable<AuditQuery['auditEvents']> & Pick<Live<unknown>, 'fetchMore'>

function Entries({ edges, pageInfo, totalCount, fetchMore }: EntriesProps) {
  return (
    <section className="card" aria-label="Entries">
      <p className="soft" role="status">
        {totalCount === 1 ? 'One entry' : `${numberText(totalCount)} entries`}
      </p>
      <Endless pageInfo={pageInfo} fetchMore={fetchMore} size={30}>
        <List empty="There is no entry about this.">
          {edges.map(({ node }) => (
            <Entry key={node.id} {...node} />
          ))}
        </List>
      </Endless>
    </section>
  )
}

function Entry(entry: EntriesProps['edges'][number]['node']) {
  const { at, kind, address, clientId, identityId, requestId, details } = entry
  return (
    <li className="audit-row">
      <b>{wordsOf(kind)}</b>
      <span className="soft">
        {identityId && (
          <>
            <Link to={`/people/${identityId}`}>person</Link>,{' '}
          </>
        )}
        <Time at={at} />
      </span>
      <details>
        <summary>Details</summary>
        <dl>
          <Detail name="Address" value={address} />
          {identityId && <Detail name="Person" value={identityId} />}
          {clientId && <Detail name="App" value={clientId} />}
          {Object.entries(details).map(([name, value]) => (
            <Detail key={name} name={wordsOf(name)} value={textOf(value)} />
          ))}
          <Detail name="Request" value={requestId} />
        </dl>
      </details>
    </li>
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

/** Such as "Sign in refused" for `sign_in_refused`. */
function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
