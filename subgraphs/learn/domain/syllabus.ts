// Adds, changes, moves and retires the lessons of a course, for administrators.
import type { Transaction } from '#foundation/database/database.ts'
import { numberIssues, refuseIssues } from '#foundation/domain/bounds.ts'
import { changesOf, given, type Patch } from '#foundation/domain/changes.ts'
import { invalidInput, notFound } from '#foundation/domain/errors.ts'
import { recordAudit } from '#foundation/peers/audit-outbox.ts'
import type { LearnContext } from '../context.ts'
import type { Course, LearnTables, Lesson, LessonFields } from '../tables.ts'
import { lockCourse } from './course.ts'
import { insertLesson, moveLesson, removeLessons } from './lesson-numbers.ts'
import { LESSON_COLUMNS } from './lesson.ts'

type Trx = Transaction<LearnTables>

interface NewLesson extends LessonFields {
  courseId: string
  /** The position, before the lesson that has this number; by default at the end. */
  number?: number | null | undefined
}

/** @throws VALIDATION_ERROR, NOT_FOUND; LESSON_LIMIT if the course is full */
export async function addLesson(ctx: LearnContext, input: NewLesson): Promise<Lesson> {
  const { courseId } = input
  const lesson = await ctx.db.transaction().execute(async (trx) => {
    const { lessons, retiredAt } = await lockCourse(trx, courseId)
    if (retiredAt !== null) throw notFound('Course', courseId)
    const number = input.number ?? lessons + 1
    refuseIssues(numberIssues('number', number, 1, lessons + 1))
    const added = await insertLesson(trx, { ...input, number }, ctx.now())
    const details = { type: 'Lesson', id: added.id, courseId }
    await recordAudit(ctx, trx, { kind: 'content_added', details })
    return added
  })
  ctx.loaders.course.clear(courseId)
  return lesson
}

type LessonUpdate = { id: string } & Patch<LessonFields & Numbered>

interface Numbered {
  number: number
}

/** Changes a lesson; another number moves it. @throws VALIDATION_ERROR, NOT_FOUND */
export async function updateLesson(
  ctx: LearnContext,
  { id, ...input }: LessonUpdate,
): Promise<Lesson> {
  const wanted = given<LessonFields & Numbered>(input)
  return ctx.db.transaction().execute(async (trx) => {
    const { course, lesson } = await lockLesson(trx, id)
    if (wanted.number !== undefined) refuseNumber(course, lesson, wanted.number)
    const changes = changesOf<LessonWithText>(lesson, wanted)
    const changed = Object.keys(changes)
    if (changed.length > 0) {
      await changeLesson(trx, lesson, changes)
      const details = { type: 'Lesson', id, courseId: course.id, changed }
      await recordAudit(ctx, trx, { kind: 'content_updated', details })
    }
    return { ...lesson, ...changes }
  })
}

type LessonWithText = Lesson & { text: string }

/** Locks the course of a lesson, and with it all its lessons. @throws NOT_FOUND */
async function lockLesson(
  trx: Trx,
  id: string,
): Promise<{ course: Course; lesson: LessonWithText }> {
  const known = trx
    .selectFrom('lessons')
    .select([...LESSON_COLUMNS, 'text'])
    .where('id', '=', id)
  const found = await known.executeTakeFirstOrThrow(() => notFound('Lesson', id))
  const course = await lockCourse(trx, found.courseId)
  return { course, lesson: await known.executeTakeFirstOrThrow() }
}

function refuseNumber({ lessons }: Course, { retiredAt }: Lesson, number: number): void {
  if (retiredAt !== null) {
    throw invalidInput([{ field: 'number', reason: 'must be absent, as the lesson is retired' }])
  }
  refuseIssues(numberIssues('number', number, 1, lessons))
}

async function changeLesson(
  trx: Trx,
  lesson: Lesson,
  { number, ...columns }: Partial<LessonWithText>,
): Promise<void> {
  if (typeof number === 'number') await moveLesson(trx, lesson, number)
  if (Object.keys(columns).length === 0) return
  await trx.updateTable('lessons').set(columns).where('id', '=', lesson.id).execute()
}

/**
 * Retires a lesson, and completes the course for everybody with no lesson left.
 * @throws NOT_FOUND; LAST_LESSON for the only one
 */
export async function retireLesson(ctx: LearnContext, id: string): Promise<Lesson> {
  const retired = await ctx.db.transaction().execute(async (trx) => {
    const { course, lesson } = await lockLesson(trx, id)
    if (lesson.retiredAt !== null) return lesson
    const at = ctx.now()
    await removeLessons(trx, course, [lesson], at)
    const details = { type: 'Lesson', id, courseId: course.id }
    await recordAudit(ctx, trx, { kind: 'content_retired', details })
    return { ...lesson, number: null, retiredAt: at }
  })
  ctx.loaders.course.clear(retired.courseId)
  return retired
}
