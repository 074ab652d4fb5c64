// People: found by their names, and until somebody is searched for, those who are in a realm now.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Filters, useFilters } from '../../components/filters.tsx'
import { Results } from '../../components/lists.tsx'
import { PersonLink } from '../../components/person.tsx'
import { Screen, List, Section } from '../../components/screen.tsx'
import { Time } from '../../components/time.tsx'
import { useList } from '../../graphql/use-live.ts'
import { PeopleDocument, type PeopleQuery, type PersonRowFragment } from './generated/graphql.ts'
import './people.css'

const FILTERS = { search: { label: 'Username or name', kind: 'search' } } as const

export function Component() {
  const { search } = useFilters(FILTERS)
  const live = useList(PeopleDocument, { search: search ?? '', searching: search !== undefined })
  return (
    <Screen title="People" live={live} above={<Filters label="Find people" filters={FILTERS} />}>
      {({ identities, realms }) =>
        identities ? (
          <Results
            label="People who were found"
            words={['person', 'people']}
            list={identities}
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
    <li className="person-row" data-house={person?.house}>
      <span className="row">
        <PersonLink person={person} />
        {person && <span className="soft">@{person.username}</span>}
      </span>
      <span className="soft">
        {children ?? (person && `level ${person.level}, ${person.archetype} of ${person.house}`)}
      </span>
    </li>
  )
}
