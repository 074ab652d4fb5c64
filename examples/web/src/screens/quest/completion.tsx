// What a quest brings, the button that completes it, and what takes its place: when it was done, when it opens again,
// and the reward as soon as it has arrived.
import { Action } from '../../components/action.tsx'
import { numberText, changeText } from '../../components/text.ts'
import { Time } from '../../components/time.tsx'
import type { QuestDetailsFragment as Quest } from '../../fragments/generated/graphql.ts'
import { useNews } from '../../graphql/news.tsx'
import { CompleteQuestDocument } from './generated/graphql.ts'

export const TYPES = { daily: 'Daily', weekly: 'Weekly', story: 'Once' } as const

export const DIFFICULTIES = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
} as const

export function rewardText({ xpReward, goldReward, credentialType }: Quest): string {
  const amounts = `${numberText(xpReward)} xp, ${numberText(goldReward)} gold`
  return credentialType === null ? amounts : `${amounts}, a credential`
}

/** @param props.quiet for one of many on a screen */
export function Completion({ quest, quiet = false }: { quest: Quest; quiet?: boolean }) {
  const { id, title, myState, retiredAt } = quest
  if (!myState) return retiredAt && <p className="soft">It is retired.</p>
  const isDone = myState.status === 'done'
  return (
    <div className="completion row">
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

function Done({ completedAt, opensAt }: NonNullable<Quest['myState']>) {
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
function Reward({ id, xpReward, goldReward }: Quest) {
  const hasArrived = useNews().news.some(
    ({ type, node }) => type === 'quest.completed' && node?.id === id,
  )
  return hasArrived && `${changeText(xpReward)} xp, ${changeText(goldReward)} gold`
}
