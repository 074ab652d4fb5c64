// What a quest says, and what may be wrong with it: the same for mutations and for content files.
import { numberIssues, titleIssues, visibleTextIssues } from '#foundation/domain/bounds.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { Quest } from '../tables.ts'

export type QuestFields = Pick<
  Quest,
  'title' | 'description' | 'xpReward' | 'goldReward' | 'type' | 'difficulty' | 'credentialType'
>

export const QUEST_BOUNDS = {
  title: { most: 200 },
  description: { most: 5_000 },
  xpReward: { least: 0, most: 1_000_000 },
  goldReward: { least: 0, most: 1_000_000 },
  credentialType: /^[a-z][a-z0-9_]{0,63}$/,
} as const

/** A quest may come without a credential. */
export type NewQuest = Omit<QuestFields, 'credentialType'> & {
  credentialType?: string | null | undefined
}

/** Everything that is wrong with what is given of a quest. */
export function questIssues(given: Partial<NewQuest>): Issue[] {
  const { title, description, xpReward, goldReward, credentialType } = given
  const bounds = QUEST_BOUNDS
  return [
    ...(title === undefined ? [] : titleIssues('title', title, bounds.title.most)),
    ...visibleTextIssues('description', description, bounds.description.most),
    ...rewardIssues('xpReward', xpReward),
    ...rewardIssues('goldReward', goldReward),
    ...credentialTypeIssues(credentialType),
  ]
}

function rewardIssues(field: 'xpReward' | 'goldReward', amount: number | undefined): Issue[] {
  const { least, most } = QUEST_BOUNDS[field]
  return amount === undefined ? [] : numberIssues(field, amount, least, most)
}

function credentialTypeIssues(type: string | null | undefined): Issue[] {
  if (type === null || type === undefined || QUEST_BOUNDS.credentialType.test(type)) return []
  return [
    {
      field: 'credentialType',
      reason: 'must begin with a-z and hold at most 64 of a-z, 0-9 and _',
    },
  ]
}
