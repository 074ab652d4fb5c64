// A person: the link to their profile, their house, and what they have reached.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LevelFragment, PersonLinkFragment } from '../fragments/generated/graphql.ts'
import { Fact } from './screen.tsx'
import { numberText } from './text.ts'

/** The houses that people and guilds belong to. `data-house` sets their colours (tokens.css). */
export const HOUSES = { Aether: 'Aether', Ember: 'Ember', Terra: 'Terra', Tide: 'Tide' } as const

interface PersonLinkProps {
  /** Null if they have left, or if the ID service is away. */
  person: PersonLinkFragment | null | undefined
}

export function PersonLink({ person }: PersonLinkProps) {
  if (!person) return <span className="soft">Somebody</span>
  const { id, displayName, username, picture } = person
  return (
    <Link className="person-link" to={`/people/${id}`} title={`@${username}`}>
      <img src={picture} alt="" width="28" height="28" loading="lazy" />
      <span>{displayName}</span>
    </Link>
  )
}

/** @param props.children further facts */
export function PersonFacts({ person, children }: { person: LevelFragment; children: ReactNode }) {
  const { level, xp, xpToNextLevel, xpAtLevelStart } = person
  return (
    <>
      <dl className="facts">
        <Fact name="Level" data-fact="level">
          {level}
        </Fact>
        <Fact name="Experience" data-fact="xp">
          {numberText(xp)} xp
        </Fact>
        {children}
      </dl>
      <Meter
        label={`${numberText(xpToNextLevel)} xp to level ${level + 1}`}
        value={xp - xpAtLevelStart}
        max={xp + xpToNextLevel - xpAtLevelStart}
      />
    </>
  )
}

/** The gold of the person who is signed in. */
export function GoldFact({ gold }: { gold: number | null }) {
  return (
    <Fact name="Gold" data-fact="gold">
      {gold === null ? 'not known now' : numberText(gold)}
    </Fact>
  )
}

export function Meter({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <div className="meter">
      <progress value={value} max={max} aria-label={label} />
      <span className="soft" aria-hidden="true">
        {label}
      </span>
    </div>
  )
}
