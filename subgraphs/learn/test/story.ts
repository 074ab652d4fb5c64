// Operations of people and administrators on courses, for several test files.
import { addCourse } from '#test/story.ts'
import type { Data, Person, Refusal, TestSubgraph } from '#test/subgraph.ts'
import type { Course } from '../tables.ts'

/** A new person; Learn knows people only by id. */
export const someone = (name: string): Person => ({
  id: `identity_${name}_${crypto.randomUUID()}`,
  username: name,
})

const ENROLLMENT = 'id status lessonsCompleted completedLessons completedAt'
const ENROLL = `mutation ($id: ID!) { enroll(courseId: $id) { created enrollment { ${ENROLLMENT} } } }`
const COMPLETE = `mutation ($courseId: ID!, $lesson: Int!) {
  completeLesson(input: { courseId: $courseId, lesson: $lesson }) { ${ENROLLMENT} }
}`
const LESSON = 'id number title text completedAt retiredAt'
const COURSE = `query ($id: ID!) {
  course(id: $id) {
    title lessons skillPoints retiredAt myEnrollment { ${ENROLLMENT} }
    syllabus(first: 100) { nodes { ${LESSON} } totalCount }
  }
}`
/** The arguments and selection of each mutation, by name. */
const CHANGES = {
  addCourse: [
    '$input: AddCourseInput!',
    'input: $input',
    'id title description lessons duration skillPoints createdAt',
  ],
  updateCourse: ['$input: UpdateCourseInput!', 'input: $input', 'id title skillPoints retiredAt'],
  retireCourse: ['$id: ID!', 'courseId: $id', 'id lessons retiredAt'],
  addLesson: ['$input: AddLessonInput!', 'input: $input', LESSON],
  updateLesson: ['$input: UpdateLessonInput!', 'input: $input', LESSON],
  retireLesson: ['$id: ID!', 'lessonId: $id', LESSON],
} as const

export type Change = keyof typeof CHANGES

const mutationOf = (change: Change) => {
  const [variables, given, selected] = CHANGES[change]
  return `mutation (${variables}) { ${change}(${given}) { ${selected} } }`
}

/** The operations at one Learn service, where `admin` is an administrator, or else a new person. */
export function storyOf(learn: TestSubgraph, admin?: Person) {
  let root: Promise<Person> | undefined
  const asking = async (given: string | object) => ({
    as: admin ?? (await (root ??= learn.join('root', { role: 'admin' }))),
    scopes: ['identity', 'admin'],
    variables: typeof given === 'string' ? { id: given } : { input: given },
  })
  return {
    enroll: async (as: Person, id: string): Promise<Data> =>
      (await learn.ask(ENROLL, { as, variables: { id } })).enroll,
    complete: async (as: Person, courseId: string, lesson: number): Promise<Data> =>
      (await learn.ask(COMPLETE, { as, variables: { courseId, lesson } })).completeLesson,
    refusedEnrollment: (as: Person, id: string) => learn.refusal(ENROLL, { as, variables: { id } }),
    refusedCompletion: (as: Person, courseId: string, lesson: number) =>
      learn.refusal(COMPLETE, { as, variables: { courseId, lesson } }),
    /** Completes a lesson, or does nothing if its number is gone. */
    tryToComplete: (as: Person, courseId: string, lesson: number) =>
      learn.run(COMPLETE, { as, variables: { courseId, lesson } }),
    tryToEnroll: (as: Person, id: string) => learn.run(ENROLL, { as, variables: { id } }),
    /** Reads a course as a given person. */
    course: async (as: Person, id: string): Promise<Data> =>
      (await learn.ask(COURSE, { as, variables: { id } })).course,
    /** Adds a course and enrolls these people in it. */
    async courseWith(people: readonly Person[], about: Partial<Course> = {}): Promise<string> {
      const id = await addCourse(learn, about)
      for (const as of people) await learn.ask(ENROLL, { as, variables: { id } })
      return id
    },
    /** Runs a mutation as an administrator, with an input or the id of what is retired. */
    change: async (name: Change, given: string | object): Promise<Data> =>
      (await learn.ask(mutationOf(name), await asking(given)))[name],
    refusedChange: async (name: Change, given: string | object): Promise<Refusal> =>
      learn.refusal(mutationOf(name), await asking(given)),
  }
}

export async function skillPointsOf(learn: TestSubgraph, people: Person[]): Promise<number[]> {
  const of = people.map(({ id }) => ({ __typename: 'Identity', id }))
  const { _entities } = await learn.ask(
    'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Identity { skillPoints } } }',
    { service: 'router', variables: { of } },
  )
  return _entities.map(({ skillPoints }: { skillPoints: number }) => skillPoints)
}

/** The titles of a syllabus, in its order. */
export const titlesOf = ({ syllabus }: Data): string[] =>
  syllabus.nodes.map(({ title }: { title: string }) => title)
export const numbersOf = ({ syllabus }: Data): number[] =>
  syllabus.nodes.map(({ number }: { number: number }) => number)
