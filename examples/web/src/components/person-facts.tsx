// What a person has reached: their level and experience, and the way to the next level.
import type { ReactNode } from 'react'
import type { LevelFragment } from '../fragments/generated/graphql.ts'
import { Meter } from './meter.tsx'
import { numberText } from './number-text.ts'

interface PersonFactsProps {
  person: LevelFragment
  /** Further facts. */
  children?: ReactNode
}

export function PersonFacts({ person, children }: PersonFactsProps) {
  const { level, xp, xpToNextLevel, xpAtLevelStart } = person
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Level</dt>
          <dd data-fact="level">{level}</dd>
        </div>
        <div>
          <dt>Experience</dt>
          <dd data-fact="xp">{numberText(xp)} xp</dd>
        </div>
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
    <div>
      <dt>Gold</dt>
      <dd data-fact="gold">{gold === null ? 'not known now' : numberText(gold)}</dd>
    </div>
  )
}
