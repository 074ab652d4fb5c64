// The fields of a quest.
import type { Quest } from '../tables.ts'

export type QuestFields = Pick<
  Quest,
  'title' | 'description' | 'xpReward' | 'goldReward' | 'type' | 'difficulty' | 'credentialType'
>

/** A quest may come without a credential. */
export type NewQuest = Omit<QuestFields, 'credentialType'> & {
  credentialType?: string | null | undefined
}
