// One quest: what is to do, what it brings, and the button that completes it.
import { useParams } from 'react-router'
import { Action } from '../../components/action.tsx'
import { Screen } from '../../components/screen.tsx'
import { Time } from '../../components/time.tsx'
import { useLive } from '../../graphql/use-live.ts'
import {
  CompleteQuestDocument,
  QuestDocument,
  QuestLiveDocument,
  type QuestDetailsFragment,
} from './generated/graphql.ts'

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
  const { description, difficulty, type, xpReward, goldReward } = quest
  return (
    <article className="card">
      <p>{description}</p>
      <dl className="facts">
        <div>
          <dt>Reward</dt>
          <dd>
            {xpReward} xp, {goldReward} gold
          </dd>
        </div>
        <div>
          <dt>Kind</dt>
          <dd>
            {type}, {difficulty}
          </dd>
        </div>
      </dl>
      <State {...quest} />
    </article>
  )
}

function State({ id, myState, retiredAt }: QuestDetailsFragment) {
  if (myState?.status === 'available') {
    return <Action label="Complete" document={CompleteQuestDocument} variables={{ id }} />
  }
  if (!myState?.completedAt) return <p className="soft">{retiredAt && 'It is retired.'}</p>
  return (
    <p className="soft">
      Done <Time at={myState.completedAt} />
      {myState.opensAt && (
        <>
          , open again <Time at={myState.opensAt} />
        </>
      )}
    </p>
  )
}
