// The Learn service's rows of the contract.
import { addCourse } from '#test/story.ts'
import type { TestSystem } from '#test/system.ts'
import type { LearnTables } from '../../subgraphs/learn/tables.ts'
import type { Row, Story } from './row.ts'

const newPerson = (system: TestSystem) => system.join(`p${crypto.randomUUID().slice(0, 8)}`)

const ENROLL = `mutation Enroll($id: ID!) {
  enroll(courseId: $id) {
    created
    enrollment { id courseId status lessonsCompleted enrolledAt }
  }
}`

const UNENROLL = `mutation Unenroll($id: ID!) {
  unenroll(courseId: $id) { id courseId status lessonsCompleted enrolledAt leftAt }
}`

const ENROLLMENT = {
  id: 'string',
  courseId: 'string',
  status: 'string',
  lessonsCompleted: 'integer',
  enrolledAt: 'timestamp',
} as const

const newCourse: Story = async (system) => ({
  as: await newPerson(system),
  params: { id: await addCourse(system) },
})

const enrolled: Story = async (system) => {
  const given = await newCourse(system)
  const { as, params = {} } = given
  await system.graphql(ENROLL, { token: await as.token(), variables: params })
  return given
}

const left: Story = async (system) => {
  const given = await enrolled(system)
  const { as, params = {} } = given
  await system.graphql(UNENROLL, { token: await as.token(), variables: params })
  return given
}

/** An enrollment in a course that has been retired since. */
const retired =
  (story: Story): Story =>
  async (system) => {
    const given = await story(system)
    await system
      .tables<LearnTables>('learn')
      .updateTable('courses')
      .set({ retiredAt: new Date() })
      .where('id', '=', given.params!.id!)
      .execute()
    return given
  }

export const learnRows: Row[] = [
  {
    service: 'learn',
    method: 'GET',
    path: '/api/courses',
    scopes: ['identity'],
    graphql: `query Courses($first: Int, $offset: Int) {
      courses(first: $first, offset: $offset) {
        nodes { id title description lessons duration skillPoints }
        totalCount
      }
    }`,
    good: {
      given: newCourse,
      status: 200,
      form: 'list',
      name: 'courses',
      value: {
        id: 'string',
        title: 'string',
        description: 'string',
        lessons: 'integer',
        duration: 'string',
        skillPoints: 'integer',
      },
    },
    refusals: [],
  },
  {
    service: 'learn',
    method: 'POST',
    path: '/api/courses/:id/enroll',
    scopes: ['identity'],
    graphql: ENROLL,
    good: {
      given: newCourse,
      status: 201,
      form: 'record',
      record: 'enrollment',
      value: ENROLLMENT,
    },
    refusals: [
      {
        when: 'the course is unknown',
        given: async (system) => ({
          as: await newPerson(system),
          params: { id: 'course_unknown' },
        }),
        code: 'NOT_FOUND',
        details: { resource: 'Course', id: 'course_unknown' },
      },
      {
        when: 'the token has no person',
        given: async (system) => {
          const { as, ...given } = await newCourse(system)
          const id = `client_${as.username}`
          const token = () => as.token({ subject: id, clientId: id })
          return { ...given, as: { ...as, id, token } }
        },
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { reason: 'no_identity' },
      },
    ],
  },
  {
    service: 'learn',
    method: 'POST',
    path: '/api/courses/:id/enroll',
    scopes: ['identity'],
    graphql: ENROLL,
    good: {
      given: enrolled,
      status: 200,
      form: 'record',
      record: 'enrollment',
      value: ENROLLMENT,
    },
    refusals: [],
  },
  {
    service: 'learn',
    method: 'POST',
    path: '/api/courses/:id/enroll',
    scopes: ['identity'],
    graphql: ENROLL,
    good: {
      given: retired(enrolled),
      status: 200,
      form: 'record',
      record: 'enrollment',
      value: ENROLLMENT,
    },
    refusals: [
      {
        when: 'the course is retired, and the caller is not enrolled',
        given: retired(newCourse),
        code: 'NOT_FOUND',
        details: { resource: 'Course', id: (id: unknown) => typeof id === 'string' },
      },
    ],
  },
  {
    service: 'learn',
    method: 'POST',
    path: '/api/courses/:id/enroll',
    scopes: ['identity'],
    graphql: ENROLL,
    good: {
      given: left,
      status: 201,
      form: 'record',
      record: 'enrollment',
      value: ENROLLMENT,
    },
    refusals: [],
  },
  {
    service: 'learn',
    method: 'DELETE',
    path: '/api/courses/:id/enrollment',
    scopes: ['identity'],
    graphql: UNENROLL,
    good: {
      given: enrolled,
      status: 200,
      form: 'envelope',
      value: { ...ENROLLMENT, leftAt: 'timestamp' },
    },
    refusals: [
      {
        when: 'the course is unknown',
        given: async (system) => ({
          as: await newPerson(system),
          params: { id: 'course_unknown' },
        }),
        code: 'NOT_FOUND',
        details: { resource: 'Course', id: 'course_unknown' },
      },
      {
        when: 'the caller never enrolled',
        given: newCourse,
        code: 'NOT_FOUND',
        details: { resource: 'Enrollment', id: (id: unknown) => typeof id === 'string' },
      },
    ],
  },
]
