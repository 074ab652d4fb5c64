// How administrators change the lessons of a course, and what becomes of everybody's progress.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#foundation/ids.ts'
import { addCourse } from '#test/story.ts'
import { startTestSubgraph, type Data, type Person, type TestSubgraph } from '#test/subgraph.ts'
import type { LearnTables } from '../tables.ts'
import { numbersOf, skillPointsOf, someone, storyOf, titlesOf } from './story.ts'

let learn: TestSubgraph
let story: ReturnType<typeof storyOf>
beforeAll(async () => {
  learn = await startTestSubgraph('learn')
  story = storyOf(learn, await learn.join('root', { role: 'admin' }))
})
afterAll(() => learn.stop())

let ada: Person
beforeEach(() => {
  ada = someone('ada')
})

const lessonsOf = async (courseId: string): Promise<Data[]> =>
  (await story.course(ada, courseId)).syllabus.nodes
const idsOf = async (courseId: string) => (await lessonsOf(courseId)).map(({ id }) => id as string)
const upTo = (most: number) => Array.from({ length: most }, (_none, index) => index + 1)

describe('adding a lesson', () => {
  test('puts it at the end, and the course has one more', async () => {
    const courseId = await addCourse(learn, { lessons: 2 })
    const added = await story.change('addLesson', { courseId, title: 'Bowline', text: '# Loop' })
    expect(added).toEqual({
      id: expect.stringMatching(/^lesson_/) as string,
      number: 3,
      title: 'Bowline',
      text: null,
      completedAt: null,
      retiredAt: null,
    })
    const course = await story.course(ada, courseId)
    expect(course.lessons).toBe(3)
    expect(titlesOf(course)).toEqual(['Lesson 1', 'Lesson 2', 'Bowline'])
    await story.enroll(ada, courseId)
    expect((await lessonsOf(courseId))[2].text).toBe('# Loop')
  })

  test('puts it before another, whose number goes up', async () => {
    const courseId = await addCourse(learn, { lessons: 3 })
    const lesson = { courseId, title: 'Bowline', text: '' }
    for (const number of [2, 1]) await story.change('addLesson', { ...lesson, number })
    const course = await story.course(ada, courseId)
    expect(titlesOf(course)).toEqual(['Bowline', 'Lesson 1', 'Bowline', 'Lesson 2', 'Lesson 3'])
    expect(numbersOf(course)).toEqual(upTo(5))
  })

  test('leaves whoever completed the course as they are, and they may complete it too', async () => {
    const courseId = await story.courseWith([ada], { lessons: 1, skillPoints: 7 })
    const completed = await story.complete(ada, courseId, 1)
    await story.change('addLesson', { courseId, title: 'Bowline', text: '' })
    const { myEnrollment } = await story.course(ada, courseId)
    expect(myEnrollment).toEqual(completed)
    learn.clock.now = new Date(learn.clock.now.getTime() + 60_000)
    expect(await story.complete(ada, courseId, 2)).toEqual({
      ...completed,
      lessonsCompleted: 2,
      completedLessons: [1, 2],
    })
    expect(await skillPointsOf(learn, [ada])).toEqual([7])
  })

  test('keeps progress with the lesson, not with its number', async () => {
    const courseId = await story.courseWith([ada], { lessons: 2 })
    await story.complete(ada, courseId, 1)
    await story.change('addLesson', { courseId, title: 'Bowline', text: '', number: 1 })
    expect((await story.course(ada, courseId)).myEnrollment).toMatchObject({
      lessonsCompleted: 1,
      completedLessons: [2],
    })
    // The number that is completed already now belongs to a lesson that is not.
    expect(await story.complete(ada, courseId, 1)).toMatchObject({ completedLessons: [1, 2] })
    expect(await story.complete(ada, courseId, 3)).toMatchObject({ status: 'completed' })
  })

  test.each([
    ['title', '', 'must have 1 to 200 characters'],
    ['title', 'x'.repeat(201), 'must have 1 to 200 characters'],
    ['title', ' \u3164', 'must not be blanks alone'],
    ['text', 'x'.repeat(50_001), 'must have at most 50000 characters'],
    ['number', 0, 'must be from 1 to 4'],
    ['number', 5, 'must be from 1 to 4'],
  ])('refuses a %s out of its bounds', async (field, value, reason) => {
    const courseId = await addCourse(learn, { lessons: 3 })
    const input = { courseId, title: 'Bowline', text: '', [field]: value }
    expect(await story.refusedChange('addLesson', input)).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason },
    })
    expect((await story.course(ada, courseId)).lessons).toBe(3)
  })

  test('takes a text up to its bound, in characters and not in units of them', async () => {
    const courseId = await story.courseWith([ada], { lessons: 1 })
    const text = '🜂'.repeat(50_000)
    await story.change('addLesson', { courseId, title: 'Fire', text })
    expect((await lessonsOf(courseId))[1].text).toBe(text)
  })

  test('is refused for a course that is not there, that is retired, or that has 500', async () => {
    const lesson = { title: 'Bowline', text: '' }
    const retired = await addCourse(learn, { retiredAt: new Date() })
    for (const courseId of ['course_unknown', retired]) {
      expect(await story.refusedChange('addLesson', { ...lesson, courseId })).toEqual({
        code: 'NOT_FOUND',
        details: { resource: 'Course', id: courseId },
      })
    }
    const courseId = await addCourse(learn, { lessons: 500 })
    expect(await story.refusedChange('addLesson', { ...lesson, courseId })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'LESSON_LIMIT', limit: 500 },
    })
  })
})

describe('changing a lesson', () => {
  test('changes what is sent, and leaves the rest as it is', async () => {
    const courseId = await story.courseWith([ada], { lessons: 2 })
    const [, id] = await idsOf(courseId)
    await story.change('updateLesson', { id, text: 'One' })
    await story.change('updateLesson', { id, title: 'Hitch', text: null, number: null })
    expect((await lessonsOf(courseId))[1]).toMatchObject({ title: 'Hitch', text: 'One', number: 2 })
    await story.change('updateLesson', { id, text: '' })
    expect((await lessonsOf(courseId))[1]).toMatchObject({ title: 'Hitch', text: '' })
  })

  test.each([
    [1, 4, [2, 3, 4, 1, 5]],
    [5, 1, [5, 1, 2, 3, 4]],
    [4, 2, [1, 4, 2, 3, 5]],
    [3, 3, [1, 2, 3, 4, 5]],
  ])('moves number %i to %i', async (from, to, order) => {
    const courseId = await addCourse(learn, { lessons: 5 })
    const id = (await idsOf(courseId))[from - 1]
    expect((await story.change('updateLesson', { id, number: to })).number).toBe(to)
    const course = await story.course(ada, courseId)
    expect(titlesOf(course)).toEqual(order.map((was) => `Lesson ${was}`))
    expect(numbersOf(course)).toEqual(upTo(5))
  })

  test('keeps progress with the lesson that moves', async () => {
    const courseId = await story.courseWith([ada], { lessons: 3 })
    await story.complete(ada, courseId, 1)
    const [id] = await idsOf(courseId)
    await story.change('updateLesson', { id, number: 3 })
    expect((await story.course(ada, courseId)).myEnrollment).toMatchObject({
      lessonsCompleted: 1,
      completedLessons: [3],
    })
  })

  test('twice at once moves both, and numbers stay contiguous', async () => {
    const courseId = await addCourse(learn, { lessons: 9 })
    const ids = await idsOf(courseId)
    const moves = ids.flatMap((id, index) => [
      { id, number: 9 - index },
      { id, number: 1 + ((index * 4) % 9) },
    ])
    await Promise.all(moves.map((move) => story.change('updateLesson', move)))
    const course = await story.course(ada, courseId)
    expect(numbersOf(course)).toEqual(upTo(9))
    expect(new Set(course.syllabus.nodes.map(({ id }: Data) => id))).toEqual(new Set(ids))
  })

  test('that is retired changes its texts, and moves nowhere', async () => {
    const courseId = await addCourse(learn, { lessons: 3 })
    const [id] = await idsOf(courseId)
    await story.change('retireLesson', id!)
    expect(await story.change('updateLesson', { id, title: 'Hitch' })).toMatchObject({
      title: 'Hitch',
      number: null,
    })
    expect(await story.refusedChange('updateLesson', { id, number: 1 })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'number', reason: 'must be absent, as the lesson is retired' },
    })
  })

  test('refuses what is out of its bounds, all at once, and a lesson that is not there', async () => {
    const courseId = await addCourse(learn, { lessons: 3 })
    const [id] = await idsOf(courseId)
    const input = { id, title: '', text: 'x'.repeat(50_001) }
    expect(await story.refusedChange('updateLesson', input)).toEqual({
      code: 'VALIDATION_ERROR',
      details: {
        issues: [
          { field: 'title', reason: 'must have 1 to 200 characters' },
          { field: 'text', reason: 'must have at most 50000 characters' },
        ],
      },
    })
    for (const number of [0, 4]) {
      expect(await story.refusedChange('updateLesson', { id, number })).toEqual({
        code: 'VALIDATION_ERROR',
        details: { field: 'number', reason: 'must be from 1 to 3' },
      })
    }
    expect(await story.refusedChange('updateLesson', { id: 'lesson_unknown' })).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Lesson', id: 'lesson_unknown' },
    })
  })
})

describe('retiring a lesson', () => {
  test('closes up the numbers, and leaves it in no list and no progress', async () => {
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
    // Its number is that of the next lesson now, which is not completed.
    expect(await story.complete(ada, courseId, 2)).toMatchObject({ completedLessons: [2, 3] })
  })

  test('completes the course for whoever lacks nothing any more, once', async () => {
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

  test('again answers it as it is, and a lesson that is not there is not found', async () => {
    const courseId = await addCourse(learn, { lessons: 3 })
    const [id] = await idsOf(courseId)
    const retired = await story.change('retireLesson', id!)
    learn.clock.now = new Date(learn.clock.now.getTime() + 60_000)
    expect(await story.change('retireLesson', id!)).toEqual(retired)
    expect((await story.course(ada, courseId)).lessons).toBe(2)
    expect(await story.refusedChange('retireLesson', 'lesson_unknown')).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Lesson', id: 'lesson_unknown' },
    })
  })

  test('leaves the last one, whoever retires all at once', async () => {
    const courseId = await addCourse(learn, { lessons: 4 })
    const mutation = 'mutation ($id: ID!) { retireLesson(lessonId: $id) { id } }'
    const as = await learn.join('retiree', { role: 'admin' })
    const ids = await idsOf(courseId)
    const answers = await Promise.all(
      ids.map((id) =>
        learn.run(mutation, { as, scopes: ['identity', 'admin'], variables: { id } }),
      ),
    )
    const errors = answers.flatMap((answer) => answer.errors ?? [])
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'VALIDATION_ERROR', details: { reason: 'LAST_LESSON' } },
    ])
    expect(await story.course(ada, courseId)).toMatchObject({
      lessons: 1,
      syllabus: { totalCount: 1, nodes: [{ number: 1 }] },
    })
  })

  test('takes at most a few seconds where 10,000 are enrolled', async () => {
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
    const began = performance.now()
    // One that all have completed, then the one that all lack.
    await story.change('retireLesson', lessons[0]!)
    expect(await statusesOf()).toEqual([
      { status: 'enrolled', lessonsCompleted: 3, skillPoints: 0 },
    ])
    await story.change('retireLesson', lessons[4]!)
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await statusesOf()).toEqual([
      { status: 'completed', lessonsCompleted: 3, skillPoints: 1 },
    ])
  })
})

describe('at once', () => {
  test('retiring a lesson and completing it and the others completes everybody once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = upTo(12).map((n) => someone(`person${n}`))
      const courseId = await story.courseWith(people, { lessons: 3, skillPoints: 10 })
      const ids = await idsOf(courseId)
      for (const as of people) await story.complete(as, courseId, 1)
      const completions = people.flatMap((as, n) =>
        // Numbers change meanwhile, so that a few ask for one that is gone.
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

  test('adding a lesson and completing the last one agree about what is left', async () => {
    for (let round = 0; round < 8; round += 1) {
      const people = upTo(6).map((n) => someone(`person${n}`))
      const courseId = await story.courseWith(people, { lessons: 1, skillPoints: 10 })
      const deeds = people.map((as) => () => story.complete(as, courseId, 1))
      deeds.splice(round % 7, 0, () =>
        story.change('addLesson', { courseId, title: 'Bowline', text: '' }),
      )
      await Promise.all(deeds.map((deed) => deed()))
      for (const as of people) {
        const { myEnrollment, lessons } = await story.course(as, courseId)
        expect([lessons, myEnrollment.lessonsCompleted]).toEqual([2, 1])
        const { status, lessonsCompleted } = await story.complete(as, courseId, 2)
        expect([status, lessonsCompleted]).toEqual(['completed', 2])
      }
      expect(await skillPointsOf(learn, people)).toEqual(people.map(() => 10))
    }
  })
})

test('each change is recorded once, with what changed, and what changes nothing is not', async () => {
  const courseId = await addCourse(learn, { lessons: 2 })
  const { id } = await story.change('addLesson', { courseId, title: 'Bowline', text: 'x' })
  await story.change('updateLesson', { id, title: 'Hitch', number: 1 })
  await story.change('updateLesson', { id, title: 'Hitch', text: 'x', number: 1 })
  for (const _again of [1, 2]) await story.change('retireLesson', id)
  await story.refusedChange('addLesson', { courseId, title: 'Bowline', text: '', number: 9 })
  const events = await learn
    .tables<LearnTables>('learn')
    .selectFrom('auditOutbox')
    .select(['kind', 'details'])
    .orderBy('id')
    .execute()
  const ours = events.filter(({ details }) => details.courseId === courseId)
  const by = expect.stringMatching(/^identity_/) as string
  expect(ours).toEqual([
    { kind: 'content_added', details: { type: 'Lesson', id, courseId, by } },
    {
      kind: 'content_updated',
      details: { type: 'Lesson', id, courseId, changed: ['title', 'number'], by },
    },
    { kind: 'content_retired', details: { type: 'Lesson', id, courseId, by } },
  ])
})
