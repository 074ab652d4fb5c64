// Who is in the realm, and by which place.
import { PersonLink } from '../../components/person.tsx'
import { List, Section } from '../../components/section.tsx'
import type { RealmMap } from './geometry.ts'
import type { RealmProps } from './props.ts'

interface PeopleProps extends Pick<RealmProps, 'me'> {
  map: RealmMap
  /** How many there are: the list has the first hundred. */
  total: number
}

export function People({ map: { people }, me, total }: PeopleProps) {
  return (
    <Section title={total === 0 ? 'Nobody is here' : `People here: ${total}`}>
      <List empty="Walk to a place, and others will see you there.">
        {people.map(({ id, person, at }) => (
          <li key={id} data-house={person?.house.toLowerCase()}>
            <span className="who">
              <PersonLink person={person} />
              {person && person.id === me?.id && <span className="soft">(you)</span>}
            </span>
            <span className="soft">
              {at && `by ${at.name}, `}
              {person && `level ${person.level}, ${person.house}`}
            </span>
          </li>
        ))}
      </List>
    </Section>
  )
}
