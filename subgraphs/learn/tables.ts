// The tables of the Learn service's own schema.
import type { Generated, Selectable } from 'kysely'
import type { AuditOutboxTables } from '#foundation/peers/audit-outbox.ts'

export interface LearnTables extends AuditOutboxTables {
  courses: CourseTable
  lessons: LessonTable
  enrollments: EnrollmentTable
  lessonCompletions: LessonCompletionTable
}

export type EnrollmentStatus = 'enrolled' | 'completed'

interface CourseTable {
  id: string
  title: string
  description: string
  /** How many are not retired; they are numbered from 1. */
  lessons: number
  duration: string
  skillPoints: number
  createdAt: Generated<Date>
  retiredAt: Date | null
  /** The key it has in a content file, if it comes from one. */
  contentKey: string | null
}

interface LessonTable {
  id: string
  courseId: string
  /** Its name in its course, for content files; its id unless it has another. */
  key: string
  /** Whether it comes from a content file. */
  fromFile: Generated<boolean>
  /** Its position among lessons that are not retired; null once it is retired. */
  number: number | null
  title: string
  text: Generated<string>
  createdAt: Generated<Date>
  retiredAt: Date | null
}

/** One person in one course. */
interface EnrollmentTable {
  id: string
  identityId: string
  courseId: string
  status: Generated<EnrollmentStatus>
  /** How many of the lessons that are not retired. */
  lessonsCompleted: Generated<number>
  /** What completing the course has granted; 0 before. */
  skillPoints: Generated<number>
  enrolledAt: Date
  completedAt: Date | null
  /** When the person left the course; their progress and skill points stay. */
  leftAt: Date | null
}

/** Each lesson that was completed, once. */
interface LessonCompletionTable {
  enrollmentId: string
  /** The number that the lesson had then. */
  lesson: number
  /** Null for a lesson that was not there when lessons became rows. */
  lessonId: string | null
  completedAt: Date
}

export type Course = Selectable<CourseTable>
export type Enrollment = Selectable<EnrollmentTable>
/** A lesson in lists, without its text, which may be long and is loaded on demand. */
export type Lesson = Omit<Selectable<LessonTable>, 'text' | 'fromFile' | 'key'>
