// Enrollments: one per person and course, also under concurrency, visible only to that person.
import { beforeEach, describe, expect, test } from 'vitest'
import { atOnce } from '#test/simultaneous.ts'
import { addCourse } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { LearnTables } from '../tables.ts'
import { someone } from './story.ts'

const learn = testSubgraph('learn')

// Learn knows people only by id.
let ada: Person
let grace: Person
beforeEach(() => {
  learn.clock.now = new Date('2026-03-04T12:00:00.000Z')
  ada = someone('ada')
  grace = someone('grace')
})

const ENROLL = `mutation ($id: ID!) {
  enroll(courseId: $id) {
    created
    enrollment { id courseId status lessonsCompleted completedLessons enrolledAt completedAt }
  }
}`
const enroll = async (as: Person, id: string) =>
  (await learn.ask(ENROLL, { as, variables: { id } })).enroll
const later = () => (learn.clock.now = new Date(learn.clock.now.getTime() + 60_000))

describe('enrolling', () => {
  test('Enrolling begins with no lesson completed', async () => {
    const id = await addCourse(learn)
    expect(await enroll(ada, id)).toEqual({
      created: true,
      enrollment: {
        id: expect.stringMatching(/^enrollment_/) as string,
        courseId: id,
        status: 'enrolled',
        lessonsCompleted: 0,
        completedLessons: [],
        enrolledAt: '2026-03-04T12:00:00.000Z',
        completedAt: null,
      },
    })
  })

  test('Enrolling again returns the existing enrollment', async () => {
    const id = await addCourse(learn)
    const { enrollment } = await enroll(ada, id)
    later()
    expect(await enroll(ada, id)).toEqual({ created: false, enrollment })
  })

  test('An enrollment belongs to one person and one course', async () => {
    const courses = [await addCourse(learn), await addCourse(learn)]
    const enrolled = [
      await enroll(ada, courses[0]!),
      await enroll(ada, courses[1]!),
      await enroll(grace, courses[0]!),
    ]
    for (const { created } of enrolled) expect(created).toBe(true)
    expect(new Set(enrolled.map(({ enrollment }) => enrollment.id)).size).toBe(3)
  })

  test('Thirty concurrent requests make one enrollment', async () => {
    const id = await addCourse(learn)
    const responses = await atOnce(30, () => enroll(ada, id))
    expect(responses.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(responses.map(({ enrollment }) => enrollment.id)).size).toBe(1)
    const rows = await learn
      .tables<LearnTables>('learn')
      .selectFrom('enrollments')
      .where('courseId', '=', id)
      .selectAll()
      .execute()
    expect(rows).toHaveLength(1)
  })
})

describe('a person’s enrollments', () => {
  const ENROLLMENTS = `query ($of: [_Any!]!, $first: Int, $after: String) {
    _entities(representations: $of) {
      ... on Identity {
        enrollments(first: $first, after: $after) {
          nodes { course { title } status } totalCount pageInfo { hasNextPage endCursor }
        }
      }
    }
  }`
  const enrollmentsOf = async (people: Person[], asking: object, page: object = {}) => {
    const of = people.map(({ id }) => ({ __typename: 'Identity', id }))
    const { _entities } = await learn.ask(ENROLLMENTS, { ...asking, variables: { of, ...page } })
    return _entities.map(({ enrollments }: { enrollments: unknown }) => enrollments)
  }

  test('A person’s enrollments are paged, newest first, with their courses', async () => {
    for (const title of ['a', 'b', 'c']) {
      await enroll(ada, await addCourse(learn, { title }))
      later()
    }
    const [first] = await enrollmentsOf([ada], { as: ada }, { first: 2 })
    expect(first.nodes).toEqual([
      { course: { title: 'c' }, status: 'enrolled' },
      { course: { title: 'b' }, status: 'enrolled' },
    ])
    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } })
    const after = first.pageInfo.endCursor
    const [second] = await enrollmentsOf([ada], { as: ada }, { first: 2, after })
    expect(second.nodes).toEqual([{ course: { title: 'a' }, status: 'enrolled' }])
    expect(second).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: false } })
  })

  test('Enrollments are null for anybody else, and refused to a service that acts for nobody', async () => {
    const id = await addCourse(learn)
    await enroll(ada, id)
    await enroll(grace, id)
    const own = { totalCount: 1 }
    expect(await enrollmentsOf([ada, grace], { as: ada })).toMatchObject([own, null])
    expect(await enrollmentsOf([ada, grace], { as: grace, service: 'router' })).toMatchObject([
      null,
      own,
    ])
    const variables = { of: [{ __typename: 'Identity', id: ada.id }] }
    const { data, errors } = await learn.run(ENROLLMENTS, { service: 'router', variables })
    expect(data).toEqual({ _entities: [{ enrollments: null }] })
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['INVALID_TOKEN'])
  })

  test('Only its owner sees an enrollment in a course', async () => {
    const id = await addCourse(learn)
    const { enrollment } = await enroll(ada, id)
    const query = 'query ($id: ID!) { course(id: $id) { myEnrollment { id } } }'
    const mine = async (as: Person) =>
      (await learn.ask(query, { as, variables: { id } })).course.myEnrollment
    expect(await mine(ada)).toEqual({ id: enrollment.id })
    expect(await mine(grace)).toBeNull()
  })
})

describe('one statement loads', () => {
  const statements = async (query: string) => (await learn.plans(query, { as: ada })).length
  const entities = (type: string, ids: string[]) =>
    ids.map((id) => `{ __typename: "${type}", id: "${id}" }`).join()

  test('One statement loads the enrollments of many people, including the caller', async () => {
    const people = ['grace', 'alan', 'edsger'].map(someone)
    const of = entities(
      'Identity',
      [...people, ada, grace].map(({ id }) => id),
    )
    const query = `{
      _entities(representations: [${of}]) { ... on Identity { enrollments { nodes { id } } } }
    }`
    expect(await statements(query)).toBe(1)
  })

  test('One statement loads the skill points of many people', async () => {
    const people = ['grace', 'alan', 'edsger'].map(someone)
    const of = entities(
      'Identity',
      people.map(({ id }) => id),
    )
    const query = `{ _entities(representations: [${of}]) { ... on Identity { skillPoints } } }`
    expect(await statements(query)).toBe(1)
  })

  test('One statement loads many courses, one the caller’s enrollments, and one their lessons', async () => {
    const courses = [await addCourse(learn), await addCourse(learn), await addCourse(learn)]
    await enroll(ada, courses[0]!)
    await enroll(ada, courses[2]!)
    const query = `{
      _entities(representations: [${entities('Course', courses)}]) {
        ... on Course { title myEnrollment { completedLessons } }
      }
    }`
    expect(await statements(query)).toBe(3)
  })
})

test('Who watches a course sees their own progress and its changes, but not those of others', async () => {
  const id = await addCourse(learn, { lessons: 2 })
  const query = `subscription ($id: ID!) {
    course(id: $id) { title myEnrollment { lessonsCompleted } }
  }`
  const complete = `mutation ($id: ID!) {
    completeLesson(input: { courseId: $id, lesson: 1 }) { status }
  }`
  await using live = learn.subscribe(query, { as: ada, variables: { id } })
  await using other = learn.subscribe(query, { as: grace, variables: { id } })
  for (const one of [live, other]) expect((await one.data()).course.myEnrollment).toBeNull()
  const next = other.data()
  await enroll(ada, id)
  expect((await live.data()).course.myEnrollment).toEqual({ lessonsCompleted: 0 })
  await learn.ask(complete, { as: ada, variables: { id } })
  expect((await live.data()).course.myEnrollment).toEqual({ lessonsCompleted: 1 })
  const courses = learn.tables<LearnTables>('learn').updateTable('courses')
  await courses.set({ title: 'Bees' }).where('id', '=', id).execute()
  expect((await next).course).toEqual({ title: 'Bees', myEnrollment: null })
})
