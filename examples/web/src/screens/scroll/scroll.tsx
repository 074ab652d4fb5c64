// One scroll: its text, who wrote it, and for its author what they can do with it.
import { useParams } from 'react-router'
import { houseKey } from '../../components/house.ts'
import { PersonLink } from '../../components/person.tsx'
import { Screen } from '../../components/screen.tsx'
import { Time } from '../../components/time.tsx'
import { useLive } from '../../graphql/use-live.ts'
import type { ScrollDetailsFragment } from '../../fragments/generated/graphql.ts'
import { ScrollDocument, ScrollLiveDocument, type ScrollQuery } from './generated/graphql.ts'
import { AuthorTools } from './author-tools.tsx'
import { audience } from './words.ts'
import './scroll.css'

export function Component() {
  const { id = '' } = useParams()
  const live = useLive(ScrollDocument, ScrollLiveDocument, { id })
  const title = live.data?.scroll?.title ?? 'Scroll'
  return (
    <Screen title={title} live={live}>
      {({ me, scroll }) =>
        scroll && (
          <>
            <Byline {...scroll} />
            <div className="scroll-screen">
              <Text {...scroll} />
              {me && me.id === scroll.authorIdentity?.id && (
                <AuthorTools scroll={scroll} fetchMore={live.fetchMore} />
              )}
            </div>
          </>
        )
      }
    </Screen>
  )
}

/** Who wrote it, and when. */
function Byline(scroll: ScrollDetailsFragment) {
  const { author, authorIdentity, house, createdAt, editedAt, settlementWeight } = scroll
  return (
    <div className="byline" data-house={houseKey(house)}>
      {authorIdentity ? <PersonLink person={authorIdentity} /> : <span>{author}</span>}
      <p className="tags">
        <span className="house">{house}</span>
        {audience(scroll) && <span>{audience(scroll)}</span>}
        <span>Weight {settlementWeight}</span>
      </p>
      <p className="soft">
        <Time at={createdAt} />
        {editedAt && (
          <>
            , edited <Time at={editedAt} />
          </>
        )}
      </p>
    </div>
  )
}

/** A scroll is plain text: its lines stay as they were written. */
function Text({ content, withdrawnAt, moderation }: NonNullable<ScrollQuery['scroll']>) {
  return (
    <article className="card">
      {withdrawnAt && (
        <p className="notice">
          You have withdrawn it <Time at={withdrawnAt} />. Nobody else can find it.
        </p>
      )}
      {moderation && (
        <p className="notice">
          An administrator has hidden it from everybody else. The reason: {moderation.reason}
        </p>
      )}
      <div className="prose">
        <p className="plain">{content}</p>
      </div>
    </article>
  )
}
