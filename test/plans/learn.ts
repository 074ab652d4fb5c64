// The lists of the Learn service, and rows for its tables.
import { moment, rows, somebody, word, type Lists } from './lists.ts'

export const learnLists: Lists = {
  service: 'learn',
  fill: (identityId) => [
    `insert into courses (id, title, description, lessons, duration, skill_points, created_at)
     select 'course_' || n, ${word}, 'D', 3, 'an hour', 1, ${moment} from ${rows}`,
    `insert into enrollments (id, identity_id, course_id, enrolled_at)
     select 'enrollment_' || n, ${somebody(identityId)}, 'course_' || n, ${moment} from ${rows}`,
    // A few hundred rows for each of some courses, some of which are retired.
    `insert into lessons (id, course_id, key, number, title, text, retired_at)
     select 'lesson_' || n, 'course_' || (n % 503), 'k' || n, case when n % 7 > 0 then n / 503 + 1 end,
            'T', 'X', case when n % 7 = 0 then ${moment} end
     from ${rows}`,
    `insert into lesson_completions (enrollment_id, lesson, lesson_id, completed_at)
     select 'enrollment_' || (n % 20000), n % 500 + 1, 'lesson_' || n, ${moment} from ${rows}`,
  ],
  queries: [
    '{ courses(first: 20) { nodes { id myEnrollment { id } } } }',
    '{ courses(first: 20, offset: 60) { nodes { id } } }',
    // The caller is enrolled in this one.
    `{ course(id: "course_100") {
      myEnrollment { completedLessons }
      syllabus(first: 100) { nodes { title text completedAt } totalCount }
    } }`,
    '{ course(id: "course_7") { syllabus(first: 20, offset: 60) { nodes { id } } } }',
    `{ _entities(representations: [{ __typename: "Identity", id: "CALLER" }]) {
      ... on Identity { enrollments(first: 20) { nodes { completedLessons course { title } } } }
    } }`,
  ],
  found: [
    {
      list: 'courses',
      filters: ['enrolled: true', 'enrolled: false'],
      orders: ['oldest', 'title'],
      isSearched: true,
    },
  ],
  totals: ['courses'],
}
