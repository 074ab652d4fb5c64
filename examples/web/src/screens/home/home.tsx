// The home screen: the person, what waits for them, and what has happened.
import { GoldFact, PersonFacts } from '../../components/person-facts.tsx'
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
  const { displayName, username, picture, house, archetype } = me
  return (
    <section className="card person" aria-label="You" data-house={house.toLowerCase()}>
      <img src={picture} alt="" width="72" height="72" />
      <div>
        <h2>{displayName}</h2>
        <p className="soft">
          @{username}, {archetype} of {house}
        </p>
      </div>
      <PersonFacts person={me}>
        <GoldFact {...me} />
      </PersonFacts>
    </section>
  )
}
