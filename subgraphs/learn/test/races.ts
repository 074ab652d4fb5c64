// Races of leaving a course with other changes.
import { expect } from 'vitest'
import { sql } from 'kysely'
import { atOnce } from '#test/simultaneous.ts'
import type { Data, Person, TestSubgraph } from '#test/subgraph.ts'
import type { LearnTables } from '../tables.ts'
import { skillPointsOf, someone, type storyOf } from './story.ts'

export const UNENROLL = `mutation ($id: ID!) {
  unenroll(courseId: $id) {
    id status lessonsCompleted leftAt course { id myEnrollment { id } }
  }
}`

interface World {
  learn: TestSubgraph
  story: ReturnType<typeof storyOf>
}
type Race = (world: World) => Promise<void>
type OperationResult = Awaited<ReturnType<TestSubgraph['run']>>

const codeOf = ({ errors }: OperationResult) => errors?.[0]?.extensions?.code
const leave = ({ learn }: World, as: Person, id: string) =>
  learn.run(UNENROLL, { as, variables: { id } })

/** The enrollment of a person in a course, and the number of completed lessons. */
async function rowOf({ learn }: World, as: Person, courseId: string) {
  const { rows } = await sql<Data>`
    select status, skill_points as points, left_at is not null as has_left, lessons_completed,
      (select count(*) from lesson_completions join lessons on lessons.id = lesson_id
       where enrollment_id = enrollments.id and retired_at is null) as counted
    from enrollments where identity_id = ${as.id} and course_id = ${courseId}`.execute(
    learn.tables<LearnTables>('learn'),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].lessonsCompleted).toBe(rows[0].counted)
  return rows[0]
}

export const RACES: Record<string, Race> = {
  async 'somebody leaves while completing the last lesson'(world) {
    const ada = someone('ada')
    const courseId = await world.story.courseWith([ada], { lessons: 2, skillPoints: 5 })
    await world.story.complete(ada, courseId, 1)
    const [completed, left] = await Promise.all([
      world.story.tryToComplete(ada, courseId, 2),
      leave(world, ada, courseId),
    ])
    expect(codeOf(left)).toBeUndefined()
    expect([undefined, 'NOT_FOUND']).toContain(codeOf(completed))
    const isDone = codeOf(completed) === undefined
    expect(await rowOf(world, ada, courseId)).toMatchObject({
      status: isDone ? 'completed' : 'enrolled',
      points: isDone ? 5 : 0,
      hasLeft: true,
    })
    expect(await skillPointsOf(world.learn, [ada])).toEqual([isDone ? 5 : 0])
  },

  async 'somebody comes back many times at once'(world) {
    const ada = someone('ada')
    const courseId = await world.story.courseWith([ada])
    await leave(world, ada, courseId)
    const responses = await atOnce(4, () => world.story.enroll(ada, courseId))
    expect(responses.filter(({ created }) => created)).toHaveLength(1)
    expect(await rowOf(world, ada, courseId)).toMatchObject({ hasLeft: false })
  },

  async 'somebody leaves while the last lesson left to do is retired'(world) {
    const ada = someone('ada')
    const courseId = await world.story.courseWith([ada], { lessons: 2, skillPoints: 5 })
    await world.story.complete(ada, courseId, 1)
    const { nodes } = (await world.story.course(ada, courseId)).syllabus
    const [left] = await Promise.all([
      leave(world, ada, courseId),
      world.story.change('retireLesson', nodes[1].id),
    ])
    expect(codeOf(left)).toBeUndefined()
    const { status, points, hasLeft } = await rowOf(world, ada, courseId)
    expect(hasLeft).toBe(true)
    expect(points).toBe(status === 'completed' ? 5 : 0)
    // A person who left first completes the course by enrolling again.
    await world.story.enroll(ada, courseId)
    expect(await skillPointsOf(world.learn, [ada])).toEqual([5])
  },

  async 'somebody leaves and comes back while the course is retired'(world) {
    const ada = someone('ada')
    const courseId = await world.story.courseWith([ada])
    const responses = await Promise.all([
      leave(world, ada, courseId),
      world.story.tryToEnroll(ada, courseId),
      world.story.change('retireCourse', courseId),
      world.story.tryToEnroll(ada, courseId),
    ])
    for (const response of [responses[1], responses[3]]) {
      expect([undefined, 'NOT_FOUND']).toContain(codeOf(response))
    }
    await rowOf(world, ada, courseId)
  },
}

/** Runs rounds of a race. */
export async function race(world: World, name: string, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await RACES[name]!(world)
}
