// Reading lessons: the syllabus, texts, and the caller's progress.
import { beforeEach, describe, expect, test } from 'vitest'
import { addCourse } from '#test/story.ts'
import { startTestSubgraph, testSubgraph, type Data, type Person } from '#test/subgraph.ts'
import { someone, storyOf, titlesOf } from './story.ts'

const learn = testSubgraph('learn')
const story = storyOf(learn)

let ada: Person
let grace: Person
beforeEach(() => {
  learn.clock.now = new Date('2026-03-04T12:00:00.000Z')
  ada = someone('ada')
  grace = someone('grace')
})

/** A course whose three lessons have texts: Text 1, Text 2, Text 3. */
const courseWithTexts = async (people: Person[] = []) => {
  const id = await story.courseWith(people, { lessons: 3 })
  for (const { id: lesson, number } of (await story.course(ada, id)).syllabus.nodes) {
    await story.change('updateLesson', { id: lesson, text: `Text ${number}` })
  }
  return id
}
const textsOf = ({ syllabus }: Data) => syllabus.nodes.map(({ text }: Data) => text as unknown)

describe('the syllabus', () => {
  test('The syllabus lists all lessons of the course by number', async () => {
    const id = await addCourse(learn, { lessons: 12 })
    const { lessons, syllabus } = await story.course(ada, id)
    expect(syllabus.totalCount).toBe(lessons)
    expect(syllabus.nodes).toEqual(
      Array.from({ length: 12 }, (_none, index) => ({
        id: expect.stringMatching(/^lesson_[0-7][0-9a-hjkmnp-tv-z]{25}$/) as string,
        number: index + 1,
        title: `Lesson ${index + 1}`,
        text: index === 0 ? '' : null,
        completedAt: null,
        retiredAt: null,
      })),
    )
  })

  test('The syllabus is paged', async () => {
    const id = await addCourse(learn, { lessons: 12 })
    const query = `query ($id: ID!, $first: Int, $after: String, $offset: Int) {
      course(id: $id) {
        syllabus(first: $first, after: $after, offset: $offset) {
          nodes { number } totalCount pageInfo { hasNextPage endCursor }
        }
      }
    }`
    const page = async (variables: object) =>
      (await learn.ask(query, { as: ada, variables: { id, ...variables } })).course.syllabus
    const numbers = ({ nodes }: Data) => nodes.map(({ number }: Data) => number as number)
    const first = await page({ first: 9 })
    expect(numbers(first)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    const second = await page({ first: 9, after: first.pageInfo.endCursor })
    expect(numbers(second)).toEqual([10, 11, 12])
    expect(second).toMatchObject({ totalCount: 12, pageInfo: { hasNextPage: false } })
    expect(numbers(await page({ first: 2, offset: 10 }))).toEqual([11, 12])
  })
})

describe('texts', () => {
  test('Enrolled people read the texts, and everybody reads the first one', async () => {
    const id = await courseWithTexts([ada])
    expect(textsOf(await story.course(ada, id))).toEqual(['Text 1', 'Text 2', 'Text 3'])
    expect(textsOf(await story.course(grace, id))).toEqual(['Text 1', null, null])
    expect(textsOf(await story.course({ ...grace, id: 'test-client' }, id))).toEqual([
      'Text 1',
      null,
      null,
    ])
    await story.enroll(grace, id)
    expect(textsOf(await story.course(grace, id))).toEqual(['Text 1', 'Text 2', 'Text 3'])
  })

  test('An enrollment in one course does not open the texts of another', async () => {
    const id = await courseWithTexts()
    await courseWithTexts([ada])
    expect(textsOf(await story.course(ada, id))).toEqual(['Text 1', null, null])
  })
})

describe('progress', () => {
  test('Progress is the caller’s own, by lesson', async () => {
    const id = await story.courseWith([ada, grace], { lessons: 3 })
    await story.complete(ada, id, 2)
    learn.clock.now = new Date('2026-03-05T12:00:00.000Z')
    await story.complete(ada, id, 3)
    await story.complete(grace, id, 1)
    const completed = async (as: Person) =>
      (await story.course(as, id)).syllabus.nodes.map(({ completedAt }: Data) => completedAt)
    const first = '2026-03-04T12:00:00.000Z'
    const second = '2026-03-05T12:00:00.000Z'
    expect(await completed(ada)).toEqual([null, first, second])
    expect(await completed(grace)).toEqual([second, null, null])
    expect(await completed(someone('alan'))).toEqual([null, null, null])
  })

  test('One operation that completes several lessons returns the progress after each', async () => {
    const id = await story.courseWith([ada], { lessons: 3 })
    const complete = (lesson: number) => `completeLesson(
      input: { courseId: "${id}", lesson: ${lesson} }
    ) { completedLessons course { syllabus { nodes { completedAt } } } }`
    const query = `mutation { a: ${complete(3)} b: ${complete(1)} }`
    const { a, b } = await learn.ask(query, { as: ada })
    const isCompleted = ({ course }: Data) =>
      course.syllabus.nodes.map(({ completedAt }: Data) => completedAt !== null)
    expect([a.completedLessons, isCompleted(a)]).toEqual([[3], [false, false, true]])
    expect([b.completedLessons, isCompleted(b)]).toEqual([
      [1, 3],
      [true, false, true],
    ])
  })
})

test('a bounded number of statements loads the syllabuses of a hundred courses', async () => {
  const other = await startTestSubgraph('learn')
  try {
    const { enroll } = storyOf(other, ada)
    for (let made = 0; made < 100; made += 1) {
      const id = await addCourse(other, { title: `Course ${made}`, lessons: 4 })
      if (made % 2 === 0) await enroll(ada, id)
    }
    const query = `{ courses(first: 100) { nodes {
      syllabus(first: 10) { totalCount nodes { title text completedAt } }
    } } }`
    const { courses } = await other.ask(query, { as: ada })
    expect(courses.nodes).toHaveLength(100)
    for (const course of courses.nodes) expect(titlesOf(course)).toHaveLength(4)
    // Statements: courses, lessons (three), their counts, enrollments, completions and texts (two).
    expect((await other.plans(query, { as: ada })).length).toBeLessThanOrEqual(9)
  } finally {
    await other.stop()
  }
})
