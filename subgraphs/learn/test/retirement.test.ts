// Changing and retiring courses: a retired course is in no list, and enrolled people can finish it.
import { beforeEach, describe, expect, test } from 'vitest'
import { addCourse } from '#test/story.ts'
import { testSubgraph, type Data, type Person } from '#test/subgraph.ts'
import type { LearnTables } from '../tables.ts'
import { skillPointsOf, someone, storyOf, titlesOf } from './story.ts'

const learn = testSubgraph('learn')
const story = storyOf(learn)

let ada: Person
let grace: Person
beforeEach(() => {
  learn.clock.now = new Date('2026-03-04T12:00:00.000Z')
  ada = someone('ada')
  grace = someone('grace')
})
const later = () => (learn.clock.now = new Date(learn.clock.now.getTime() + 60_000))

const notFound = (id: string) => ({ code: 'NOT_FOUND', details: { resource: 'Course', id } })

describe('changing a course', () => {
  test('Changing a course changes only the given fields', async () => {
    const id = await addCourse(learn, { title: 'Knots', skillPoints: 5, lessons: 2 })
    const changed = await story.change('updateCourse', { id, title: 'Ropes', duration: null })
    expect(changed).toEqual({ id, title: 'Ropes', skillPoints: 5, retiredAt: null })
    await story.change('updateCourse', { id, skillPoints: 0 })
    expect(await story.course(ada, id)).toMatchObject({
      title: 'Ropes',
      skillPoints: 0,
      lessons: 2,
    })
  })

  test('Changed skill points apply only to later completions', async () => {
    const id = await story.courseWith([ada, grace], { lessons: 1, skillPoints: 5 })
    await story.complete(ada, id, 1)
    await story.change('updateCourse', { id, skillPoints: 8 })
    await story.complete(grace, id, 1)
    expect(await skillPointsOf(learn, [ada, grace])).toEqual([5, 8])
  })

  test('A retired course can be changed', async () => {
    const id = await addCourse(learn, { retiredAt: learn.clock.now })
    expect(await story.change('updateCourse', { id, title: 'Ropes' })).toMatchObject({
      title: 'Ropes',
      retiredAt: learn.clock.now.toISOString(),
    })
  })
})

describe('a retired course', () => {
  test('A retired course is in no list and is found by its id', async () => {
    const id = await story.courseWith([ada])
    const LIST = '{ courses(first: 100) { nodes { id } totalCount } }'
    const { courses: before } = await learn.ask(LIST, { as: ada })
    await story.change('retireCourse', id)
    const { courses: after } = await learn.ask(LIST, { as: ada })
    expect(after.totalCount).toBe(before.totalCount - 1)
    expect(after.nodes).toEqual(before.nodes.filter((course: Data) => course.id !== id))
    const retiredAt = learn.clock.now.toISOString()
    expect(await story.course(grace, id)).toMatchObject({ retiredAt, lessons: 3 })
    const { _entities } = await learn.ask(
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Course { retiredAt } } }',
      { service: 'router', variables: { of: [{ __typename: 'Course', id }] } },
    )
    expect(_entities).toEqual([{ retiredAt }])
  })

  test('Retiring a course again changes nothing', async () => {
    const id = await addCourse(learn)
    const retired = await story.change('retireCourse', id)
    later()
    expect(await story.change('retireCourse', id)).toEqual(retired)
  })

  test('A retired course takes nobody new and returns existing enrollments', async () => {
    const id = await story.courseWith([ada])
    const { myEnrollment } = await story.course(ada, id)
    await story.change('retireCourse', id)
    expect(await story.enroll(ada, id)).toEqual({ created: false, enrollment: myEnrollment })
    expect(await story.refusedEnrollment(grace, id)).toEqual(notFound(id))
    expect(await story.refusedCompletion(grace, id, 1)).toEqual(notFound(id))
    // Other people do not learn how many lessons it has.
    expect(await story.refusedCompletion(grace, id, 99)).toEqual(notFound(id))
  })

  test('Enrolled people can finish a retired course', async () => {
    const id = await story.courseWith([ada], { lessons: 3, skillPoints: 9 })
    await story.complete(ada, id, 2)
    await story.change('retireCourse', id)
    await story.complete(ada, id, 1)
    expect(await story.refusedCompletion(ada, id, 4)).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'lesson', reason: 'must be from 1 to 3' },
    })
    expect(await story.complete(ada, id, 3)).toMatchObject({ status: 'completed' })
    expect(await skillPointsOf(learn, [ada])).toEqual([9])
  })

  test('A retired course shows its syllabus and texts only to enrolled people', async () => {
    const id = await story.courseWith([ada], { lessons: 2 })
    const [, second] = (await story.course(ada, id)).syllabus.nodes
    await story.change('updateLesson', { id: second.id, text: 'Text 2' })
    await story.change('retireCourse', id)
    const { syllabus } = await story.course(ada, id)
    expect(syllabus.nodes.map(({ text }: Data) => text)).toEqual(['', 'Text 2'])
    expect((await story.course(grace, id)).syllabus).toBeNull()
  })

  test('Lessons of a retired course can be changed and retired, which completes it for those enrolled', async () => {
    const id = await story.courseWith([ada], { lessons: 2, skillPoints: 9 })
    await story.complete(ada, id, 1)
    await story.change('retireCourse', id)
    const [first, second] = (await story.course(ada, id)).syllabus.nodes
    await story.change('updateLesson', { id: first.id, title: 'Hitch' })
    await story.change('retireLesson', second.id)
    const course = await story.course(ada, id)
    expect(titlesOf(course)).toEqual(['Hitch'])
    expect(course.myEnrollment).toMatchObject({ status: 'completed', lessonsCompleted: 1 })
  })

  test('A course takes nobody once its retirement is confirmed, however many enroll meanwhile', async () => {
    for (let round = 0; round < 6; round += 1) {
      const people = Array.from({ length: 20 }, (_none, n) => someone(`person${n}`))
      const id = await addCourse(learn)
      let isComplete = false
      const begunAfter: boolean[] = []
      const deeds = people.map((as) => async () => {
        begunAfter.push(isComplete)
        const { data } = await story.tryToEnroll(as, id)
        return data?.enroll !== null
      })
      const retire = async () => {
        await story.change('retireCourse', id)
        isComplete = true
        const { rows } = await enrolled(id)
        return rows
      }
      const [responses, atRetirement] = await Promise.all([
        Promise.all(
          deeds.map((deed, n) => (n < 4 + round ? deed() : Promise.resolve().then(deed))),
        ),
        retire(),
      ])
      const { rows } = await enrolled(id)
      // Nobody enrolled afterwards, and everybody with a success is enrolled.
      expect(rows).toBe(atRetirement)
      expect(responses.filter((isEnrolled) => isEnrolled)).toHaveLength(rows)
      for (const as of people) {
        const { data } = await story.tryToEnroll(as, id)
        if (data?.enroll) expect(data.enroll).toMatchObject({ created: false })
      }
    }
  })
})

async function enrolled(courseId: string): Promise<{ rows: number }> {
  const found = await learn
    .tables<LearnTables>('learn')
    .selectFrom('enrollments')
    .select('id')
    .where('courseId', '=', courseId)
    .execute()
  return { rows: found.length }
}

test('adding, changing and retiring a course are each recorded once', async () => {
  const tides = { title: 'Tides', description: 'When.', duration: 'a moon' }
  const { id } = await story.change('addCourse', { ...tides, lessons: 1, skillPoints: 1 })
  await story.change('updateCourse', { id, title: 'Ebb', skillPoints: 2, duration: 'a moon' })
  await story.change('updateCourse', { id, title: 'Ebb' })
  for (const _again of [1, 2]) await story.change('retireCourse', id)
  const events = await learn
    .tables<LearnTables>('learn')
    .selectFrom('auditOutbox')
    .select(['kind', 'details'])
    .orderBy('id')
    .execute()
  const ours = events.filter(({ details }) => details.id === id)
  const by = expect.stringMatching(/^identity_/) as string
  expect(ours).toEqual([
    { kind: 'content_added', details: { type: 'Course', id, by } },
    {
      kind: 'content_updated',
      details: { type: 'Course', id, changed: ['title', 'skillPoints'], by },
    },
    { kind: 'content_retired', details: { type: 'Course', id, by } },
  ])
})
