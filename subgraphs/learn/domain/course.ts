// Courses: the list, one by its id, and new ones.
import type DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import { numberIssues, refuseIssues, textIssues, titleIssues } from '#foundation/bounds.ts'
import { notFound } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import { paginate, type Connection, type PageArguments } from '#foundation/pagination.ts'
import { createRowLoader } from '#foundation/row-loader.ts'
import type { LearnContext } from '../context.ts'
import type { Course, LearnTables } from '../tables.ts'

export function listCourses(
  { db }: LearnContext,
  page: PageArguments,
): Promise<Connection<Course>> {
  return paginate(db.selectFrom('courses').selectAll(), page, ({ createdAt, id }) => ({
    at: createdAt,
    id,
  }))
}

export async function getCourse({ loaders }: LearnContext, id: string): Promise<Course> {
  const course = await loaders.course.load(id)
  if (!course) throw notFound('Course', id)
  return course
}

export function courseLoader(db: Kysely<LearnTables>): DataLoader<string, Course | undefined> {
  return createRowLoader((anyId) => db.selectFrom('courses').selectAll().where('id', '=', anyId))
}

type NewCourse = Pick<Course, 'title' | 'description' | 'lessons' | 'duration' | 'skillPoints'>

/** @throws VALIDATION_ERROR */
export async function addCourse({ db, now }: LearnContext, input: NewCourse): Promise<Course> {
  const { title, description, lessons, duration, skillPoints } = input
  refuseIssues([
    ...titleIssues('title', title, 200),
    ...textIssues('description', description, 5_000),
    ...numberIssues('lessons', lessons, 1, 500),
    ...textIssues('duration', duration, 100),
    ...numberIssues('skillPoints', skillPoints, 0, 10_000),
  ])
  return db
    .insertInto('courses')
    .values({
      id: newId('course'),
      title,
      description,
      lessons,
      duration,
      skillPoints,
      createdAt: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
