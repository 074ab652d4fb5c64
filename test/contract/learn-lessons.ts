// The Learn service's rows without REST paths: syllabuses, and administrative changes. Who may use them, and what they do
// not find, is in root-fields.test.ts.
import { addCourse } from '#test/story.ts'
import type { Person, TestSystem } from '#test/system.ts'
import type { LearnTables } from '../../subgraphs/learn/tables.ts'
import type { Given, Refusal, Row, Story } from './row.ts'

const newName = () => `p${crypto.randomUUID().slice(0, 8)}`

/** An administrator with the scope `admin`. */
async function administrator(system: TestSystem) {
  const person = await system.join(newName(), { role: 'admin' })
  const token: Person['token'] = (options) => person.token({ scope: 'identity admin', ...options })
  return { ...person, token }
}

/** A new course, and the second of its lessons. */
async function newCourse(system: TestSystem): Promise<{ courseId: string; lessonId: string }> {
  const courseId = await addCourse(system, { lessons: 3 })
  const { id: lessonId } = await system
    .tables<LearnTables>('learn')
    .selectFrom('lessons')
    .select('id')
    .where('courseId', '=', courseId)
    .where('number', '=', 2)
    .executeTakeFirstOrThrow()
  return { courseId, lessonId }
}

type About = Awaited<ReturnType<typeof newCourse>>

const byAdministrator =
  (about: (course: About) => Omit<Given, 'as'>): Story =>
  async (system) => ({
    as: await administrator(system),
    ...about(await newCourse(system)),
  })

/** A person who is enrolled, or not, in a current or retired course. */
const reading =
  ({ enrolled = false, retired = false } = {}): Story =>
  async (system) => {
    const as = await system.join(newName())
    const { courseId: id } = await newCourse(system)
    if (enrolled) {
      const enroll = 'mutation ($id: ID!) { enroll(courseId: $id) { created } }'
      await system.graphql(enroll, { token: await as.token(), variables: { id } })
    }
    const retiredAt = retired ? new Date() : null
    const courses = system.tables<LearnTables>('learn').updateTable('courses')
    await courses.set({ retiredAt }).where('id', '=', id).execute()
    return { as, params: { id } }
  }

const syllabusRow = (
  story: Story,
  syllabus: Row['good']['value'],
  retiredAt: 'null' | 'timestamp',
) =>
  ({
    service: 'learn',
    method: 'GET',
    path: 'Query.course',
    graphqlOnly: true,
    scopes: ['identity'],
    graphql: `query ($id: ID!) {
      course(id: $id) {
        retiredAt
        syllabus(first: 1, offset: 1) {
          nodes { id number title text completedAt retiredAt } totalCount
        }
      }
    }`,
    good: { given: story, status: 200, form: 'bare', value: { retiredAt, syllabus } },
    refusals: [],
  }) satisfies Row

const syllabus = (text: 'null' | 'string') => ({
  nodes: [
    {
      id: 'string',
      number: 'integer',
      title: 'string',
      text,
      completedAt: 'null',
      retiredAt: 'null',
    },
  ] as const,
  totalCount: 'integer' as const,
})

const LESSON = {
  id: 'string',
  number: 'integer',
  title: 'string',
  text: 'null',
  completedAt: 'null',
  retiredAt: 'null',
} as const
const LESSON_FIELDS = Object.keys(LESSON).join(' ')
const COURSE = { id: 'string', title: 'string', lessons: 'integer', retiredAt: 'null' } as const
const COURSE_FIELDS = Object.keys(COURSE).join(' ')

interface Change {
  name: string
  graphql: string
  value: Row['good']['value']
  given: (course: About) => Omit<Given, 'as'>
  refusals?: Refusal[]
}

const adminRow = ({ name, graphql, value, given, refusals = [] }: Change) =>
  ({
    service: 'learn',
    method: 'POST',
    path: `Mutation.${name}`,
    graphqlOnly: true,
    scopes: ['identity', 'admin'],
    graphql,
    good: { given: byAdministrator(given), status: 200, form: 'bare', value },
    refusals,
  }) satisfies Row

const invalid = (
  given: (course: About) => Omit<Given, 'as'>,
  field: string,
  reason: string,
): Refusal => ({
  when: `${field} is out of its bounds`,
  given: byAdministrator(given),
  code: 'VALIDATION_ERROR',
  details: { field, reason },
})

export const learnLessonRows: Row[] = [
  syllabusRow(reading(), syllabus('null'), 'null'),
  syllabusRow(reading({ enrolled: true }), syllabus('string'), 'null'),
  syllabusRow(reading({ enrolled: true, retired: true }), syllabus('string'), 'timestamp'),
  syllabusRow(reading({ retired: true }), 'null', 'timestamp'),
  adminRow({
    name: 'updateCourse',
    graphql: `mutation ($input: UpdateCourseInput!) { updateCourse(input: $input) { ${COURSE_FIELDS} } }`,
    value: COURSE,
    given: ({ courseId: id }) => ({ body: { id, title: 'Ropes' } }),
    refusals: [
      invalid(
        ({ courseId: id }) => ({ body: { id, skillPoints: 10_001 } }),
        'skillPoints',
        'must be from 0 to 10000',
      ),
    ],
  }),
  adminRow({
    name: 'retireCourse',
    graphql: `mutation ($id: ID!) { retireCourse(courseId: $id) { ${COURSE_FIELDS} } }`,
    value: { ...COURSE, retiredAt: 'timestamp' },
    given: ({ courseId: id }) => ({ params: { id } }),
  }),
  adminRow({
    name: 'addLesson',
    graphql: `mutation ($input: AddLessonInput!) { addLesson(input: $input) { ${LESSON_FIELDS} } }`,
    value: LESSON,
    given: ({ courseId }) => ({ body: { courseId, title: 'Hitch', text: '' } }),
    refusals: [
      invalid(
        ({ courseId }) => ({ body: { courseId, title: 'Hitch', text: '', number: 5 } }),
        'number',
        'must be from 1 to 4',
      ),
    ],
  }),
  adminRow({
    name: 'updateLesson',
    graphql: `mutation ($input: UpdateLessonInput!) { updateLesson(input: $input) { ${LESSON_FIELDS} } }`,
    value: LESSON,
    given: ({ lessonId: id }) => ({ body: { id, text: 'Tie it.', number: 3 } }),
    refusals: [
      invalid(
        ({ lessonId: id }) => ({ body: { id, title: '' } }),
        'title',
        'must have 1 to 200 characters',
      ),
    ],
  }),
  adminRow({
    name: 'retireLesson',
    graphql: `mutation ($id: ID!) { retireLesson(lessonId: $id) { ${LESSON_FIELDS} } }`,
    value: { ...LESSON, number: 'null', retiredAt: 'timestamp' },
    given: ({ lessonId: id }) => ({ params: { id } }),
    refusals: [
      {
        when: 'it is the only one of its course',
        given: async (system) => {
          const courseId = await addCourse(system, { lessons: 1 })
          const lessons = system.tables<LearnTables>('learn').selectFrom('lessons').select('id')
          const { id } = await lessons.where('courseId', '=', courseId).executeTakeFirstOrThrow()
          return { as: await administrator(system), params: { id } }
        },
        code: 'VALIDATION_ERROR',
        details: { reason: 'LAST_LESSON' },
      },
    ],
  }),
]
