// One piece of content, how it is, and what can be done with it.
import { Action } from '../../components/action.tsx'
import { MutationForm } from '../../components/forms/mutation-form.tsx'
import { Time } from '../../components/time.tsx'
import { titleOf } from '../../layout/news-text.ts'
import { Corrections } from './corrections.tsx'
import { KINDS, type Kind } from './kinds.ts'
import { REASON } from './reason.ts'

/** An object of the fragment ContentItem: what only some kinds have is optional. */
export interface Item {
  __typename: string
  id: string
  title?: string
  name?: string
  displayName?: string
  house?: string
  asset?: { name: string }
  retiredAt?: string | null
  withdrawnAt?: string | null
  moderation?: { hiddenAt: string; reason: string } | null
}

export function ContentRow({ item }: { item: Item }) {
  const kind = KINDS[item.__typename]
  const title = titleOf(item) ?? item.displayName ?? item.asset?.name ?? item.id
  return (
    <li className="content-row">
      <span className="who">
        <b>{title}</b>
        <State {...item} />
      </span>
      <span className="soft">{kind?.words ?? item.__typename}</span>
      {kind && (
        <details>
          <summary>Change</summary>
          <Changes item={item} title={title} {...kind} />
        </details>
      )}
    </li>
  )
}

function State({ moderation, retiredAt, withdrawnAt }: Item) {
  const gone = retiredAt ?? withdrawnAt
  return (
    <>
      {moderation && (
        <span className="state">
          hidden <Time at={moderation.hiddenAt} />: {moderation.reason}
        </span>
      )}
      {gone && (
        <span className="state">
          {retiredAt ? 'retired' : 'withdrawn'} <Time at={gone} />
        </span>
      )}
    </>
  )
}

interface ChangesProps extends Kind {
  item: Item
  title: string
}

function Changes({ item, title, hide, show, retire, restore, isCorrected }: ChangesProps) {
  const { id, moderation, retiredAt } = item
  const act = (words: string) => ({ label: words, description: `${words}: ${title}` })
  return (
    <div className="actions">
      {hide && !moderation && <HideForm id={id} document={hide} />}
      {show && moderation && <Action {...act('Show again')} document={show} variables={{ id }} />}
      {retire && !retiredAt && <Action {...act('Retire')} document={retire} variables={{ id }} />}
      {restore && retiredAt && <Action {...act('Restore')} document={restore} variables={{ id }} />}
      {isCorrected && <Corrections {...item} />}
      {retiredAt && !restore && <p className="soft">This kind cannot be brought back.</p>}
    </div>
  )
}

function HideForm({ id, document }: { id: string; document: NonNullable<Kind['hide']> }) {
  return (
    <MutationForm
      document={document}
      submit="Hide"
      fields={[REASON]}
      variables={({ reason }) => ({ id, reason })}
    />
  )
}
