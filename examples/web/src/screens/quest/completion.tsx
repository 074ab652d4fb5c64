// The button that completes a quest, and what takes its place: when it was done, when it opens again, and the reward
// as soon as it has arrived.
import { Action } from '../../components/action.tsx'
import { changeText } from '../../components/number-text.ts'
import { Time } from '../../components/time.tsx'
import type { QuestDetailsFragment } from '../../fragments/generated/graphql.ts'
import { useNews } from '../../layout/news.tsx'
import { CompleteQuestDocument } from './generated/graphql.ts'

interface CompletionProps {
  quest: QuestDetailsFragment
  /** For one of many on a screen. */
  quiet?: boolean
}

export function Completion({ quest, quiet = false }: CompletionProps) {
  const { id, title, myState, retiredAt } = quest
  if (!myState) return retiredAt && <p className="soft">It is retired.</p>
  const isDone = myState.status === 'done'
  return (
    <div className="completion">
      {isDone ? (
        <Done {...myState} />
      ) : (
        <Action
          quiet={quiet}
          label="Complete"
          description={`Complete ${title}`}
          document={CompleteQuestDocument}
          variables={{ id }}
        />
      )}
      <p className="reward" role="status">
        {isDone && <Reward {...quest} />}
      </p>
    </div>
  )
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
