// Gives something away to somebody, who is searched for by their name.
import { Link, useNavigate, useParams } from 'react-router'
import { Action } from '../../../components/action.tsx'
import { Filters } from '../../../components/forms/filters.tsx'
import { useFilters } from '../../../components/forms/use-filters.ts'
import { isolated } from '../../../components/isolated.ts'
import { PersonLink } from '../../../components/person.tsx'
import { Screen } from '../../../components/screen.tsx'
import { List } from '../../../components/section.tsx'
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
        return <People asset={asset} people={identities?.nodes} myId={me.id} />
      }}
    </Screen>
  )
}

function questionOf(name: string, { displayName, username }: PersonLinkFragment): string {
  return `Give ${isolated(name)} to ${isolated(displayName)} (@${username}) for good?`
}

interface PeopleProps {
  asset: NonNullable<GiftQuery['asset']>
  /** Undefined while nobody is searched for. */
  people: NonNullable<GiftQuery['identities']>['nodes'] | undefined
  myId: string
}

function People({ asset: { id, name, listing }, people, myId }: PeopleProps) {
  const navigate = useNavigate()
  const ending = listing ? ' It is then no longer for sale.' : ''
  return (
    <section className="card" aria-label="People">
      <p className="soft">A gift is final, and nobody has to accept it.{ending}</p>
      {people && (
        <List empty="Nobody has a name like that.">
          {people
            .filter((person) => person.id !== myId)
            .map((person) => (
              <li key={person.id}>
                <PersonLink person={person} />
                <Action
                  label="Give"
                  description={`Give it to ${person.displayName}`}
                  confirm={questionOf(name, person)}
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
