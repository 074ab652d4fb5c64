// Updates everybody's progress in a course when one of its lessons is retired or restored.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import type { Course, LearnTables } from '../tables.ts'

type Trx = Transaction<LearnTables>

/** Locks the enrollments of a course, always in the same order. */
export async function lockEnrollments(trx: Trx, courseId: string): Promise<void> {
  const locked = trx
    .selectFrom('enrollments')
    .select('id')
    .where('courseId', '=', courseId)
    .orderBy('id')
    .forUpdate()
  // A count locks the rows without sending them to this process.
  await trx
    .selectFrom(locked.as('locked'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirst()
}

/**
 * Subtracts lessons from the enrollments that completed them, or adds them back. Enrollments with no lesson left to do
 * become completed and get the skill points; people who have left get them when they enroll again.
 */
export async function countInEnrollments(
  trx: Trx,
  { id: courseId, lessons, skillPoints }: Course,
  lessonIds: readonly string[],
  { by, at }: { by: 1 | -1; at: Date },
): Promise<void> {
  const isComplete = sql<boolean>`
    status = 'enrolled' and left_at is null and counted.lessons = ${lessons}`
  await sql`
    update enrollments set
      lessons_completed = counted.lessons,
      status = case when ${isComplete} then 'completed' else status end,
      completed_at = case when ${isComplete} then ${at}::timestamptz else completed_at end,
      skill_points = case when ${isComplete} then ${skillPoints}::integer else skill_points end
    from (
      select enrollments.id, count(lesson_id) > 0 as has_any,
        greatest(0, lessons_completed + ${by}::integer * count(lesson_id)) as lessons
      from enrollments left join lesson_completions
        on enrollment_id = enrollments.id and lesson_id = any(${[...lessonIds]})
      where course_id = ${courseId}
      group by enrollments.id
    ) as counted
    where enrollments.id = counted.id and (has_any or ${isComplete})`.execute(trx)
}
