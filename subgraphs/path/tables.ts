// The tables of the Path service's own schema.
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { EventTables } from '#foundation/events/tables.ts'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'

export interface PathTables extends AuditOutboxTables, EventTables {
  quests: QuestTable
  questCompletions: QuestCompletionTable
  completedQuests: CompletedQuestTable
  reopeningNotices: ReopeningNoticeTable
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
  /** Its key in the content file, if it comes from one. */
  contentKey: Generated<string | null>
  /** When it was retired, and left all lists; it cannot be completed any more. */
  retiredAt: Generated<Date | null>
}

/** A step of settling a completion. */
export type SettlementStep = 'xp' | 'credential' | 'gold'

/** One completion with everything its settlement needs: the row is its own outbox entry. */
interface QuestCompletionTable {
  id: string
  identityId: string
  questId: string
  /** The first day of the period, or `once`. A person completes a quest once in each period. */
  period: string
  xpReward: number
  goldReward: number
  credentialType: string | null
  completedAt: Date
  /** The steps still to do; empty once the completion is settled. */
  pendingSteps: ColumnType<SettlementStep[]>
  attempts: Generated<number>
  /** The time of the sweep's next attempt. */
  nextAttemptAt: Date
  /** The results of the steps. */
  newLevel: number | null
  newXp: number | null
  credentialId: string | null
  /** When a request claimed the result, which no other request gets. */
  answeredAt: Date | null
}

/** A quest that a person has completed at least once. */
interface CompletedQuestTable {
  identityId: string
  questId: string
  firstCompletedAt: Date
}

/** The progress of notifying people that quests of a type are open again. */
interface ReopeningNoticeTable {
  type: 'daily' | 'weekly'
  /** The first period whose completions have not all been notified. */
  period: string
  /** The last completion of that period that has been notified. */
  afterCompletion: string | null
}

export type ReopeningNotice = Selectable<ReopeningNoticeTable>
/** A quest with the key of its content file. */
export type StoredQuest = Selectable<QuestTable>
export type Quest = Omit<StoredQuest, 'contentKey'>
/** A quest that a person has completed. */
export type CompletedQuest = Quest & Pick<CompletedQuestTable, 'firstCompletedAt'>
export type QuestCompletion = Selectable<QuestCompletionTable>
