// An earlier version of a scroll, which its author alone can read.
import { Link, useParams } from 'react-router'
import { Screen } from '../../components/screen.tsx'
import { Time } from '../../components/time.tsx'
import { useLive } from '../../graphql/use-live.ts'
import { ScrollVersionDocument, type ScrollVersionQuery } from './generated/graphql.ts'
import { VISIBILITIES } from './words.ts'
import './scroll.css'

export function Component() {
  const { id = '', version = '' } = useParams()
  // A version never changes.
  const live = useLive(ScrollVersionDocument, undefined, { id, version })
  return (
    <Screen title="Earlier version" live={live}>
      {({ scroll, version }) => (
        <>
          <p className="byline row">
            <Link to={`/scrolls/${id}`}>Back to {scroll?.title ?? 'the scroll'}</Link>
          </p>
          <div className="scroll-screen columns">
            <Version version={version} />
          </div>
        </>
      )}
    </Screen>
  )
}

function Version({ version }: Pick<ScrollVersionQuery, 'version'>) {
  if (version?.__typename !== 'ScrollRevision') return <p className="soft">It is not here.</p>
  const { title, content, visibility, writtenAt } = version
  return (
    <article className="card">
      <h2>{title}</h2>
      <p className="soft">
        Written <Time at={writtenAt} />, for {VISIBILITIES[visibility].toLowerCase()}
      </p>
      <div className="prose">
        <p className="plain">{content}</p>
      </div>
    </article>
  )
}
