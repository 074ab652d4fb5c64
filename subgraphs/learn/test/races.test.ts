// Races of leaving a course with other changes.
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { rounds } from '#test/rounds.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSubgraph, type Data, type Person, type TestSubgraph } from '#test/subgraph.ts'
import type { LearnTables } from '../tables.ts'
import { skillPointsOf, someone, storyOf } from './story.ts'

const UNENROLL = 'mutation ($id: ID!) { unenroll(courseId: $id) { id } }'

const learn = testSubgraph('learn')
const story = storyOf(learn)

type OperationResult = Awaited<ReturnType<TestSubgraph['run']>>

const codeOf = ({ errors }: OperationResult) => errors?.[0]?.extensions?.code
const leave = (as: Person, id: string) => learn.run(UNENROLL, { as, variables: { id } })

/** The enrollment of a person in a course, and the number of completed lessons. */
async function rowOf(as: Person, courseId: string) {
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

const RACES: Record<string, () => Promise<void>> = {
  async 'somebody leaves while completing the last lesson'() {
    const ada = someone('ada')
    const courseId = await story.courseWith([ada], { lessons: 2, skillPoints: 5 })
    await story.complete(ada, courseId, 1)
    const [completed, left] = await Promise.all([
      story.tryToComplete(ada, courseId, 2),
      leave(ada, courseId),
    ])
    expect(codeOf(left)).toBeUndefined()
    expect([undefined, 'NOT_FOUND']).toContain(codeOf(completed))
    const isDone = codeOf(completed) === undefined
    expect(await rowOf(ada, courseId)).toMatchObject({
      status: isDone ? 'completed' : 'enrolled',
      points: isDone ? 5 : 0,
      hasLeft: true,
    })
    expect(await skillPointsOf(learn, [ada])).toEqual([isDone ? 5 : 0])
  },

  async 'somebody comes back many times at once'() {
    const ada = someone('ada')
    const courseId = await story.courseWith([ada])
    await leave(ada, courseId)
    const responses = await atOnce(4, () => story.enroll(ada, courseId))
    expect(responses.filter(({ created }) => created)).toHaveLength(1)
    expect(await rowOf(ada, courseId)).toMatchObject({ hasLeft: false })
  },

  async 'somebody leaves while the last lesson left to do is retired'() {
    const ada = someone('ada')
    const courseId = await story.courseWith([ada], { lessons: 2, skillPoints: 5 })
    await story.complete(ada, courseId, 1)
    const { nodes } = (await story.course(ada, courseId)).syllabus
    const [left] = await Promise.all([
      leave(ada, courseId),
      story.change('retireLesson', nodes[1].id),
    ])
    expect(codeOf(left)).toBeUndefined()
    const { status, points, hasLeft } = await rowOf(ada, courseId)
    expect(hasLeft).toBe(true)
    expect(points).toBe(status === 'completed' ? 5 : 0)
    // A person who left first completes the course by enrolling again.
    await story.enroll(ada, courseId)
    expect(await skillPointsOf(learn, [ada])).toEqual([5])
  },

  async 'somebody leaves and comes back while the course is retired'() {
    const ada = someone('ada')
    const courseId = await story.courseWith([ada])
    const responses = await Promise.all([
      leave(ada, courseId),
      story.tryToEnroll(ada, courseId),
      story.change('retireCourse', courseId),
      story.tryToEnroll(ada, courseId),
    ])
    for (const response of [responses[1], responses[3]]) {
      expect([undefined, 'NOT_FOUND']).toContain(codeOf(response))
    }
    await rowOf(ada, courseId)
  },
}

test.each(Object.entries(RACES))('%s', async (_name, race) => {
  for (let round = 0; round < rounds(3, 30); round += 1) await race()
})
