// The home screen: the person, what waits for them, and what has happened.
import { Meter } from '../../components/meter.tsx'
import { numberText } from '../../components/number-text.ts'
import { Screen } from '../../components/screen.tsx'
import { useLive } from '../../graphql/use-live.ts'
import { HomeDocument, type HomeQuery } from './generated/graphql.ts'
import { Happened } from './happened.tsx'
import { Waiting } from './waiting.tsx'
import './home.css'

export function Component() {
  // Everything here concerns the person, so News brings its changes.
  const live = useLive(HomeDocument, undefined, {})
  return (
    <Screen title="Home" live={live}>
      {(data) => (
        <div className="home">
          {data.me && <Person {...data.me} />}
          <Waiting {...data} />
          {data.me && <Happened {...data.me} />}
        </div>
      )}
    </Screen>
  )
}

function Person(me: NonNullable<HomeQuery['me']>) {
  const { displayName, username, picture, house, archetype, level, xp, xpToNextLevel, gold } = me
  return (
    <section className="card person" aria-label="You" data-house={house.toLowerCase()}>
      <img src={picture} alt="" width="72" height="72" />
      <div>
        <h2>{displayName}</h2>
        <p className="soft">
          @{username}, {archetype} of {house}
        </p>
      </div>
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
    </section>
  )
}

/** The xp at which a level begins (docs/contract.md, "ID Service"). */
function levelStart(level: number): number {
  return 50 * level * (level - 1)
}
