// The accounts: found by name, address or wallet, for administrators.
import { Link } from 'react-router'
import { Endless } from '../../../components/endless.tsx'
import { Filters } from '../../../components/forms/filters.tsx'
import { useFilters } from '../../../components/forms/use-filters.ts'
import { numberText } from '../../../components/number-text.ts'
import { Screen } from '../../../components/screen.tsx'
import { List } from '../../../components/section.tsx'
import { useList, type Live } from '../../../graphql/use-live.ts'
import { Tabs } from '../tabs.tsx'
import { AccountsDocument, type AccountsQuery } from './generated/graphql.ts'
import '../admin.css'

const FILTERS = {
  search: { label: 'Username or name', kind: 'search' },
  email: { label: 'Complete e-mail address' },
  wallet: { label: 'Complete wallet address' },
} as const

export function Component() {
  const live = useList(AccountsDocument, useFilters(FILTERS))
  return (
    <Screen
      title="Accounts"
      live={live}
      above={
        <>
          <Tabs />
          <Filters label="Find accounts" filters={FILTERS} />
        </>
      }
    >
      {({ accounts }) => accounts && <Accounts {...accounts} fetchMore={live.fetchMore} />}
    </Screen>
  )
}

type AccountsProps = NonNullable<AccountsQuery['accounts']> & Pick<Live<unknown>, 'fetchMore'>

function Accounts({ edges, pageInfo, totalCount, fetchMore }: AccountsProps) {
  return (
    <section className="card" aria-label="Accounts">
      <p className="soft" role="status">
        {totalCount === 1 ? 'One account' : `${numberText(totalCount)} accounts`}
      </p>
      <Endless pageInfo={pageInfo} fetchMore={fetchMore}>
        <List empty="No account is like that.">
          {edges.map(({ node }) => (
            <Row key={node.identity.id} {...node} />
          ))}
        </List>
      </Endless>
    </section>
  )
}

function Row({ identity, state, isAdministrator, email }: AccountsProps['edges'][number]['node']) {
  const { id, username, displayName, house, level } = identity
  return (
    <li className="admin-row">
      <span className="who">
        <Link to={`/admin/accounts/${id}`}>{displayName}</Link>
        <span className="soft">@{username}</span>
        {state !== 'active' && <span className="state">{state}</span>}
        {isAdministrator && <span className="state">administrator</span>}
      </span>
      <span className="soft">
        {email && `${email}, `}level {level}, {house}
      </span>
    </li>
  )
}
