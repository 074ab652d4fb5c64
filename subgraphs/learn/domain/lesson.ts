// Reads lessons: the syllabus of a course, texts, and what the caller has completed.
import DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { executeWith, once, placeholder } from '#foundation/database/built-once.ts'
import {
  createPageLoader,
  type Connection,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { createRowLoader } from '#foundation/database/reads/row-loader.ts'
import type { LearnContext } from '../context.ts'
import type { Course, Lesson, LearnTables } from '../tables.ts'
import { getCourse } from './course.ts'
import { findMyEnrollment } from './enrollment.ts'

export const LESSON_COLUMNS = [
  'id',
  'courseId',
  'number',
  'title',
  'createdAt',
  'retiredAt',
] as const

/** The lessons of a course by number; for a retired course only if the caller is enrolled. */
export async function listLessons(
  ctx: LearnContext,
  course: Course,
  page: PageArguments,
): Promise<Connection<Lesson> | null> {
  if (course.retiredAt !== null && !(await findMyEnrollment(ctx, course.id))) return null
  return ctx.loaders.lessons.load(course.id, page)
}

/** A lesson by its id; undefined if the caller may not see the lessons of its course. */
export async function findLesson(ctx: LearnContext, id: string): Promise<Lesson | undefined> {
  const lesson = await ctx.loaders.lesson.load(id)
  if (!lesson) return undefined
  const { id: courseId, retiredAt } = await getCourse(ctx, lesson.courseId)
  const isVisible = retiredAt === null || (await findMyEnrollment(ctx, courseId))
  return isVisible ? lesson : undefined
}

const byId = once(
  (db: Kysely<LearnTables>) => (anyId: RawBuilder<string>) =>
    db.selectFrom('lessons').select(LESSON_COLUMNS).where('id', '=', anyId),
)

export function lessonLoader(db: Kysely<LearnTables>): DataLoader<string, Lesson | undefined> {
  return createRowLoader(db, byId(db))
}

const inCourse = once(
  (db: Kysely<LearnTables>) => (courseId: RawBuilder<string>) =>
    db
      .selectFrom('lessons')
      .select(LESSON_COLUMNS)
      .where('courseId', '=', courseId)
      .where('retiredAt', 'is', null),
)

/** The lessons of each course that are not retired; they all have a number. */
export function lessonPages(db: Kysely<LearnTables>) {
  return createPageLoader(db, inCourse(db), ({ number, id }) => ({ at: number!, id }), {
    column: 'number',
    id: 'id',
    direction: 'asc',
    type: 'float8',
  })
}

/** A lesson's text; null unless it is the first lesson or the caller is enrolled. */
export async function findText(ctx: LearnContext, lesson: Lesson): Promise<string | null> {
  const isReadable = lesson.number === 1 || (await findMyEnrollment(ctx, lesson.courseId))
  if (!isReadable) return null
  const found = await ctx.loaders.lessonText.load(lesson.id)
  return found?.text ?? null
}

const textById = once(
  (db: Kysely<LearnTables>) => (anyId: RawBuilder<string>) =>
    db.selectFrom('lessons').select(['id', 'text']).where('id', '=', anyId),
)

/** Loads texts. Not cached, because several mutations of one request may change a text. */
export function lessonTextLoader(db: Kysely<LearnTables>) {
  return createRowLoader(db, textById(db), { cache: false })
}

/** When the caller completed a lesson, if they have. */
export async function findCompletedAt(ctx: LearnContext, lesson: Lesson): Promise<Date | null> {
  const enrollment = await findMyEnrollment(ctx, lesson.courseId)
  if (!enrollment) return null
  return ctx.loaders.lessonCompletedAt.load({ enrollmentId: enrollment.id, lessonId: lesson.id })
}

interface CompletionKey {
  enrollmentId: string
  lessonId: string
}

const completions = once((db: Kysely<LearnTables>) =>
  db
    .selectFrom('lessonCompletions')
    .select(['enrollmentId', 'lessonId', 'completedAt'])
    .where(
      sql<boolean>`(enrollment_id, lesson_id) in (
        select * from unnest(${placeholder('enrollmentIds')}::text[], ${placeholder('lessonIds')}::text[]))`,
    )
    .compile(),
)

/** When a lesson was completed in an enrollment. Not cached. */
export function lessonCompletedAtLoader(
  db: Kysely<LearnTables>,
): DataLoader<CompletionKey, Date | null> {
  const load = async (keys: readonly CompletionKey[]) => {
    const enrollmentIds = keys.map(({ enrollmentId }) => enrollmentId)
    const lessonIds = keys.map(({ lessonId }) => lessonId)
    const rows = await executeWith(db, completions(db), { enrollmentIds, lessonIds })
    // A lesson belongs to one course and the keys to one person, so each lesson has one enrollment.
    const byLesson = new Map(rows.map(({ lessonId, completedAt }) => [lessonId, completedAt]))
    return keys.map(({ lessonId }) => byLesson.get(lessonId) ?? null)
  }
  return new DataLoader(load, { cache: false })
}
