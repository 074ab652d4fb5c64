// The places of the realm: what there is to do, who is there, and the way.
import { Link } from 'react-router'
import { Action } from '../../components/action.tsx'
import { useParameter } from '../../components/forms/use-filters.ts'
import { List, Section } from '../../components/section.tsx'
import { WalkToDocument } from './generated/graphql.ts'
import type { Place, RealmMap } from './geometry.ts'
import { plain } from './presence.tsx'
import type { RealmProps } from './props.ts'
import { houseOf, linkOf } from './refs.ts'

type PlacesProps = RealmProps & { map: RealmMap }

export function Places(props: PlacesProps) {
  const { places } = props.map
  return (
    <Section title={places.length === 0 ? 'Places' : `Places: ${places.length}`}>
      <List empty="There is no place in this realm yet.">
        {places.map(({ place }) => (
          <PlaceRow key={place.id} place={place} {...props} />
        ))}
      </List>
    </Section>
  )
}

/** The parameter of the address with the place that is open. */
export const PLACE = 'place'

function PlaceRow({ place, ...props }: PlacesProps & { place: Place }) {
  const [open, setOpen] = useParameter(PLACE)
  const { id, name, kind } = place
  const isOpen = open === id
  const people = props.map.people.filter(({ at }) => at?.id === id).length
  return (
    <li className="place" data-house={houseOf(place)?.toLowerCase()}>
      <button
        className="quiet name"
        aria-expanded={isOpen}
        onClick={() => setOpen(isOpen ? '' : id, { replace: true })}
      >
        {name}
      </button>
      <span className="soft">
        {kind.replaceAll('_', ' ')}
        {people > 0 && `, ${people} here`}
      </span>
      {isOpen && <OpenPlace place={place} {...props} />}
    </li>
  )
}

function OpenPlace({ place, realm }: PlacesProps & { place: Place }) {
  const link = linkOf(place)
  const position = plain(place.position)
  return (
    <div className="open">
      {link ? <Link to={link.to}>{link.words}</Link> : <span className="soft">A quiet place.</span>}
      {!realm.retiredAt && (
        <Action
          label="Walk here"
          description={`Walk here: ${place.name}`}
          document={WalkToDocument}
          variables={{ id: realm.id, position }}
        />
      )}
    </div>
  )
}
