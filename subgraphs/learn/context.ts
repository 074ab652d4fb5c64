// The context of the Learn service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { PageLoader } from '#foundation/database/lists/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type { Course, Enrollment, LearnTables, Lesson } from './tables.ts'

export interface LearnLoaders {
  course: DataLoader<string, Course | undefined>
  lesson: DataLoader<string, Lesson | undefined>
  /** Keyed by the course's id. */
  lessons: PageLoader<Lesson>
  lessonText: DataLoader<string, { text: string } | undefined>
  /** When a lesson was completed in an enrollment. */
  lessonCompletedAt: DataLoader<{ enrollmentId: string; lessonId: string }, Date | null>
  /** A person's enrollment in a course. */
  enrollment: DataLoader<
    Pick<Enrollment, 'identityId' | 'courseId'>,
    Enrollment | undefined,
    string
  >
  enrollmentById: DataLoader<string, Enrollment | undefined>
  /** Keyed by the person's id. */
  enrollments: PageLoader<Enrollment>
  /** The numbers of the lessons completed in an enrollment. */
  completedLessons: DataLoader<string, number[]>
  /** Keyed by the person's id. */
  skillPoints: DataLoader<string, number>
}

export type LearnContext = Context<LearnTables, LearnLoaders, 'identity'>
