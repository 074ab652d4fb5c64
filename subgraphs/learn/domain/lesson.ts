// Lessons: completed in any order, each once; the last one completes the course.
import DataLoader from 'dataloader'
import { sql, type Kysely } from 'kysely'
import { numberIssues, refuseIssues } from '#foundation/bounds.ts'
import { requireIdentity } from '#foundation/context.ts'
import type { Transaction } from '#foundation/database.ts'
import { notFound } from '#foundation/errors.ts'
import type { LearnContext } from '../context.ts'
import type { Course, Enrollment, LearnTables } from '../tables.ts'
import { getCourse } from './course.ts'

/**
 * Completes a lesson for the caller, who has to be enrolled. A lesson that is completed already
 * changes nothing.
 * @throws NOT_FOUND, VALIDATION_ERROR
 */
export async function completeLesson(
  ctx: LearnContext,
  { courseId, lesson }: { courseId: string; lesson: number },
): Promise<Enrollment> {
  const identityId = requireIdentity(ctx)
  const course = await getCourse(ctx, courseId)
  refuseIssues(numberIssues('lesson', lesson, 1, course.lessons))
  const completedAt = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    const enrollment = await lockEnrollment(trx, identityId, courseId)
    const counted = await trx
      .insertInto('lessonCompletions')
      .values({ enrollmentId: enrollment.id, lesson, completedAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('lesson')
      .executeTakeFirst()
    return counted ? countLesson(trx, enrollment, course, completedAt) : enrollment
  })
}

/** Puts the lessons of one enrollment in line, so that exactly one of them is the last. */
async function lockEnrollment(
  trx: Transaction<LearnTables>,
  identityId: string,
  courseId: string,
): Promise<Enrollment> {
  const enrollment = await trx
    .selectFrom('enrollments')
    .selectAll()
    .where('identityId', '=', identityId)
    .where('courseId', '=', courseId)
    .forUpdate()
    .executeTakeFirst()
  if (!enrollment) throw notFound('Enrollment', courseId)
  return enrollment
}

/** Counts one more lesson; the last one completes the course and grants its skill points. */
function countLesson(
  trx: Transaction<LearnTables>,
  { id, lessonsCompleted }: Enrollment,
  { lessons, skillPoints }: Course,
  completedAt: Date,
): Promise<Enrollment> {
  const isLast = lessonsCompleted + 1 === lessons
  return trx
    .updateTable('enrollments')
    .set({
      lessonsCompleted: lessonsCompleted + 1,
      ...(isLast && { status: 'completed', skillPoints, completedAt }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The numbers of the lessons completed in each enrollment, in their order. */
export function completedLessonsLoader(db: Kysely<LearnTables>): DataLoader<string, number[]> {
  return new DataLoader(async (enrollmentIds) => {
    const rows = await db
      .selectFrom('lessonCompletions')
      .select(['enrollmentId', 'lesson'])
      .where('enrollmentId', '=', sql<string>`any(${[...enrollmentIds]})`)
      .orderBy('lesson')
      .execute()
    const byEnrollment = Map.groupBy(rows, ({ enrollmentId }) => enrollmentId)
    return enrollmentIds.map((id) => (byEnrollment.get(id) ?? []).map(({ lesson }) => lesson))
  })
}
