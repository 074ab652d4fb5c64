// Completing lessons: in any order, each once, and the last one completes the course once.
import { beforeEach, describe, expect, test } from 'vitest'
import { atOnce } from '#test/simultaneous.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { skillPointsOf, someone, storyOf } from './story.ts'

const learn = testSubgraph('learn')

let ada: Person
beforeEach(() => {
  ada = someone('ada')
})

const { complete, courseWith, refusedCompletion } = storyOf(learn)

/** Adds a course and enrolls these people in it. */
const course = (lessons: number, skillPoints: number, people = [ada]) =>
  courseWith(people, { lessons, skillPoints })

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
    expect(await skillPointsOf(learn, [ada])).toEqual([0])
    expect(await complete(ada, id, 2)).toMatchObject({
      status: 'completed',
      lessonsCompleted: 3,
      completedLessons: [1, 2, 3],
      completedAt: learn.clock.now.toISOString(),
    })
    expect(await skillPointsOf(learn, [ada])).toEqual([60])
  })

  test('Lessons count once, before and after the course is completed', async () => {
    const id = await course(2, 60)
    const begun = await complete(ada, id, 1)
    expect(await complete(ada, id, 1)).toEqual(begun)
    const completed = await complete(ada, id, 2)
    learn.clock.now = new Date(learn.clock.now.getTime() + 60_000)
    expect(await complete(ada, id, 1)).toEqual(completed)
    expect(await complete(ada, id, 2)).toEqual(completed)
    expect(await skillPointsOf(learn, [ada])).toEqual([60])
  })

  test('Completed lessons are each person’s own', async () => {
    const grace = someone('grace')
    const id = await course(2, 60, [ada, grace])
    await complete(ada, id, 1)
    expect(await complete(grace, id, 2)).toMatchObject({ completedLessons: [2] })
    expect(await complete(ada, id, 2)).toMatchObject({ status: 'completed' })
    expect(await skillPointsOf(learn, [ada, grace])).toEqual([60, 0])
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
    expect(await skillPointsOf(learn, [ada])).toEqual([75])
  })

  test('Thirty concurrent completions of one lesson count once', async () => {
    const id = await course(2, 75)
    const responses = await atOnce(30, () => complete(ada, id, 2))
    for (const response of responses) {
      expect(response).toMatchObject({ status: 'enrolled', lessonsCompleted: 1 })
    }
  })

  test('Thirty concurrent completions of the last lesson grant the skill points once', async () => {
    const id = await course(2, 75)
    await complete(ada, id, 1)
    const responses = await atOnce(30, () => complete(ada, id, 2))
    for (const response of responses) {
      expect(response).toMatchObject({ status: 'completed', lessonsCompleted: 2 })
    }
    expect(await skillPointsOf(learn, [ada])).toEqual([75])
  })
})

test('Skill points are summed over completed courses', async () => {
  const grace = someone('grace')
  for (const points of [0, 30, 200]) await complete(ada, await course(1, points), 1)
  await complete(ada, await course(2, 1_000), 1)
  await complete(grace, await course(1, 5, [grace]), 1)
  expect(await skillPointsOf(learn, [grace, someone('nobody'), ada])).toEqual([5, 0, 230])
})

describe('a lesson is refused', () => {
  test.each([0, -1, 4, 2_147_483_647])(
    'A lesson that the course does not have is refused: %i',
    async (lesson) => {
      expect(await refusedCompletion(ada, await course(3, 60), lesson)).toEqual({
        code: 'VALIDATION_ERROR',
        details: { field: 'lesson', reason: 'must be from 1 to 3' },
      })
    },
  )

  test('A lesson is refused to a person who is not enrolled', async () => {
    const id = await course(3, 60)
    expect(await refusedCompletion(someone('grace'), id, 1)).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Enrollment', id },
    })
  })
})
