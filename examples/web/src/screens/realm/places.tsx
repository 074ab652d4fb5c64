// The places of the realm: what there is to do, who is there, and the way.
import { Link } from 'react-router'
import { Action } from '../../components/action.tsx'
import { useParameter } from '../../components/filters.tsx'
import { List, Section } from '../../components/screen.tsx'
import { titleOf } from '../../layout/news-text.ts'
import { WalkToDocument } from './generated/graphql.ts'
import { houseOf, plain, type Place } from './geometry.ts'
import type { RealmProps } from './props.ts'

export function Places({ realm, map }: RealmProps) {
  const { places } = map
  return (
    <Section title={places.length === 0 ? 'Places' : `Places: ${places.length}`}>
      <List empty="There is no place in this realm yet.">
        {places.map(({ place }) => (
          <PlaceRow key={place.id} place={place} realm={realm} map={map} />
        ))}
      </List>
    </Section>
  )
}

/** The parameter of the address with the place that is open. */
export const PLACE = 'place'

function PlaceRow({ place, realm, map }: RealmProps & { place: Place }) {
  const [open, setOpen] = useParameter(PLACE)
  const { id, name, kind, position } = place
  const isOpen = open === id
  const people = map.people.filter(({ at }) => at?.id === id).length
  return (
    <li className="place" data-house={houseOf(place)}>
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
      {isOpen && (
        <div className="open row apart">
          <WhatIsThere {...place} />
          {!realm.retiredAt && (
            <Action
              label="Walk here"
              description={`Walk here: ${name}`}
              document={WalkToDocument}
              variables={{ id: realm.id, position: plain(position) }}
            />
          )}
        </div>
      )}
    </li>
  )
}

const KINDS = {
  Quest: { words: 'Quest', path: 'quests' },
  Course: { words: 'Course', path: 'courses' },
  Scroll: { words: 'Scroll', path: 'scrolls' },
  Organization: { words: 'Guild', path: 'guilds' },
} as const

/** A link to what the place points at, unless the reader may not see it. */
function WhatIsThere({ ref }: Place) {
  const title = titleOf(ref)
  if (!ref || title === undefined) return <span className="soft">A quiet place.</span>
  const { words, path } = KINDS[ref.__typename]
  return (
    <Link to={`/${path}/${ref.id}`}>
      {words}: {title}
    </Link>
  )
}
