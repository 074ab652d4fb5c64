// Courses in content files, each with its lessons.
import type { ContentItem } from '#foundation/content/kind.ts'
import { rowKind } from '#foundation/content/row-kind.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import { learnInput } from '../input.ts'
import type { LessonItem } from './lesson.ts'
import type { Course, CourseFields, LearnTables } from '../tables.ts'

/** A course. Stored ones have no `lessons`, which are items of their own. */
type CourseItem = ContentItem & CourseFields & { lessons?: readonly LessonItem[] }

const COUNT = learnInput.range('AddCourseInput.lessons')

export const courseContent = rowKind<LearnTables, Course, CourseItem>({
  list: 'courses',
  prefix: 'course',
  table: 'courses',
  columns: learnInput.schemas('AddCourseInput', {
    title: 'What it is called.',
    description: 'What there is to learn.',
    duration: 'How long it takes, in words for people.',
    skillPoints: 'The skill points that completing it grants.',
  }),
  initial: ({ lessons = [] }) => ({ lessons: lessons.length }),
  issues: ({ lessons = [], ...course }) => [
    ...learnInput.issues('AddCourseInput', course),
    ...countIssues(lessons.length),
  ],
})

function countIssues(lessons: number): Issue[] {
  const { min, max } = COUNT
  if (lessons >= min && lessons <= max) return []
  return [{ field: 'lessons', reason: `must hold ${min} to ${max} lessons` }]
}
