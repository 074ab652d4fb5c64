// People who have started, half finished or completed some courses of the demo pack.
import type { Kysely } from '#foundation/database/database.ts'
import { stableId } from '#foundation/domain/ids.ts'
import type { LearnContext } from './context.ts'
import type { Course, LearnTables } from './tables.ts'

type DemoEnrollment = [username: string, course: string, daysAgo: number, lessons: number[]]

/** Enrollments, dated in days before the first start, with the lessons completed since. */
const ENROLLMENTS: DemoEnrollment[] = [
  ['ada', 'finding-your-way', 60, [1, 2, 3, 4]],
  ['ada', 'reading-the-ledger', 25, [1, 2, 3, 5, 8]],
  ['grace', 'finding-your-way', 48, [1, 2, 3, 4]],
  ['grace', 'keeping-the-lights-on', 45, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['alan', 'the-art-of-the-proposal', 14, [1, 3]],
  ['alan', 'writing-that-lasts', 2, []],
  ['edsger', 'writing-that-lasts', 30, [1, 2, 3, 4, 5, 6]],
  ['barbara', 'finding-your-way', 1, [1]],
]

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export async function addDemoEnrollments({ db, now }: LearnContext): Promise<void> {
  const courses = await db.selectFrom('courses').selectAll().execute()
  const byId = new Map(courses.map((course) => [course.id, course]))
  for (const enrollment of ENROLLMENTS) {
    const [, key, daysAgo] = enrollment
    const enrolledAt = new Date(now().getTime() - daysAgo * DAY_MS)
    await addEnrollment(db, byId.get(stableId('course', key))!, enrollment, enrolledAt)
  }
}

async function addEnrollment(
  db: Kysely<LearnTables>,
  course: Course,
  [username, key, , numbers]: DemoEnrollment,
  enrolledAt: Date,
): Promise<void> {
  const id = stableId('enrollment', `${username}:${key}`)
  const completedAt = (index: number) => new Date(enrolledAt.getTime() + (index + 1) * HOUR_MS)
  const about = { id, identityId: stableId('identity', username), courseId: course.id, enrolledAt }
  const progress = {
    lessonsCompleted: numbers.length,
    ...(numbers.length === course.lessons && {
      status: 'completed' as const,
      skillPoints: course.skillPoints,
      completedAt: completedAt(numbers.length - 1),
    }),
  }
  await db
    .insertInto('enrollments')
    .values({ ...about, ...progress })
    .execute()
  const ids = await lessonIds(db, course.id)
  const completions = numbers.map((lesson, index) => {
    return { enrollmentId: id, lesson, lessonId: ids.get(lesson)!, completedAt: completedAt(index) }
  })
  if (completions.length > 0) await db.insertInto('lessonCompletions').values(completions).execute()
}

/** The lessons of a course by their numbers. */
async function lessonIds(
  db: Kysely<LearnTables>,
  courseId: string,
): Promise<Map<number | null, string>> {
  const lessons = await db
    .selectFrom('lessons')
    .select(['id', 'number'])
    .where('courseId', '=', courseId)
    .execute()
  return new Map(lessons.map(({ id, number }) => [number, id]))
}
