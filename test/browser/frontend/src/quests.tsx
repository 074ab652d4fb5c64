// Quests, and whether the person may complete them now.
import { CompleteQuestDocument, type QuestPartsFragment } from './generated/graphql.ts'
import { Action, Section } from './section.tsx'

export function Quests({ quests }: { quests: readonly QuestPartsFragment[] }) {
  return (
    <Section title="Quests">
      {quests.map((quest) => (
        <li key={quest.id}>
          {quest.title}, {quest.type}, {quest.xpReward} xp and {quest.goldReward} gold:{' '}
          <QuestState quest={quest} />
        </li>
      ))}
    </Section>
  )
}

function QuestState({ quest: { id, myState } }: { quest: QuestPartsFragment }) {
  if (myState?.status !== 'available') {
    return `done at ${myState?.completedAt}, opens ${myState?.opensAt ?? 'never again'}`
  }
  return <Action label="Complete" document={CompleteQuestDocument} variables={{ id }} />
}
