// People: found by their names, and until somebody is searched for, those who are in a realm now.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Filters } from '../../components/forms/filters.tsx'
import { useFilters } from '../../components/forms/use-filters.ts'
import { Results } from '../../components/lists/results.tsx'
import { countText } from '../../components/number-text.ts'
import { PersonLink } from '../../components/person.tsx'
import { Screen } from '../../components/screen.tsx'
import { List, Section } from '../../components/section.tsx'
import { Time } from '../../components/time.tsx'
import { useList } from '../../graphql/use-live.ts'
import { PeopleDocument, type PeopleQuery, type PersonRowFragment } from './generated/graphql.ts'
import './people.css'

const FILTERS = { search: { label: 'Username or name', kind: 'search' } } as const

const MAX_SEARCH = 100

export function Component() {
  const { search } = useFilters(FILTERS)
  const variables = { search: search?.slice(0, MAX_SEARCH) ?? '', searching: search !== undefined }
  const live = useList(PeopleDocument, variables)
  return (
    <Screen title="People" live={live} above={<Filters label="Find people" filters={FILTERS} />}>
      {({ identities, realms }) =>
        identities ? (
          <Results
            label="People who were found"
            count={(total) => countText(total, 'person', 'people')}
            list={identities}
            fetchMore={live.fetchMore}
            empty="Nobody has a name like that."
          >
            {(person) => <PersonRow key={person.id} person={person} />}
          </Results>
        ) : (
          <InRealms realms={realms} />
        )
      }
    </Screen>
  )
}

function InRealms({ realms }: { realms: PeopleQuery['realms'] | undefined }) {
  const present = (realms?.nodes ?? []).flatMap(({ presence, ...realm }) =>
    (presence?.nodes ?? []).map((seen) => ({ ...seen, realm })),
  )
  return (
    <Section title="In a realm now">
      <List empty="Nobody is in a realm. Search for somebody by their name.">
        {present.map(({ id, identity, realm, updatedAt }) => (
          <PersonRow key={id} person={identity}>
            <Link to={`/realm/${realm.id}`}>{realm.name}</Link>, <Time at={updatedAt} />
          </PersonRow>
        ))}
      </List>
    </Section>
  )
}

interface PersonRowProps {
  person: PersonRowFragment | null
  /** Said in place of who they are. */
  children?: ReactNode
}

function PersonRow({ person, children }: PersonRowProps) {
  return (
    <li className="person-row" data-house={person?.house.toLowerCase()}>
      <span>
        <PersonLink person={person} />
        {person && <span className="soft username">@{person.username}</span>}
      </span>
      <span className="soft">
        {children ?? (person && `level ${person.level}, ${person.archetype} of ${person.house}`)}
      </span>
    </li>
  )
}
