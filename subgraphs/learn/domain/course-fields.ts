// What a course says, and what may be wrong with it: the same for mutations and for content files.
import { numberIssues, textIssues, titleIssues } from '#foundation/domain/bounds.ts'
import type { Patch } from '#foundation/domain/changes.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { Course } from '../tables.ts'

export type CourseFields = Pick<Course, 'title' | 'description' | 'duration' | 'skillPoints'>

export const COURSE_BOUNDS = {
  title: { most: 200 },
  description: { most: 5_000 },
  lessons: { least: 1, most: 500 },
  duration: { most: 100 },
  skillPoints: { least: 0, most: 10_000 },
} as const

/** What is wrong with those that are there. */
export function courseIssues(course: Patch<CourseFields & Pick<Course, 'lessons'>>): Issue[] {
  const { title, description, duration } = course
  return [
    ...(typeof title === 'string' ? titleIssues('title', title, COURSE_BOUNDS.title.most) : []),
    ...textIssues('description', description, COURSE_BOUNDS.description.most),
    ...boundIssues('lessons', course.lessons),
    ...textIssues('duration', duration, COURSE_BOUNDS.duration.most),
    ...boundIssues('skillPoints', course.skillPoints),
  ]
}

function boundIssues(field: 'lessons' | 'skillPoints', value: number | null | undefined): Issue[] {
  const { least, most } = COURSE_BOUNDS[field]
  return typeof value === 'number' ? numberIssues(field, value, least, most) : []
}
