// Gives something away to somebody, who is searched for by their name.
import { Link, useNavigate, useParams } from 'react-router'
import { Action } from '../../../components/action.tsx'
import { Filters, useFilters } from '../../../components/filters.tsx'
import { PersonLink } from '../../../components/person.tsx'
import { Screen, List } from '../../../components/screen.tsx'
import { isolated } from '../../../components/text.ts'
import type { PersonLinkFragment } from '../../../fragments/generated/graphql.ts'
import { useList } from '../../../graphql/use-live.ts'
import { GiftDocument, GiveAssetDocument, type GiftQuery } from './generated/graphql.ts'

const FILTERS = { search: { label: 'To whom? Search for a name', kind: 'search' } } as const

export function Component() {
  const { id = '' } = useParams()
  const { search = '' } = useFilters(FILTERS)
  const live = useList(GiftDocument, { id, search, isSearched: search !== '' })
  const { asset, me } = live.data ?? {}
  return (
    <Screen
      title={asset ? `Give ${asset.name} away` : 'Give something away'}
      live={live}
      action={<Link to="/market/assets">Your assets</Link>}
      above={<Filters label="Find a person" filters={FILTERS} />}
    >
      {({ identities }) => {
        if (!asset) return null
        if (asset.ownerId !== me?.id) return <p>It belongs to somebody else.</p>
        return <People asset={asset} people={identities?.nodes} />
      }}
    </Screen>
  )
}

interface PeopleProps {
  asset: NonNullable<GiftQuery['asset']>
  /** Undefined while nobody is searched for. */
  people: NonNullable<GiftQuery['identities']>['nodes'] | undefined
}

function People({ asset: { id, name, listing, ownerId }, people }: PeopleProps) {
  const navigate = useNavigate()
  const others = people?.filter((person) => person.id !== ownerId)
  return (
    <section className="card" aria-label="People">
      <p className="soft">
        A gift is final, and nobody has to accept it.
        {listing && ' It is then no longer for sale.'}
      </p>
      {others && (
        <List empty="Nobody has a name like that.">
          {others.map((person) => (
            <li key={person.id}>
              <PersonLink person={person} />
              <Action
                label="Give"
                description={`Give it to ${person.displayName}`}
                confirm={`Give ${isolated(name)} to ${nameOf(person)} for good?`}
                document={GiveAssetDocument}
                variables={{ id, to: person.id }}
                onDone={() => void navigate('/market/assets')}
              />
            </li>
          ))}
        </List>
      )}
    </section>
  )
}

function nameOf({ displayName, username }: PersonLinkFragment): string {
  return `${isolated(displayName)} (@${username})`
}
