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
  /** The number of lessons that are not retired. They are numbered from 1. */
  lessons: number
  duration: string
  skillPoints: number
  createdAt: Generated<Date>
  retiredAt: Date | null
  /** Its key in the content file, if it comes from one. */
  contentKey: string | null
}

interface LessonTable {
  id: string
  courseId: string
  /** Its key within the course in content files; by default its id. */
  key: string
  /** True if it comes from a content file. */
  fromFile: Generated<boolean>
  /** Its position among lessons that are not retired; null once it is retired. */
  number: number | null
  title: string
  text: Generated<string>
  createdAt: Generated<Date>
  retiredAt: Date | null
}

/** The enrollment of one person in one course. */
interface EnrollmentTable {
  id: string
  identityId: string
  courseId: string
  status: Generated<EnrollmentStatus>
  /** The number of completed lessons, except retired ones. */
  lessonsCompleted: Generated<number>
  /** The skill points granted for completing the course; 0 before that. */
  skillPoints: Generated<number>
  enrolledAt: Date
  completedAt: Date | null
  /** When the person left the course; their progress and skill points stay. */
  leftAt: Date | null
}

/** A lesson completed in an enrollment. */
interface LessonCompletionTable {
  enrollmentId: string
  /** The lesson's number at that time. */
  lesson: number
  /** Null for a lesson that had gone before lessons became rows. */
  lessonId: string | null
  completedAt: Date
}

export type Course = Selectable<CourseTable>
export type Enrollment = Selectable<EnrollmentTable>
/** A lesson in lists, without its text, which may be long and is loaded on demand. */
export type Lesson = Omit<Selectable<LessonTable>, 'text' | 'fromFile' | 'key'>

/** The fields that content files and administrators set. */
export type CourseFields = Pick<Course, 'title' | 'description' | 'duration' | 'skillPoints'>
export type LessonFields = Pick<Selectable<LessonTable>, 'title' | 'text'>
