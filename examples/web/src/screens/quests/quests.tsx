// The quest board: what there is to do, what it brings, and what the person has gained.
import { Link } from 'react-router'
import { Filters, useFilters } from '../../components/filters.tsx'
import { Cards } from '../../components/lists.tsx'
import { GoldFact, PersonFacts } from '../../components/person.tsx'
import { Screen } from '../../components/screen.tsx'
import type { ProgressFragment, QuestDetailsFragment } from '../../fragments/generated/graphql.ts'
import { useList } from '../../graphql/use-live.ts'
import { useNews } from '../../graphql/news.tsx'
import { Completion, DIFFICULTIES, rewardText, TYPES } from '../quest/completion.tsx'
import { QuestsDocument } from './generated/graphql.ts'
import './quests.css'

const FILTERS = {
  search: { label: 'Search' },
  state: { label: 'State', options: { available: 'Open to you', done: 'Done' } },
  type: { label: 'How often', options: TYPES },
  difficulty: { label: 'Difficulty', options: DIFFICULTIES },
} as const

export function Component() {
  // News brings what happens to the person: the state of each quest, xp and gold.
  const live = useList(QuestsDocument, useFilters(FILTERS))
  const above = <Filters label="Filter the quests" filters={FILTERS} />
  return (
    <Screen title="Quests" live={live} above={above}>
      {({ me, quests }) => (
        <>
          {me && <Standing {...me} />}
          <Cards words={['quest', 'quests']} list={quests} empty="There are no quests yet.">
            {(quest) => <Quest key={quest.id} {...quest} />}
          </Cards>
        </>
      )}
    </Screen>
  )
}

/** What the person has, to which rewards are added as they arrive. */
function Standing(me: ProgressFragment) {
  const hasRisen = useNews().news.some(({ type }) => type === 'level.reached')
  return (
    <section className="card standing" aria-label="You">
      <PersonFacts person={me}>
        <GoldFact {...me} />
      </PersonFacts>
      <p className="good" role="status">
        {hasRisen && `You have reached level ${me.level}.`}
      </p>
    </section>
  )
}

function Quest(quest: QuestDetailsFragment) {
  const { id, title, description, type, difficulty } = quest
  return (
    <li className="card quest" data-state={quest.myState?.status}>
      <p className="tags">
        <span>{TYPES[type]}</span>
        <span>{DIFFICULTIES[difficulty]}</span>
      </p>
      <h2>
        <Link to={`/quests/${id}`}>{title}</Link>
      </h2>
      <p className="excerpt">{description}</p>
      <p className="brings">{rewardText(quest)}</p>
      <Completion quiet quest={quest} />
    </li>
  )
}
