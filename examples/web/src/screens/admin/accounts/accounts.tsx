// The accounts: found by name, address or wallet, for administrators.
import { Link } from 'react-router'
import { Filters } from '../../../components/forms/filters.tsx'
import { useFilters } from '../../../components/forms/use-filters.ts'
import { Results } from '../../../components/lists/results.tsx'
import { countText } from '../../../components/number-text.ts'
import { Screen } from '../../../components/screen.tsx'
import { useList } from '../../../graphql/use-live.ts'
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
      {({ accounts }) =>
        accounts && (
          <Results
            label="Accounts"
            count={(total) => countText(total, 'account', 'accounts')}
            list={accounts}
            fetchMore={live.fetchMore}
            empty="No account is like that."
          >
            {(account) => <Row key={account.identity.id} {...account} />}
          </Results>
        )
      }
    </Screen>
  )
}

type Account = NonNullable<AccountsQuery['accounts']>['edges'][number]['node']

function Row({ identity, state, isAdministrator, email }: Account) {
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
