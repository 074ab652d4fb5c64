// Numbers the lessons of a locked course from 1 to n, and updates its count.
import { sql } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import { refused } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { Course, LearnTables, Lesson, LessonFields } from '../tables.ts'
import { learnInput } from '../input.ts'
import { LESSON_COLUMNS } from './lesson.ts'
import { countInEnrollments, lockEnrollments } from './progress.ts'

type Trx = Transaction<LearnTables>

/** Inserts a lesson before the one that has its number, if any. @throws LESSON_LIMIT */
export async function insertLesson(
  trx: Trx,
  { courseId, title, text, number }: LessonFields & { courseId: string; number: number },
  createdAt: Date,
): Promise<Lesson> {
  await trx
    .updateTable('lessons')
    .set({ number: sql`number + 1` })
    .where('courseId', '=', courseId)
    .where('number', '>=', number)
    .execute()
  const id = newId('lesson')
  const lesson = await trx
    .insertInto('lessons')
    .values({ id, courseId, key: id, number, title, text, createdAt })
    .returning(LESSON_COLUMNS)
    .executeTakeFirstOrThrow()
  await recountLessons(trx, courseId)
  return lesson
}

/** Moves a lesson; those between its old and new position shift by one. */
export async function moveLesson(
  trx: Trx,
  { id, courseId, number }: Lesson,
  to: number,
): Promise<void> {
  const from = number!
  const step = from < to ? -1 : 1
  await trx
    .updateTable('lessons')
    .set({ number: sql`case when id = ${id} then ${to} else number + ${step} end` })
    .where('courseId', '=', courseId)
    .where('number', '>=', Math.min(from, to))
    .where('number', '<=', Math.max(from, to))
    .execute()
}

type Numbered = Pick<Lesson, 'id' | 'number'>

/** Removes lessons from their locked course and closes the gaps. @throws LAST_LESSON */
export async function removeLessons(
  trx: Trx,
  { id: courseId, lessons: live }: Pick<Course, 'id' | 'lessons'>,
  lessons: readonly Numbered[],
  at: Date,
): Promise<void> {
  if (live <= lessons.length) {
    throw refused(
      'LAST_LESSON',
      'A course must keep at least one lesson. Retire the course instead.',
    )
  }
  const ids = lessons.map(({ id }) => id)
  // Lock enrollments before lessons, as completing a lesson does.
  await lockEnrollments(trx, courseId)
  await trx
    .updateTable('lessons')
    .set({ retiredAt: at, number: null })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  await closeUp(trx, courseId, lessons)
  await countInEnrollments(trx, await recountLessons(trx, courseId), ids, { by: -1, at })
}

/** Each remaining lesson moves up by the number of removed lessons before it. */
async function closeUp(trx: Trx, courseId: string, removed: readonly Numbered[]): Promise<void> {
  const numbers = removed.map(({ number }) => number!)
  await sql`
    update lessons set number = number - (
      select count(*) from unnest(${numbers}::integer[]) as removed where removed < number
    )
    where course_id = ${courseId} and number > ${Math.min(...numbers)}`.execute(trx)
}

/** Restores a retired lesson at the end of its locked course. @throws LESSON_LIMIT */
export async function restoreLesson(
  trx: Trx,
  courseId: string,
  id: string,
  at: Date,
): Promise<void> {
  await lockEnrollments(trx, courseId)
  await trx
    .updateTable('lessons')
    .set({ retiredAt: null, number: (await countLessons(trx, courseId)) + 1 })
    .where('id', '=', id)
    .execute()
  await countInEnrollments(trx, await recountLessons(trx, courseId), [id], { by: 1, at })
}

/** The number of lessons of a course that are not retired, which is also the number of the last one. */
export async function countLessons(trx: Trx, courseId: string): Promise<number> {
  const { live } = await trx
    .selectFrom('lessons')
    .select(sql<number>`count(*)`.as('live'))
    .where('courseId', '=', courseId)
    .where('retiredAt', 'is', null)
    .executeTakeFirstOrThrow()
  return live
}

/** Updates the lesson count of a locked course. @throws LESSON_LIMIT */
export async function recountLessons(trx: Trx, courseId: string): Promise<Course> {
  const course = await trx
    .updateTable('courses')
    .set(({ selectFrom }) => ({
      lessons: selectFrom('lessons')
        .select(sql<number>`count(*)`.as('live'))
        .where('courseId', '=', courseId)
        .where('retiredAt', 'is', null),
    }))
    .where('id', '=', courseId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const limit = learnInput.range('AddCourseInput.lessons').max
  if (course.lessons <= limit) return course
  throw refused('LESSON_LIMIT', `A course has at most ${limit} lessons.`, { limit })
}
