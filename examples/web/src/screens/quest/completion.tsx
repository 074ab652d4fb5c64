// The button that completes a quest, and what takes its place: when it was done, when it opens again, and the reward
// as soon as it has arrived.
import { Action } from '../../components/action.tsx'
import { changeText } from '../../components/number-text.ts'
import { Time } from '../../components/time.tsx'
import type { QuestDetailsFragment } from '../../fragments/generated/graphql.ts'
import { useNews } from '../../layout/news.tsx'
import { CompleteQuestDocument, type CompleteQuestMutation } from './generated/graphql.ts'

interface CompletionProps {
  quest: QuestDetailsFragment
  /** For one of many on a screen. */
  quiet?: boolean
}

export function Completion({ quest, quiet = false }: CompletionProps) {
  const { id, title, myState, retiredAt } = quest
  if (!myState) return retiredAt && <p className="soft">It is retired.</p>
  return (
    <div className="completion">
      <Action
        quiet={quiet}
        label="Complete"
        description={`Complete ${title}`}
        document={CompleteQuestDocument}
        variables={{ id }}
        optimistic={completed(quest)}
        done={myState.status === 'done' && <Done {...myState} />}
      />
      <p className="reward" role="status">
        {myState.status === 'done' && <Reward {...quest} />}
      </p>
    </div>
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

/** Told when the news of the completion arrives, also from another browser of the person. */
function Reward({ id, xpReward, goldReward }: QuestDetailsFragment) {
  const hasArrived = useNews().some(({ type, node }) => {
    return type === 'quest.completed' && node?.id === id
  })
  return hasArrived && `${changeText(xpReward)} xp, ${changeText(goldReward)} gold`
}
