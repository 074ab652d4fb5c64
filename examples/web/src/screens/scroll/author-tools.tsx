// What the author of a scroll can do with it: edit it, withdraw it, and read its earlier versions.
import { Link } from 'react-router'
import { Action } from '../../components/action.tsx'
import { Endless } from '../../components/endless.tsx'
import { Section } from '../../components/section.tsx'
import { Time } from '../../components/time.tsx'
import type { Live } from '../../graphql/use-live.ts'
import { WithdrawScrollDocument, type ScrollQuery } from './generated/graphql.ts'

type Scroll = NonNullable<ScrollQuery['scroll']>

interface AuthorToolsProps extends Pick<Live<unknown>, 'fetchMore'> {
  scroll: Scroll
}

export function AuthorTools({ scroll, fetchMore }: AuthorToolsProps) {
  return (
    <aside aria-label="For its author">
      {!scroll.withdrawnAt && <Changes {...scroll} />}
      {scroll.revisions && <Versions {...scroll} fetchMore={fetchMore} />}
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

function Versions({ id, revisions, fetchMore }: Scroll & Pick<Live<unknown>, 'fetchMore'>) {
  const { edges, pageInfo } = revisions!
  if (edges.length === 0) return null
  return (
    <Section title="Earlier versions">
      <Endless pageInfo={pageInfo} fetchMore={fetchMore}>
        <ul className="rows">
          {edges.map(({ node }) => (
            <li key={node.id}>
              <Link to={`/scrolls/${id}/versions/${node.id}`}>{node.title}</Link>
              <span className="soft">
                <Time at={node.writtenAt} />
              </span>
            </li>
          ))}
        </ul>
      </Endless>
    </Section>
  )
}
