// Leaving a course and coming back: progress waits, and skill points stay.
import { beforeEach, describe, expect, test } from 'vitest'
import { testSubgraph, type Data, type Person } from '#test/subgraph.ts'
import { skillPointsOf, someone, storyOf } from './story.ts'

const learn = testSubgraph('learn')
const story = storyOf(learn)

let ada: Person
beforeEach(() => {
  ada = someone('ada')
})

const UNENROLL = `mutation ($id: ID!) {
  unenroll(courseId: $id) {
    id status lessonsCompleted leftAt course { id myEnrollment { id } }
  }
}`
const unenroll = async (as: Person, id: string): Promise<Data> =>
  (await learn.ask(UNENROLL, { as, variables: { id } })).unenroll
const later = () => {
  learn.clock.now = new Date(learn.clock.now.getTime() + 60_000)
  return learn.clock.now.toISOString()
}
const enrollmentsOf = async (as: Person): Promise<Data> => {
  const of = `[{ __typename: "Identity", id: "${as.id}" }]`
  const query = `{
    _entities(representations: ${of}) { ... on Identity { enrollments { nodes { id } totalCount } } }
  }`
  return (await learn.ask(query, { as, service: 'router' }))._entities[0].enrollments
}

describe('leaving a course', () => {
  test('Leaving a course ends the enrollment, which is in no list and opens no text', async () => {
    const courseId = await story.courseWith([ada])
    await story.complete(ada, courseId, 2)
    const leftAt = later()
    expect(await unenroll(ada, courseId)).toEqual({
      id: expect.stringMatching(/^enrollment_/) as string,
      status: 'enrolled',
      lessonsCompleted: 1,
      leftAt,
      course: { id: courseId, myEnrollment: null },
    })
    expect(await enrollmentsOf(ada)).toEqual({ nodes: [], totalCount: 0 })
    const { nodes } = (await story.course(ada, courseId)).syllabus
    expect(nodes.map(({ text }: Data) => text)).toEqual(['', null, null])
    expect(nodes.map(({ completedAt }: Data) => completedAt)).toEqual([null, null, null])
    expect(await story.refusedCompletion(ada, courseId, 1)).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Enrollment', id: courseId },
    })
  })

  test('Leaving a course again returns the same record', async () => {
    const courseId = await story.courseWith([ada])
    const left = await unenroll(ada, courseId)
    later()
    expect(await unenroll(ada, courseId)).toEqual(left)
  })

  test('Leaving a completed course keeps the skill points, which are granted once', async () => {
    const courseId = await story.courseWith([ada], { lessons: 1, skillPoints: 7 })
    await story.complete(ada, courseId, 1)
    await unenroll(ada, courseId)
    expect(await skillPointsOf(learn, [ada])).toEqual([7])
    expect(await story.enroll(ada, courseId)).toMatchObject({
      created: true,
      enrollment: { status: 'completed', lessonsCompleted: 1 },
    })
    expect(await skillPointsOf(learn, [ada])).toEqual([7])
  })
})

describe('coming back', () => {
  test('Enrolling again restores the progress, and begins now', async () => {
    const courseId = await story.courseWith([ada])
    await story.complete(ada, courseId, 3)
    await unenroll(ada, courseId)
    later()
    const { created, enrollment } = await story.enroll(ada, courseId)
    expect(created).toBe(true)
    expect(enrollment).toMatchObject({ status: 'enrolled', completedLessons: [3] })
    expect(await story.enroll(ada, courseId)).toEqual({ created: false, enrollment })
    expect((await enrollmentsOf(ada)).totalCount).toBe(1)
  })

  test('Enrolling again completes the course if the lessons left to do have been retired', async () => {
    const courseId = await story.courseWith([ada], { lessons: 2, skillPoints: 5 })
    await story.complete(ada, courseId, 1)
    await unenroll(ada, courseId)
    const { nodes } = (await story.course(ada, courseId)).syllabus
    await story.change('retireLesson', nodes[1].id)
    expect(await skillPointsOf(learn, [ada])).toEqual([0])
    expect(await story.enroll(ada, courseId)).toMatchObject({
      created: true,
      enrollment: { status: 'completed', completedAt: learn.clock.now.toISOString() },
    })
    expect(await skillPointsOf(learn, [ada])).toEqual([5])
  })

  test('A retired course can be left, but not enrolled in again', async () => {
    const courseId = await story.courseWith([ada])
    await story.change('retireCourse', courseId)
    expect(await unenroll(ada, courseId)).toMatchObject({ course: { myEnrollment: null } })
    expect(await story.refusedEnrollment(ada, courseId)).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Course', id: courseId },
    })
    expect((await story.course(ada, courseId)).syllabus).toBeNull()
  })
})
