// Six courses, and people who have begun, are half way through or have completed some of them.
import type { Transaction } from '#foundation/database.ts'
import { stableId } from '#foundation/ids.ts'
import type { LearnContext } from './context.ts'
import type { LearnTables } from './tables.ts'

type DemoCourse = [
  slug: string,
  title: string,
  description: string,
  lessons: number,
  duration: string,
  skillPoints: number,
]

const COURSES: DemoCourse[] = [
  [
    'finding-your-way',
    'Finding Your Way',
    'The houses, the council and the market: what they are for, and where you come in.',
    4,
    '2 hours',
    40,
  ],
  [
    'writing-that-lasts',
    'Writing That Lasts',
    'How to write a scroll that somebody still understands in ten years: sources, dates, plain words.',
    6,
    '3 weeks, an hour each',
    90,
  ],
  [
    'the-art-of-the-proposal',
    'The Art of the Proposal',
    'From a complaint to a text the council can vote on, with its costs and its opponents in it.',
    5,
    '10 hours',
    80,
  ],
  [
    'reading-the-ledger',
    'Reading the Ledger',
    'Double entry from the first posting: where gold comes from, where it goes, and how to find a mistake.',
    8,
    '4 weeks, two evenings each',
    120,
  ],
  [
    'working-with-other-houses',
    'Working with Other Houses',
    'Four projects that crossed houses, two of which failed, and what their people would do again.',
    4,
    '6 hours',
    60,
  ],
  [
    'keeping-the-lights-on',
    'Keeping the Lights On',
    'Backups, drills and the night shift: run the services for a week with somebody who knows how.',
    10,
    '6 weeks',
    200,
  ],
]

type DemoEnrollment = [username: string, slug: string, daysAgo: number, lessons: number[]]

/** Who enrolled in what how many days before the first start, and the lessons completed since. */
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

/** Adds the courses and, with the first of them, the enrollments: all of it or nothing. */
export async function addDemoCourses({ db, now }: LearnContext): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('courses')
      .values(COURSES.map(toCourse))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    if (added.length === 0) return
    for (const enrollment of ENROLLMENTS) await addEnrollment(trx, enrollment, now())
  })
}

function toCourse(
  [slug, title, description, lessons, duration, skillPoints]: DemoCourse,
  index = 0,
) {
  return {
    id: stableId('course', slug),
    title,
    description,
    lessons,
    duration,
    skillPoints,
    createdAt: new Date(Date.UTC(2026, 0, 2 + index)),
  }
}

async function addEnrollment(
  trx: Transaction<LearnTables>,
  [username, slug, daysAgo, completed]: DemoEnrollment,
  now: Date,
): Promise<void> {
  const course = toCourse(COURSES.find(([known]) => known === slug)!)
  const enrollmentId = stableId('enrollment', `${username}:${slug}`)
  const enrolledAt = new Date(now.getTime() - daysAgo * DAY_MS)
  const lessons = completed.map((lesson, index) => ({
    enrollmentId,
    lesson,
    completedAt: new Date(enrolledAt.getTime() + (index + 1) * HOUR_MS),
  }))
  const enrollment = {
    id: enrollmentId,
    identityId: stableId('identity', username),
    courseId: course.id,
    lessonsCompleted: lessons.length,
    enrolledAt,
    ...(lessons.length === course.lessons && {
      status: 'completed' as const,
      skillPoints: course.skillPoints,
      completedAt: lessons.at(-1)!.completedAt,
    }),
  }
  await trx.insertInto('enrollments').values(enrollment).execute()
  if (lessons.length > 0) await trx.insertInto('lessonCompletions').values(lessons).execute()
}
