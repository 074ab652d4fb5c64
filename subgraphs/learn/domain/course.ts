// Courses: the list, one by its id, and new ones.
import DataLoader from 'dataloader'
import { sql, type Kysely } from 'kysely'
import { invalidInput, notFound, type Issue } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import { paginate, type Connection, type PageArguments } from '#foundation/pagination.ts'
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
  return new DataLoader(async (ids) => {
    const rows = await db
      .selectFrom('courses')
      .selectAll()
      .where('id', '=', sql<string>`any(${[...ids]})`)
      .execute()
    const byId = new Map(rows.map((course) => [course.id, course]))
    return ids.map((id) => byId.get(id))
  })
}

type NewCourse = Pick<Course, 'title' | 'description' | 'lessons' | 'duration' | 'skillPoints'>

/** @throws VALIDATION_ERROR */
export async function addCourse({ db, now }: LearnContext, input: NewCourse): Promise<Course> {
  checkCourse(input)
  const { title, description, lessons, duration, skillPoints } = input
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

/** The least and the most that a number may be, or that a text may have of characters. */
const BOUNDS = {
  title: [1, 200],
  description: [1, 5_000],
  lessons: [1, 500],
  duration: [1, 100],
  skillPoints: [0, 10_000],
} as const

function checkCourse(course: NewCourse): void {
  const fields = Object.keys(BOUNDS) as (keyof NewCourse)[]
  const [first, ...rest] = fields.flatMap((field): Issue[] => {
    const [least, most] = BOUNDS[field]
    const value = course[field]
    const size = typeof value === 'string' ? Array.from(value).length : value
    if (size >= least && size <= most) return []
    const range = `${least} to ${most}`
    const reason =
      typeof value === 'string' ? `must have ${range} characters` : `must be from ${range}`
    return [{ field, reason }]
  })
  if (first) throw invalidInput([first, ...rest])
}
