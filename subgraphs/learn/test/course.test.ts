// Courses: the list, one by its id, as an entity, and adding them.
import { beforeAll, describe, expect, test } from 'vitest'
import { addClient } from '#test/grant-story.ts'
import { addCourse } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const learn = testSubgraph('learn')
let ada: Person
beforeAll(async () => {
  ada = await learn.join('ada', { role: 'admin' })
  await addClient(learn, 'test-client', { scopes: ['identity', 'admin'] })
})

const day = (date: number) => new Date(Date.UTC(2026, 3, date, 12))

describe('the list of courses', () => {
  test('The list of courses is newest first, and by id at the same time', async () => {
    const old = await addCourse(learn, { title: 'old', createdAt: day(1) })
    const young = await addCourse(learn, { title: 'young', createdAt: day(3) })
    const twins = [
      await addCourse(learn, { title: 'twin', createdAt: day(2) }),
      await addCourse(learn, { title: 'twin', createdAt: day(2) }),
    ]
    const { courses } = await learn.ask('{ courses(first: 100) { nodes { id } totalCount } }', {
      as: ada,
    })
    const ids = courses.nodes.map(({ id }: { id: string }) => id) as string[]
    expect(ids).toEqual([young, ...twins.toSorted().toReversed(), old])
    expect(courses.totalCount).toBe(4)
  })

  test('The list of courses requires the scope identity', async () => {
    const query = '{ courses { totalCount } }'
    expect((await learn.refusal(query)).code).toBe('INVALID_TOKEN')
    expect(await learn.refusal(query, { as: ada, scopes: ['wallet'] })).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScope: 'identity' },
    })
  })
})

describe('a course', () => {
  const FIND = `query ($id: ID!) {
    course(id: $id) { id title description lessons duration skillPoints createdAt }
  }`

  test('A course is found by its id', async () => {
    const about = { title: 'Tides', lessons: 7, duration: 'two moons', skillPoints: 0 }
    const id = await addCourse(learn, { ...about, description: 'Ebb.', createdAt: day(1) })
    const { course } = await learn.ask(FIND, { as: ada, variables: { id } })
    const createdAt = day(1).toISOString()
    expect(course).toEqual({ id, ...about, description: 'Ebb.', createdAt })
  })

  test('A course is not found by another id', async () => {
    expect(await learn.refusal(FIND, { as: ada, variables: { id: 'course_unknown' } })).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Course', id: 'course_unknown' },
    })
  })

  test('A course is an entity for other services, null if unknown', async () => {
    const id = await addCourse(learn, { title: 'Tides' })
    const of = [id, 'course_unknown'].map((known) => ({ __typename: 'Course', id: known }))
    const { _entities } = await learn.ask(
      `query ($of: [_Any!]!) {
        _entities(representations: $of) { ... on Course { title myEnrollment { id } } }
      }`,
      { service: 'router', variables: { of } },
    )
    expect(_entities).toEqual([{ title: 'Tides', myEnrollment: null }, null])
  })
})

describe('adding a course', () => {
  const ADD = `mutation ($input: AddCourseInput!) {
    addCourse(input: $input) { id title description lessons duration skillPoints createdAt }
  }`
  const TIDES = {
    title: 'Tides',
    description: 'When they turn, and why.',
    lessons: 7,
    duration: 'two moons',
    skillPoints: 70,
  }
  const asAdmin = { scopes: ['identity', 'admin'] }
  const add = (input: object) => learn.ask(ADD, { as: ada, ...asAdmin, variables: { input } })

  test('Adding a course requires the scope admin', async () => {
    expect(await learn.refusal(ADD, { as: ada, variables: { input: TIDES } })).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScope: 'admin' },
    })
  })

  test('A machine client of administrators can add a course', async () => {
    const as = { id: 'test-client' }
    const { addCourse: added } = await learn.ask(ADD, {
      as,
      ...asAdmin,
      variables: { input: TIDES },
    })
    expect(added).toEqual({
      ...TIDES,
      id: expect.stringMatching(/^course_/) as string,
      createdAt: learn.clock.now.toISOString(),
    })
  })

  test('Adding a course accepts texts and numbers up to their bounds', async () => {
    const longest = {
      title: '🜂'.repeat(200),
      description: 'x'.repeat(5_000),
      lessons: 500,
      duration: 'x'.repeat(100),
      skillPoints: 10_000,
    }
    expect((await add(longest)).addCourse).toMatchObject(longest)
    const shortest = { title: 'x', description: 'x', lessons: 1, duration: 'x', skillPoints: 0 }
    expect((await add(shortest)).addCourse).toMatchObject(shortest)
  })

  test.each([
    ['title', '', 'must have 1 to 200 characters'],
    ['title', 'x'.repeat(201), 'must have 1 to 200 characters'],
    ['title', '\u3164', 'must not be blanks alone'],
    ['description', '', 'must have 1 to 5000 characters'],
    ['description', 'x'.repeat(5_001), 'must have 1 to 5000 characters'],
    ['duration', '', 'must have 1 to 100 characters'],
    ['duration', 'x'.repeat(101), 'must have 1 to 100 characters'],
    ['lessons', 0, 'must be from 1 to 500'],
    ['lessons', 501, 'must be from 1 to 500'],
    ['skillPoints', -1, 'must be from 0 to 10000'],
    ['skillPoints', 10_001, 'must be from 0 to 10000'],
  ])('A new course with a %s out of its bounds is refused', async (field, value, reason) => {
    const variables = { input: { ...TIDES, [field]: value } }
    expect(await learn.refusal(ADD, { as: ada, ...asAdmin, variables })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason },
    })
  })

  test('Adding a course names every invalid field at once', async () => {
    const variables = { input: { ...TIDES, title: '', lessons: 0 } }
    expect(await learn.refusal(ADD, { as: ada, ...asAdmin, variables })).toEqual({
      code: 'VALIDATION_ERROR',
      details: {
        issues: [
          { field: 'title', reason: 'must have 1 to 200 characters' },
          { field: 'lessons', reason: 'must be from 1 to 500' },
        ],
      },
    })
  })
})
