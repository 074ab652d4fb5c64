// Waits until everything that people have earned has been delivered.
import { sql } from 'kysely'
import { vi } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { testLog } from '#test/caller.ts'
import { TIMEOUT } from '#test/process.ts'

/** Waits until Path and Governance have delivered what they owe to Identity and Market. */
export async function untilSettled(databaseUrl: string): Promise<void> {
  const db = openDatabase<never>(databaseUrl, 'path', testLog)
  const isSettled = async () => {
    const { rows } = await sql`
      select 1 from path.quest_completions where pending_steps <> '{}'
      union all
      select 1 from governance.participations where granted_version < version`.execute(db)
    return rows.length === 0
  }
  try {
    await vi.waitUntil(isSettled, TIMEOUT)
  } finally {
    await db.destroy()
  }
}

/** Skips the seconds in which only its own request settles a completion. */
export async function makeDue(databaseUrl: string): Promise<void> {
  const db = openDatabase<never>(databaseUrl, 'path', testLog)
  await sql`update path.quest_completions set next_attempt_at = now()`.execute(db)
  await db.destroy()
}

/** Lets the codes that nobody has redeemed live for an hour: the next process may take a minute to start. */
export async function extendCodes(databaseUrl: string): Promise<void> {
  const db = openDatabase<never>(databaseUrl, 'identity', testLog)
  await sql`
    update grants set expires_at = now() + interval '1 hour' where redeemed_at is null`.execute(db)
  await db.destroy()
}

/** Whether the log of Path has the completion of a quest, with its position. */
export async function isCompletionInLog(databaseUrl: string, questId: string): Promise<boolean> {
  const db = openDatabase<never>(databaseUrl, 'path', testLog)
  const { rows } = await sql`
    select from events
    where kind = 'quest.completed' and subject_id = ${questId} and position is not null`.execute(db)
  await db.destroy()
  return rows.length > 0
}
