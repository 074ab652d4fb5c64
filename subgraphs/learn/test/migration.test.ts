// Migrating a database of the previous version, whose processes run beside those of this one.
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import { emptyDatabase, sessionsWaiting } from '#test/database.ts'
import { addCourse } from '#test/story.ts'
import { startTestSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'
import { learn as subgraph } from '../subgraph.ts'
import { someone, storyOf, titlesOf } from './story.ts'

/** Connects like a process of the previous version, in the schema of the service. */
async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, options: '-c search_path=learn' })
  await client.connect()
  return client
}

test('Earlier courses get their lessons, and progress is that of the lessons', async () => {
  const log = createLog('silent', 'test')
  const database = await emptyDatabase()
  try {
    const { '0001-courses': courses } = subgraph.migrations
    await migrate(database.url, 'learn', { '0001-courses': courses! }, log)
    const client = await connect(database.url)
    try {
      await client.query(`
        insert into courses (id, title, description, lessons, duration, skill_points)
        values ('course_a', 'A', 'D', 3, 'an hour', 5), ('course_b', 'B', 'D', 1, 'an hour', 5)`)
      await client.query(`
        insert into enrollments (id, identity_id, course_id, lessons_completed, enrolled_at)
        values ('enrollment_1', 'identity_1', 'course_a', 2, now())`)
      await client.query(`
        insert into lesson_completions values
        ('enrollment_1', 3, now()), ('enrollment_1', 1, now())`)
      await migrate(database.url, 'learn', subgraph.migrations, log)
      const { rows: lessons } = await client.query(
        'select course_id, key, number, title, text, retired_at from lessons order by 1, 3',
      )
      const lesson = (course: string, number: number) => ({
        course_id: course,
        key: `lesson-${number}`,
        number,
        title: `Lesson ${number}`,
        text: '',
        retired_at: null,
      })
      expect(lessons).toEqual([
        lesson('course_a', 1),
        lesson('course_a', 2),
        lesson('course_a', 3),
        lesson('course_b', 1),
      ])
      const { rows: completed } = await client.query(`
        select lesson, number, course_id from lesson_completions
        join lessons on lessons.id = lesson_id order by 1`)
      expect(completed).toEqual([
        { lesson: 1, number: 1, course_id: 'course_a' },
        { lesson: 3, number: 3, course_id: 'course_a' },
      ])
    } finally {
      await client.end()
    }
  } finally {
    await database.drop()
  }
})

describe('a process of the version before', () => {
  let learn: TestSubgraph
  let story: ReturnType<typeof storyOf>
  let old: Client
  let ada: Person
  beforeAll(async () => {
    learn = await startTestSubgraph('learn')
    story = storyOf(learn, await learn.join('root', { role: 'admin' }))
    old = await connect(learn.databaseUrl)
    ada = someone('ada')
  })
  afterAll(async () => {
    await old.end()
    await learn.stop()
  })

  const enrollmentOf = async (courseId: string) => (await story.course(ada, courseId)).myEnrollment
  /** The statement of an earlier process for any lesson but the last one; it counts the returned rows. */
  const completes = async (enrollmentId: string, lesson: number) => {
    const { rows } = await old.query(
      `insert into lesson_completions (enrollment_id, lesson, completed_at) values ($1, $2, now())
       on conflict do nothing returning lesson`,
      [enrollmentId, lesson],
    )
    if (rows.length === 0) return false
    await old.query(
      'update enrollments set lessons_completed = lessons_completed + 1 where id = $1',
      [enrollmentId],
    )
    return true
  }

  test('An earlier process completes the lesson that has the number, once', async () => {
    const id = await story.courseWith([ada], { lessons: 3 })
    const enrollment = await enrollmentOf(id)
    expect(await completes(enrollment.id, 2)).toBe(true)
    expect(await completes(enrollment.id, 2)).toBe(false)
    expect(await enrollmentOf(id)).toMatchObject({ lessonsCompleted: 1, completedLessons: [2] })
    expect(await story.complete(ada, id, 2)).toMatchObject({ completedLessons: [2] })
  })

  test('An earlier process completes nothing by a number that is gone', async () => {
    const id = await story.courseWith([ada], { lessons: 3 })
    const enrollment = await enrollmentOf(id)
    const [, , last] = (await story.course(ada, id)).syllabus.nodes
    await story.change('retireLesson', last.id)
    expect(await completes(enrollment.id, 3)).toBe(false)
    expect((await enrollmentOf(id)).completedLessons).toEqual([])
  })

  test('An earlier process completes a lesson by a number that another lesson had', async () => {
    const id = await story.courseWith([ada], { lessons: 3 })
    const enrollment = await enrollmentOf(id)
    await completes(enrollment.id, 1)
    const [first] = (await story.course(ada, id)).syllabus.nodes
    await story.change('retireLesson', first.id)
    expect(await completes(enrollment.id, 1)).toBe(true)
    expect(await enrollmentOf(id)).toMatchObject({ lessonsCompleted: 1, completedLessons: [1] })
  })

  test('An earlier process completes a lesson while another is retired, and the count is right', async () => {
    const id = await story.courseWith([ada], { lessons: 3, skillPoints: 5 })
    const enrollment = await enrollmentOf(id)
    await story.complete(ada, id, 2)
    await story.complete(ada, id, 3)
    const [, second] = (await story.course(ada, id)).syllabus.nodes
    await old.query('begin')
    await old.query('select * from enrollments where id = $1 for update', [enrollment.id])
    expect(await completes(enrollment.id, 1)).toBe(true)
    const retirement = story.change('retireLesson', second.id)
    await expect.poll(() => sessionsWaiting(learn.tables('learn'))).toBe(1)
    await old.query('commit')
    await retirement
    expect(await enrollmentOf(id)).toMatchObject({
      status: 'completed',
      lessonsCompleted: 2,
      completedLessons: [1, 2],
    })
  })

  test('An earlier process adds a course with progress in one transaction, as its demo data does', async () => {
    await old.query('begin')
    await old.query(`
      insert into courses (id, title, description, lessons, duration, skill_points)
      values ('course_demo', 'Demo', 'D', 4, 'an hour', 5)`)
    await old.query(
      `insert into enrollments (id, identity_id, course_id, enrolled_at)
       values ('enrollment_demo', $1, 'course_demo', now())`,
      [ada.id],
    )
    for (const lesson of [4, 2]) expect(await completes('enrollment_demo', lesson)).toBe(true)
    await old.query('commit')
    const course = await story.course(ada, 'course_demo')
    expect(titlesOf(course)).toEqual(['Lesson 1', 'Lesson 2', 'Lesson 3', 'Lesson 4'])
    expect(course.myEnrollment).toMatchObject({ lessonsCompleted: 2, completedLessons: [2, 4] })
  })

  test('An earlier process that counted against an older number of lessons leaves nobody stuck', async () => {
    const id = await story.courseWith([ada], { lessons: 2 })
    const { id: enrollmentId } = await enrollmentOf(id)
    // The process believes that the course has three lessons, so the second is not the last.
    for (const lesson of [1, 2]) await completes(enrollmentId, lesson)
    expect(await enrollmentOf(id)).toMatchObject({ status: 'enrolled', lessonsCompleted: 2 })
    expect(await story.complete(ada, id, 2)).toMatchObject({
      status: 'completed',
      lessonsCompleted: 2,
    })
  })
})

test('a course has its lessons as soon as it is there, whoever adds it', async () => {
  const learn = await startTestSubgraph('learn')
  try {
    const id = await addCourse(learn, { lessons: 2 })
    const course = await storyOf(learn, someone('root')).course(someone('ada'), id)
    expect(titlesOf(course)).toEqual(['Lesson 1', 'Lesson 2'])
  } finally {
    await learn.stop()
  }
})
