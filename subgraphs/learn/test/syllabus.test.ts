// Administrators change the lessons of a course; everybody's progress is kept.
import { beforeEach, describe, expect, test } from 'vitest'
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

describe('adding a lesson', () => {
  test('A lesson is added at the end, and the course has one more', async () => {
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

  test('A lesson can be added before another, whose number goes up', async () => {
    const courseId = await addCourse(learn, { lessons: 3 })
    const lesson = { courseId, title: 'Bowline', text: '' }
    for (const number of [2, 1]) await story.change('addLesson', { ...lesson, number })
    const course = await story.course(ada, courseId)
    expect(titlesOf(course)).toEqual(['Bowline', 'Lesson 1', 'Bowline', 'Lesson 2', 'Lesson 3'])
    expect(numbersOf(course)).toEqual(upTo(5))
  })

  test('Adding a lesson keeps the course completed for those who completed it', async () => {
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

  test('Progress stays with the lesson, not with its number, when one is added', async () => {
    const courseId = await story.courseWith([ada], { lessons: 2 })
    await story.complete(ada, courseId, 1)
    await story.change('addLesson', { courseId, title: 'Bowline', text: '', number: 1 })
    expect((await story.course(ada, courseId)).myEnrollment).toMatchObject({
      lessonsCompleted: 1,
      completedLessons: [2],
    })
    // The number now belongs to a lesson that is not completed.
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
  ])('A new lesson with a %s out of its bounds is refused', async (field, value, reason) => {
    const courseId = await addCourse(learn, { lessons: 3 })
    const input = { courseId, title: 'Bowline', text: '', [field]: value }
    expect(await story.refusedChange('addLesson', input)).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason },
    })
    expect((await story.course(ada, courseId)).lessons).toBe(3)
  })

  test('The bound of a text counts characters, not UTF-16 units', async () => {
    const courseId = await story.courseWith([ada], { lessons: 1 })
    const text = '🜂'.repeat(50_000)
    await story.change('addLesson', { courseId, title: 'Fire', text })
    expect((await lessonsOf(courseId))[1].text).toBe(text)
  })

  test('Adding a lesson to a retired or full course is refused', async () => {
    const lesson = { title: 'Bowline', text: '' }
    const retired = await addCourse(learn, { retiredAt: new Date() })
    expect(await story.refusedChange('addLesson', { ...lesson, courseId: retired })).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Course', id: retired },
    })
    const courseId = await addCourse(learn, { lessons: 500 })
    expect(await story.refusedChange('addLesson', { ...lesson, courseId })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'LESSON_LIMIT', limit: 500 },
    })
  })
})

describe('changing a lesson', () => {
  test('Changing a lesson changes only the given fields', async () => {
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
  ])('Changing its number moves a lesson from %i to %i', async (from, to, order) => {
    const courseId = await addCourse(learn, { lessons: 5 })
    const id = (await idsOf(courseId))[from - 1]
    expect((await story.change('updateLesson', { id, number: to })).number).toBe(to)
    const course = await story.course(ada, courseId)
    expect(titlesOf(course)).toEqual(order.map((was) => `Lesson ${was}`))
    expect(numbersOf(course)).toEqual(upTo(5))
  })

  test('Progress stays with a lesson that moves', async () => {
    const courseId = await story.courseWith([ada], { lessons: 3 })
    await story.complete(ada, courseId, 1)
    const [id] = await idsOf(courseId)
    await story.change('updateLesson', { id, number: 3 })
    expect((await story.course(ada, courseId)).myEnrollment).toMatchObject({
      lessonsCompleted: 1,
      completedLessons: [3],
    })
  })

  test('Two concurrent moves both happen, and numbers stay contiguous', async () => {
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

  test('A retired lesson can change its texts, but cannot move', async () => {
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

  test('Changing a lesson names every invalid field', async () => {
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
  })
})

describe('concurrent completions', () => {
  test('Adding a lesson while the last one is completed leaves consistent progress', async () => {
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
