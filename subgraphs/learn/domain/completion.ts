// Completing lessons: in any order, each once; the last one completes the course.
import DataLoader from 'dataloader'
import { sql, type Kysely } from 'kysely'
import { ANY_ID, once } from '#foundation/database/built-once.ts'
import { requireIdentity } from '#foundation/auth/caller.ts'
import { rowsByIds } from '#foundation/database/reads/rows-by-key.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { numberIssues, refuseIssues } from '#foundation/domain/bounds.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { LearnContext } from '../context.ts'
import type { Course, Enrollment, LearnTables } from '../tables.ts'
import { lockCourseForShare } from './course.ts'

interface LessonOfCourse {
  courseId: string
  /** The lesson's current number. */
  lesson: number
}

/**
 * Completes a lesson for the caller, who must be enrolled. Completing it again changes nothing.
 * @throws NOT_FOUND, VALIDATION_ERROR
 */
export async function completeLesson(
  ctx: LearnContext,
  { courseId, lesson }: LessonOfCourse,
): Promise<Enrollment> {
  const identityId = requireIdentity(ctx)
  const completedAt = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    const course = await lockCourseForShare(trx, courseId)
    const enrollment = await lockEnrollment(trx, identityId, courseId)
    if (!enrollment && course.retiredAt !== null) throw notFound('Course', courseId)
    refuseIssues(numberIssues('lesson', lesson, 1, course.lessons))
    if (!enrollment) throw notFound('Enrollment', courseId)
    await recordCompletion(trx, enrollment, lesson, completedAt)
    return countLessons(trx, enrollment, course, completedAt)
  })
}

/** Serializes completions of one enrollment, so that exactly one of them is the last. */
function lockEnrollment(
  trx: Transaction<LearnTables>,
  identityId: string,
  courseId: string,
): Promise<Enrollment | undefined> {
  return trx
    .selectFrom('enrollments')
    .selectAll()
    .where('identityId', '=', identityId)
    .where('courseId', '=', courseId)
    .where('leftAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

async function recordCompletion(
  trx: Transaction<LearnTables>,
  { id: enrollmentId, courseId }: Enrollment,
  lesson: number,
  completedAt: Date,
): Promise<void> {
  await trx
    .insertInto('lessonCompletions')
    .columns(['enrollmentId', 'lesson', 'lessonId', 'completedAt'])
    .expression((query) =>
      query
        .selectFrom('lessons')
        .select((row) => [
          row.val(enrollmentId).as('enrollmentId'),
          'number',
          'id',
          row.val(completedAt).as('completedAt'),
        ])
        .where('courseId', '=', courseId)
        .where('number', '=', lesson),
    )
    .onConflict((conflict) => conflict.constraint('one_completion_a_lesson').doNothing())
    .execute()
}

/** Counts completed lessons; after the last one, completes the course and grants its skill points. */
export async function countLessons(
  trx: Transaction<LearnTables>,
  enrollment: Enrollment,
  { lessons, skillPoints }: Course,
  completedAt: Date,
): Promise<Enrollment> {
  const { lessonsCompleted } = await trx
    .selectFrom('lessonCompletions')
    .innerJoin('lessons', 'lessons.id', 'lessonCompletions.lessonId')
    .where('enrollmentId', '=', enrollment.id)
    .where('retiredAt', 'is', null)
    .select(sql<number>`count(*)`.as('lessonsCompleted'))
    .executeTakeFirstOrThrow()
  const isLast = enrollment.status === 'enrolled' && lessonsCompleted === lessons
  if (!isLast && lessonsCompleted === enrollment.lessonsCompleted) return enrollment
  return trx
    .updateTable('enrollments')
    .set({ lessonsCompleted, ...(isLast && { status: 'completed', skillPoints, completedAt }) })
    .where('id', '=', enrollment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const numbersOf = once((db: Kysely<LearnTables>) =>
  db
    .selectFrom('lessonCompletions')
    .innerJoin('lessons', 'lessons.id', 'lessonCompletions.lessonId')
    .select(['enrollmentId', 'number'])
    .where('enrollmentId', '=', ANY_ID)
    .where('retiredAt', 'is', null)
    .compile(),
)

/**
 * Today's numbers of the lessons completed in each enrollment, in ascending order. Not cached: one
 * request may complete several lessons.
 */
export function completedLessonsLoader(db: Kysely<LearnTables>): DataLoader<string, number[]> {
  const load = async (ids: readonly string[]) => {
    const lists = await rowsByIds(db, numbersOf(db), { ids, column: 'enrollmentId' })
    return lists.map((rows) => rows.map(({ number }) => number!).toSorted((a, b) => a - b))
  }
  return new DataLoader(load, { cache: false })
}
