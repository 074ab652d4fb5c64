// The fields of a course.
import type { Course } from '../tables.ts'

export type CourseFields = Pick<Course, 'title' | 'description' | 'duration' | 'skillPoints'>
