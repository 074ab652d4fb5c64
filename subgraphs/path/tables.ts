// The tables of the Path service's own schema.
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'

export interface PathTables extends AuditOutboxTables {
  quests: QuestTable
  questCompletions: QuestCompletionTable
  completedQuests: CompletedQuestTable
}

export const QUEST_TYPES = ['daily', 'weekly', 'story'] as const
export const QUEST_DIFFICULTIES = ['beginner', 'intermediate', 'advanced'] as const

export type QuestType = (typeof QUEST_TYPES)[number]
export type QuestDifficulty = (typeof QUEST_DIFFICULTIES)[number]

interface QuestTable {
  id: string
  title: string
  description: string
  xpReward: number
  goldReward: number
  type: QuestType
  difficulty: QuestDifficulty
  /** The credential that a person's first completion issues. */
  credentialType: string | null
  createdAt: Generated<Date>
  /** The key of the content file that it came from. */
  contentKey: Generated<string | null>
  /** When it was retired: it is in no list, and cannot be completed any more. */
  retiredAt: Generated<Date | null>
}

/** The steps still pending for a completion. */
export type SettlementStep = 'xp' | 'credential' | 'gold'

/** One completion, with all that its settlement needs: the row is its own outbox entry. */
interface QuestCompletionTable {
  id: string
  identityId: string
  questId: string
  /** The day, the week or `once`: a person completes a quest once in each. */
  period: string
  xpReward: number
  goldReward: number
  credentialType: string | null
  completedAt: Date
  /** Steps not done yet. Empty: settled. */
  pendingSteps: ColumnType<SettlementStep[]>
  attempts: Generated<number>
  /** When the sweep retries it. */
  nextAttemptAt: Date
  /** The results of the steps. */
  newLevel: number | null
  newXp: number | null
  credentialId: string | null
  /** When a request got the result; no other gets it. */
  answeredAt: Date | null
}

/** Every quest a person has completed at least once. */
interface CompletedQuestTable {
  identityId: string
  questId: string
  firstCompletedAt: Date
}

/** A quest with the key of its content file. */
export type StoredQuest = Selectable<QuestTable>
export type Quest = Omit<StoredQuest, 'contentKey'>
/** A quest that a person has completed. */
export type CompletedQuest = Quest & Pick<CompletedQuestTable, 'firstCompletedAt'>
export type QuestCompletion = Selectable<QuestCompletionTable>
