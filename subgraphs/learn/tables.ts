// The tables of the Learn service's own schema.
import type { Generated, Selectable } from 'kysely'

export interface LearnTables {
  courses: CourseTable
  enrollments: EnrollmentTable
  lessonCompletions: LessonCompletionTable
}

export type EnrollmentStatus = 'enrolled' | 'completed'

interface CourseTable {
  id: string
  title: string
  description: string
  /** How many there are; they are numbered from 1. */
  lessons: number
  duration: string
  skillPoints: number
  createdAt: Generated<Date>
}

/** One person in one course. */
interface EnrollmentTable {
  id: string
  identityId: string
  courseId: string
  status: Generated<EnrollmentStatus>
  lessonsCompleted: Generated<number>
  /** What completing the course has granted: nothing before. */
  skillPoints: Generated<number>
  enrolledAt: Date
  completedAt: Date | null
}

/** Each lesson that was completed, once. */
interface LessonCompletionTable {
  enrollmentId: string
  lesson: number
  completedAt: Date
}

export type Course = Selectable<CourseTable>
export type Enrollment = Selectable<EnrollmentTable>
