// Retiring lessons closes gaps in the numbers, and completes the course for people with no lesson left.
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { requestOf } from '#test/current-caller.ts'
import { statementsOf } from '#test/sent-statements.ts'
import { addCourse } from '#test/story.ts'
import { testSubgraph, type Data, type Person } from '#test/subgraph.ts'
import type { LearnTables } from '../tables.ts'
import { numbersOf, skillPointsOf, someone, storyOf, titlesOf } from './story.ts'

const learn = testSubgraph('learn')
const story = storyOf(learn)

let ada: Person
beforeEach(() => {
  ada = someone('ada')
})

const lessonsOf = async (courseId: string): Promise<Data[]> =>
  (await story.course(ada, courseId)).syllabus.nodes
const idsOf = async (courseId: string) => (await lessonsOf(courseId)).map(({ id }) => id as string)
const upTo = (max: number) => Array.from({ length: max }, (_none, index) => index + 1)

describe('retiring a lesson', () => {
  test('Retiring a lesson closes the gap in the numbers, and removes it from lists and progress', async () => {
    const courseId = await story.courseWith([ada], { lessons: 4 })
    for (const lesson of [2, 4]) await story.complete(ada, courseId, lesson)
    const [, id] = await idsOf(courseId)
    const retired = await story.change('retireLesson', id!)
    expect(retired).toMatchObject({ number: null, retiredAt: learn.clock.now.toISOString() })
    const course = await story.course(ada, courseId)
    expect(course.lessons).toBe(3)
    expect(titlesOf(course)).toEqual(['Lesson 1', 'Lesson 3', 'Lesson 4'])
    expect(numbersOf(course)).toEqual([1, 2, 3])
    expect(course.syllabus.totalCount).toBe(3)
    expect(course.myEnrollment).toMatchObject({ lessonsCompleted: 1, completedLessons: [3] })
    // Its number now belongs to the next lesson, which is not completed.
    expect(await story.complete(ada, courseId, 2)).toMatchObject({ completedLessons: [2, 3] })
  })

  test('Retiring a lesson completes the course once for everybody with no lesson left', async () => {
    const [grace, alan, edsger] = ['grace', 'alan', 'edsger'].map(someone) as [
      Person,
      Person,
      Person,
    ]
    const people = [ada, grace, alan, edsger]
    const courseId = await story.courseWith(people, { lessons: 3, skillPoints: 11 })
    for (const lesson of [1, 2]) await story.complete(ada, courseId, lesson)
    for (const lesson of [1, 3]) await story.complete(grace, courseId, lesson)
    for (const lesson of [1, 2, 3]) await story.complete(alan, courseId, lesson)
    const before = (await story.course(alan, courseId)).myEnrollment
    learn.clock.now = new Date(learn.clock.now.getTime() + 60_000)
    await story.change('retireLesson', (await idsOf(courseId))[2]!)

    const enrollmentOf = async (as: Person) => (await story.course(as, courseId)).myEnrollment
    const completedAt = learn.clock.now.toISOString()
    expect(await enrollmentOf(ada)).toMatchObject({
      status: 'completed',
      lessonsCompleted: 2,
      completedLessons: [1, 2],
      completedAt,
    })
    expect(await enrollmentOf(grace)).toMatchObject({ status: 'enrolled', lessonsCompleted: 1 })
    expect(await enrollmentOf(alan)).toEqual({
      ...before,
      lessonsCompleted: 2,
      completedLessons: [1, 2],
    })
    expect(await enrollmentOf(edsger)).toMatchObject({ status: 'enrolled', lessonsCompleted: 0 })
    expect(await skillPointsOf(learn, people)).toEqual([11, 0, 11, 0])
  })

  test('Retiring a lesson again changes nothing', async () => {
    const courseId = await addCourse(learn, { lessons: 3 })
    const [id] = await idsOf(courseId)
    const retired = await story.change('retireLesson', id!)
    learn.clock.now = new Date(learn.clock.now.getTime() + 60_000)
    expect(await story.change('retireLesson', id!)).toEqual(retired)
    expect((await story.course(ada, courseId)).lessons).toBe(2)
  })

  test('Concurrent retirements leave the last lesson', async () => {
    const courseId = await addCourse(learn, { lessons: 4 })
    const mutation = 'mutation ($id: ID!) { retireLesson(lessonId: $id) { id } }'
    const as = await learn.join('retiree', { role: 'admin' })
    const ids = await idsOf(courseId)
    const responses = await Promise.all(
      ids.map((id) =>
        learn.run(mutation, { as, scopes: ['identity', 'admin'], variables: { id } }),
      ),
    )
    const errors = responses.flatMap((response) => response.errors ?? [])
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'VALIDATION_ERROR', details: { reason: 'LAST_LESSON' } },
    ])
    expect(await story.course(ada, courseId)).toMatchObject({
      lessons: 1,
      syllabus: { totalCount: 1, nodes: [{ number: 1 }] },
    })
  })

  test('Retiring a lesson of a course with 10,000 people takes as many statements as with nobody', async () => {
    const courseId = await addCourse(learn, { lessons: 5, skillPoints: 1 })
    const db = learn.tables<LearnTables>('learn')
    const lessons = await idsOf(courseId)
    for (let from = 0; from < 10_000; from += 1_000) {
      const enrolled = upTo(1_000).map((n) => ({
        id: newId('enrollment'),
        identityId: `identity_crowd_${from + n}_${courseId}`,
        courseId,
        lessonsCompleted: 4,
        enrolledAt: learn.clock.now,
      }))
      await db.insertInto('enrollments').values(enrolled).execute()
      for (const [index, lessonId] of lessons.slice(0, 4).entries()) {
        const completedAt = learn.clock.now
        const done = enrolled.map(({ id: enrollmentId }) => {
          return { enrollmentId, lesson: index + 1, lessonId, completedAt }
        })
        await db.insertInto('lessonCompletions').values(done).execute()
      }
    }
    const statusesOf = async () => {
      const rows = await db
        .selectFrom('enrollments')
        .select(['status', 'lessonsCompleted', 'skillPoints'])
        .distinct()
        .where('courseId', '=', courseId)
        .execute()
      return rows
    }
    const retire = async (id: string) => {
      const work = () => requestOf('root').run(() => story.change('retireLesson', id))
      const [statements] = await statementsOf('root', work)
      return statements.length
    }
    const [alone] = await idsOf(await addCourse(learn, { lessons: 2 }))
    const most = await retire(alone!)
    expect(most).toBeGreaterThan(0)
    // First a lesson that everybody has completed, then the one that everybody lacks.
    expect(await retire(lessons[0]!)).toBe(most)
    expect(await statusesOf()).toEqual([
      { status: 'enrolled', lessonsCompleted: 3, skillPoints: 0 },
    ])
    expect(await retire(lessons[4]!)).toBe(most)
    expect(await statusesOf()).toEqual([
      { status: 'completed', lessonsCompleted: 3, skillPoints: 1 },
    ])
  })
})

describe('concurrent completions', () => {
  test('Retiring a lesson while everybody completes lessons completes everybody once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = upTo(12).map((n) => someone(`person${n}`))
      const courseId = await story.courseWith(people, { lessons: 3, skillPoints: 10 })
      const ids = await idsOf(courseId)
      for (const as of people) await story.complete(as, courseId, 1)
      const completions = people.flatMap((as, n) =>
        // Numbers change meanwhile, so a few requests name one that is gone.
        (n % 2 === 0 ? [2, 3] : [3, 2]).map(
          (lesson) => () => story.tryToComplete(as, courseId, lesson),
        ),
      )
      completions.splice(8 + round, 0, () => story.change('retireLesson', ids[2]!))
      await Promise.all(completions.map((complete) => complete()))
      for (const as of people) {
        const { myEnrollment } = await story.course(as, courseId)
        expect(myEnrollment).toMatchObject({
          status: 'completed',
          lessonsCompleted: 2,
          completedLessons: [1, 2],
        })
      }
      expect(await skillPointsOf(learn, people)).toEqual(people.map(() => 10))
    }
  })
})
