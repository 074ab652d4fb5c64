// The fields of a quest.
import type { Quest } from '../tables.ts'

export type QuestFields = Pick<
  Quest,
  'title' | 'description' | 'xpReward' | 'goldReward' | 'type' | 'difficulty' | 'credentialType'
>

/** The fields of a new quest; the credential is optional. */
export type NewQuest = Omit<QuestFields, 'credentialType'> & {
  credentialType?: string | null | undefined
}
