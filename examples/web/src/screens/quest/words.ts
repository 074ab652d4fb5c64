// The words for the kinds of quests, and for what they bring.
import { numberText } from '../../components/number-text.ts'
import type { QuestDetailsFragment } from '../../fragments/generated/graphql.ts'

export const TYPES = { daily: 'Daily', weekly: 'Weekly', story: 'Once' } as const

export const DIFFICULTIES = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
} as const

type Rewards = Pick<QuestDetailsFragment, 'xpReward' | 'goldReward' | 'credentialType'>

export function rewardText({ xpReward, goldReward, credentialType }: Rewards): string {
  const amounts = `${numberText(xpReward)} xp, ${numberText(goldReward)} gold`
  return credentialType === null ? amounts : `${amounts}, a credential`
}
