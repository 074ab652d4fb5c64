// One scroll: its text, who wrote it, and for its author what they can do with it.
import { useParams, Link } from 'react-router'
import { Action } from '../../components/action.tsx'
import { Endless } from '../../components/lists.tsx'
import { PersonLink } from '../../components/person.tsx'
import { Row, Screen, Section } from '../../components/screen.tsx'
import { Time } from '../../components/time.tsx'
import type { ScrollDetailsFragment } from '../../fragments/generated/graphql.ts'
import { useLive } from '../../graphql/use-live.ts'
import {
  ScrollDocument,
  ScrollLiveDocument,
  type ScrollQuery,
  WithdrawScrollDocument,
} from './generated/graphql.ts'
import { audience } from './words.ts'
import './scroll.css'

type Scroll = NonNullable<ScrollQuery['scroll']>

export function Component() {
  const { id = '' } = useParams()
  const live = useLive(ScrollDocument, ScrollLiveDocument, { id })
  return (
    <Screen title={live.data?.scroll?.title ?? 'Scroll'} live={live}>
      {({ me, scroll }) =>
        scroll && (
          <>
            <Byline {...scroll} />
            <div className="scroll-screen columns">
              <Text {...scroll} />
              {me && me.id === scroll.authorIdentity?.id && <AuthorTools {...scroll} />}
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
    <div className="byline row" data-house={house}>
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
function Text({ content, withdrawnAt, moderation }: Scroll) {
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

function AuthorTools(scroll: Scroll) {
  return (
    <aside className="stack" aria-label="For its author">
      {!scroll.withdrawnAt && <Changes {...scroll} />}
      {scroll.revisions && <Versions {...scroll} />}
    </aside>
  )
}

function Changes({ id }: Scroll) {
  return (
    <Section title="Your scroll">
      <div className="actions">
        <Link className="button" to={`/scrolls/${id}/edit`}>
          Edit
        </Link>
        <Action
          quiet
          label="Withdraw"
          confirm="Withdraw this scroll for good? It leaves all lists, and only you find it by its address."
          document={WithdrawScrollDocument}
          variables={{ id }}
        />
      </div>
    </Section>
  )
}

function Versions({ id, revisions }: Scroll) {
  const { edges, pageInfo } = revisions!
  if (edges.length === 0) return null
  return (
    <Section title="Earlier versions">
      <Endless pageInfo={pageInfo} size={20}>
        <ul className="rows">
          {edges.map(({ node }) => (
            <Row key={node.id} at={node.writtenAt}>
              <Link to={`/scrolls/${id}/versions/${node.id}`}>{node.title}</Link>
            </Row>
          ))}
        </ul>
      </Endless>
    </Section>
  )
}
