// Courses: one by its id, and adding and changing them.
import { describe, expect, test } from 'vitest'
import { addCourse } from '#test/story.ts'
import { testSubgraph } from '#test/subgraph.ts'
import { someone, storyOf } from './story.ts'

const learn = testSubgraph('learn')
const story = storyOf(learn)

test('A course is found by its id', async () => {
  const query = `query ($id: ID!) {
    course(id: $id) { id title description lessons duration skillPoints createdAt }
  }`
  const about = { title: 'Tides', lessons: 7, duration: 'two moons', skillPoints: 0 }
  const createdAt = new Date(Date.UTC(2026, 3, 1, 12))
  const id = await addCourse(learn, { ...about, description: 'Ebb.', createdAt })
  const { course } = await learn.ask(query, { as: someone('ada'), variables: { id } })
  const expected = { id, ...about, description: 'Ebb.', createdAt: createdAt.toISOString() }
  expect(course).toEqual(expected)
})

describe('adding a course', () => {
  const TIDES = {
    title: 'Tides',
    description: 'When they turn, and why.',
    lessons: 7,
    duration: 'two moons',
    skillPoints: 70,
  }
  const add = (input: object) => story.change('addCourse', input)

  test('An administrator can add a course', async () => {
    expect(await add(TIDES)).toEqual({
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
    expect(await add(longest)).toMatchObject(longest)
    const shortest = { title: 'x', description: 'x', lessons: 1, duration: 'x', skillPoints: 0 }
    expect(await add(shortest)).toMatchObject(shortest)
  })

  const refused = (field: string, reason: string) => ({
    code: 'VALIDATION_ERROR',
    details: { field, reason },
  })

  test.each([
    ['title', '', 'must have 1 to 200 characters'],
    ['title', 'x'.repeat(201), 'must have 1 to 200 characters'],
    ['title', '\u3164', 'must not be blanks alone'],
    ['description', '', 'must have 1 to 5000 characters'],
    ['description', 'x'.repeat(5_001), 'must have 1 to 5000 characters'],
    ['duration', '', 'must have 1 to 100 characters'],
    ['duration', 'x'.repeat(101), 'must have 1 to 100 characters'],
    ['skillPoints', -1, 'must be from 0 to 10000'],
    ['skillPoints', 10_001, 'must be from 0 to 10000'],
  ])(
    'A course is neither added with nor changed to a %s out of its bounds',
    async (field, value, reason) => {
      const added = await story.refusedChange('addCourse', { ...TIDES, [field]: value })
      const id = await addCourse(learn)
      const changed = await story.refusedChange('updateCourse', { id, [field]: value })
      expect([added, changed]).toEqual([refused(field, reason), refused(field, reason)])
    },
  )

  test.each([0, 501])('A new course with %i lessons is refused', async (lessons) => {
    expect(await story.refusedChange('addCourse', { ...TIDES, lessons })).toEqual(
      refused('lessons', 'must be from 1 to 500'),
    )
  })

  test('Adding a course names every invalid field at once', async () => {
    const { details } = await story.refusedChange('addCourse', { ...TIDES, title: '', lessons: 0 })
    expect(details).toMatchObject({ issues: [{ field: 'title' }, { field: 'lessons' }] })
  })
})
