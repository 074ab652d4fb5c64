// What a person has reached: their level, experience and gold, and the way to the next level.
import type { ProgressFragment } from '../fragments/generated/graphql.ts'
import { Meter } from './meter.tsx'
import { numberText } from './number-text.ts'

export function PersonFacts({ level, xp, xpToNextLevel, gold }: ProgressFragment) {
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
        <div>
          <dt>Gold</dt>
          <dd data-fact="gold">{gold === null ? 'not known now' : numberText(gold)}</dd>
        </div>
      </dl>
      <Meter
        label={`${numberText(xpToNextLevel)} xp to level ${level + 1}`}
        value={xp - levelStart(level)}
        max={xp + xpToNextLevel - levelStart(level)}
      />
    </>
  )
}

/** The xp at which a level begins (docs/contract/identity.md). */
function levelStart(level: number): number {
  return 50 * level * (level - 1)
}
