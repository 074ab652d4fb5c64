// One quest: what is to do, what it brings, and the button that completes it.
import { useParams } from 'react-router'
import { Screen } from '../../components/screen.tsx'
import { useLive } from '../../graphql/use-live.ts'
import type { QuestDetailsFragment } from '../../fragments/generated/graphql.ts'
import { Completion } from './completion.tsx'
import { QuestDocument, QuestLiveDocument } from './generated/graphql.ts'
import { DIFFICULTIES, rewardText, TYPES } from './words.ts'

export function Component() {
  const { id = '' } = useParams()
  const live = useLive(QuestDocument, QuestLiveDocument, { id })
  return (
    <Screen title={live.data?.quest?.title ?? 'Quest'} live={live}>
      {({ quest }) => quest && <Quest {...quest} />}
    </Screen>
  )
}

function Quest(quest: QuestDetailsFragment) {
  const { description, difficulty, type } = quest
  return (
    <article className="card">
      <p>{description}</p>
      <dl className="facts">
        <div>
          <dt>Reward</dt>
          <dd>{rewardText(quest)}</dd>
        </div>
        <div>
          <dt>Kind</dt>
          <dd>
            {TYPES[type]}, {DIFFICULTIES[difficulty].toLowerCase()}
          </dd>
        </div>
      </dl>
      <Completion quest={quest} />
    </article>
  )
}
