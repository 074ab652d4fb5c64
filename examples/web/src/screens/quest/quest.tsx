// One quest: what is to do, what it brings, and the button that completes it.
import { useParams } from 'react-router'
import { Action } from '../../components/action.tsx'
import { Screen } from '../../components/screen.tsx'
import { Time } from '../../components/time.tsx'
import { useLive } from '../../graphql/use-live.ts'
import {
  CompleteQuestDocument,
  type CompleteQuestMutation,
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

function State(quest: QuestDetailsFragment) {
  const { id, myState, retiredAt } = quest
  if (!myState) return retiredAt && <p className="soft">It is retired.</p>
  return (
    <Action
      label="Complete"
      document={CompleteQuestDocument}
      variables={{ id }}
      optimistic={completed(quest)}
      done={myState.status === 'done' && <Done {...myState} />}
    />
  )
}

/** What the response will probably be; xp and gold are shown when it is there. */
function completed(quest: QuestDetailsFragment): CompleteQuestMutation {
  const completedAt = new Date().toISOString()
  const myState = {
    __typename: 'QuestProgress',
    status: 'done',
    completedAt,
    opensAt: null,
  } as const
  return {
    __typename: 'Mutation',
    completeQuest: {
      __typename: 'QuestCompletionResult',
      quest: { ...quest, myState },
      identity: null,
    },
  }
}

function Done({ completedAt, opensAt }: NonNullable<QuestDetailsFragment['myState']>) {
  return (
    <p className="soft">
      Done {completedAt && <Time at={completedAt} />}
      {opensAt && (
        <>
          , open again <Time at={opensAt} />
        </>
      )}
    </p>
  )
}
