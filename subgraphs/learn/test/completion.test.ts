// Completing lessons: in any order, each once, and the last one completes the course once.
import { beforeEach, describe, expect, test } from 'vitest'
import { addCourse } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { someone } from './story.ts'

const learn = testSubgraph('learn')

let ada: Person
beforeEach(() => {
  ada = someone('ada')
})

const COMPLETE = `mutation ($courseId: ID!, $lesson: Int!) {
  completeLesson(input: { courseId: $courseId, lesson: $lesson }) {
    id status lessonsCompleted completedLessons completedAt
  }
}`
const completing = (as: Person, courseId: string, lesson: number) => ({
  as,
  variables: { courseId, lesson },
})
const complete = async (as: Person, courseId: string, lesson: number) =>
  (await learn.ask(COMPLETE, completing(as, courseId, lesson))).completeLesson
const refusal = (as: Person, courseId: string, lesson: number) =>
  learn.refusal(COMPLETE, completing(as, courseId, lesson))

/** Adds a course and enrolls these people in it. */
const course = async (lessons: number, skillPoints: number, people = [ada]) => {
  const id = await addCourse(learn, { lessons, skillPoints })
  const enroll = 'mutation ($id: ID!) { enroll(courseId: $id) { created } }'
  for (const as of people) await learn.ask(enroll, { as, variables: { id } })
  return id
}

const skillPointsOf = async (people: Person[], asking: object = { service: 'router' }) => {
  const of = people.map(({ id }) => ({ __typename: 'Identity', id }))
  const { _entities } = await learn.ask(
    'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Identity { skillPoints } } }',
    { ...asking, variables: { of } },
  )
  return _entities.map(({ skillPoints }: { skillPoints: number }) => skillPoints)
}

describe('lessons', () => {
  test('Lessons are completed in any order, and the last one completes the course', async () => {
    const id = await course(3, 60)
    expect(await complete(ada, id, 3)).toMatchObject({
      status: 'enrolled',
      lessonsCompleted: 1,
      completedLessons: [3],
      completedAt: null,
    })
    expect(await complete(ada, id, 1)).toMatchObject({
      status: 'enrolled',
      completedLessons: [1, 3],
    })
    expect(await skillPointsOf([ada])).toEqual([0])
    expect(await complete(ada, id, 2)).toMatchObject({
      status: 'completed',
      lessonsCompleted: 3,
      completedLessons: [1, 2, 3],
      completedAt: learn.clock.now.toISOString(),
    })
    expect(await skillPointsOf([ada])).toEqual([60])
  })

  test('Lessons count once, before and after the course is completed', async () => {
    const id = await course(2, 60)
    const begun = await complete(ada, id, 1)
    expect(await complete(ada, id, 1)).toEqual(begun)
    const completed = await complete(ada, id, 2)
    learn.clock.now = new Date(learn.clock.now.getTime() + 60_000)
    expect(await complete(ada, id, 1)).toEqual(completed)
    expect(await complete(ada, id, 2)).toEqual(completed)
    expect(await skillPointsOf([ada])).toEqual([60])
  })

  test('Completed lessons are each person’s own', async () => {
    const grace = someone('grace')
    const id = await course(2, 60, [ada, grace])
    await complete(ada, id, 1)
    expect(await complete(grace, id, 2)).toMatchObject({ completedLessons: [2] })
    expect(await complete(ada, id, 2)).toMatchObject({ status: 'completed' })
    expect(await skillPointsOf([ada, grace])).toEqual([60, 0])
  })
})

describe('concurrent completions', () => {
  test('Concurrent completions of all lessons complete the course and grant its skill points once', async () => {
    const id = await course(20, 75)
    const lessons = Array.from({ length: 20 }, (_none, index) => index + 1)
    // Each of them twice.
    const responses = await Promise.all(
      [...lessons, ...lessons].map((lesson) => complete(ada, id, lesson)),
    )
    const last = responses.filter(({ lessonsCompleted }) => lessonsCompleted === 20)
    for (const { status } of last) expect(status).toBe('completed')
    expect(await complete(ada, id, 7)).toMatchObject({
      status: 'completed',
      lessonsCompleted: 20,
      completedLessons: lessons,
    })
    expect(await skillPointsOf([ada])).toEqual([75])
  })

  test('Thirty concurrent completions of one lesson count once', async () => {
    const id = await course(2, 75)
    const responses = await Promise.all(Array.from({ length: 30 }, () => complete(ada, id, 2)))
    for (const response of responses) {
      expect(response).toMatchObject({ status: 'enrolled', lessonsCompleted: 1 })
    }
  })

  test('Thirty concurrent completions of the last lesson grant the skill points once', async () => {
    const id = await course(2, 75)
    await complete(ada, id, 1)
    const responses = await Promise.all(Array.from({ length: 30 }, () => complete(ada, id, 2)))
    for (const response of responses) {
      expect(response).toMatchObject({ status: 'completed', lessonsCompleted: 2 })
    }
    expect(await skillPointsOf([ada])).toEqual([75])
  })
})

describe('skill points', () => {
  test('Skill points are summed over completed courses, and everybody sees them', async () => {
    const grace = someone('grace')
    for (const points of [0, 30, 200]) await complete(ada, await course(1, points), 1)
    await complete(ada, await course(2, 1_000), 1)
    await complete(grace, await course(1, 5, [grace]), 1)
    const people = [grace, someone('nobody'), ada]
    expect(await skillPointsOf(people)).toEqual([5, 0, 230])
    expect(await skillPointsOf(people, { as: grace })).toEqual([5, 0, 230])
  })
})

describe('a lesson is refused', () => {
  test.each([0, -1, 4, 2_147_483_647])(
    'A lesson that the course does not have is refused: %i',
    async (lesson) => {
      expect(await refusal(ada, await course(3, 60), lesson)).toEqual({
        code: 'VALIDATION_ERROR',
        details: { field: 'lesson', reason: 'must be from 1 to 3' },
      })
    },
  )

  test('A lesson of an unknown course is refused', async () => {
    expect(await refusal(ada, 'course_unknown', 1)).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Course', id: 'course_unknown' },
    })
  })

  test('A lesson is refused to a person who is not enrolled', async () => {
    const id = await course(3, 60)
    expect(await refusal(someone('grace'), id, 1)).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Enrollment', id },
    })
  })

  test('Completing a lesson requires a token, the scope, and a person', async () => {
    const { variables } = completing(ada, await course(3, 60), 1)
    expect((await learn.refusal(COMPLETE, { variables })).code).toBe('INVALID_TOKEN')
    expect(await learn.refusal(COMPLETE, { as: ada, scopes: ['wallet'], variables })).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScope: 'identity' },
    })
    expect(await learn.refusal(COMPLETE, { as: { id: 'test-client' }, variables })).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { reason: 'no_identity' },
    })
  })
})
