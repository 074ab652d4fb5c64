// One quest: what is to do, what it brings, and the button that completes it.
import { useParams } from 'react-router'
import { Fact, Screen } from '../../components/screen.tsx'
import type { QuestDetailsFragment } from '../../fragments/generated/graphql.ts'
import { useLive } from '../../graphql/use-live.ts'
import { Completion, DIFFICULTIES, rewardText, TYPES } from './completion.tsx'
import { QuestDocument, QuestLiveDocument } from './generated/graphql.ts'

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
        <Fact name="Reward">{rewardText(quest)}</Fact>
        <Fact name="Kind">
          {TYPES[type]}, {DIFFICULTIES[difficulty].toLowerCase()}
        </Fact>
      </dl>
      <Completion quest={quest} />
    </article>
  )
}
