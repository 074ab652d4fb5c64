// What a quest says, and what may be wrong with it: the same for mutations and for content files.
import { numberIssues, titleIssues, visibleTextIssues } from '#foundation/bounds.ts'
import type { Issue } from '#foundation/errors.ts'
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

/** Everything that is wrong with a quest. */
export function questIssues(
  quest: Omit<QuestFields, 'credentialType'> & {
    credentialType?: string | null | undefined
  },
): Issue[] {
  const { title, description, xpReward, goldReward, credentialType } = quest
  return [
    ...titleIssues('title', title, QUEST_BOUNDS.title.most),
    ...visibleTextIssues('description', description, QUEST_BOUNDS.description.most),
    ...numberIssues('xpReward', xpReward, 0, QUEST_BOUNDS.xpReward.most),
    ...numberIssues('goldReward', goldReward, 0, QUEST_BOUNDS.goldReward.most),
    ...credentialTypeIssues(credentialType),
  ]
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
