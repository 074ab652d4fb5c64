// The loaders of one request.
import type { Kysely } from 'kysely'
import { completedLessonsLoader } from './domain/completion.ts'
import { courseLoader } from './domain/course.ts'
import {
  enrollmentByIdLoader,
  enrollmentLoader,
  enrollmentPages,
  skillPointsLoader,
} from './domain/enrollment.ts'
import {
  lessonCompletedAtLoader,
  lessonLoader,
  lessonPages,
  lessonTextLoader,
} from './domain/lesson.ts'
import type { LearnLoaders } from './context.ts'
import type { LearnTables } from './tables.ts'

export function learnLoaders(db: Kysely<LearnTables>): LearnLoaders {
  return {
    course: courseLoader(db),
    lesson: lessonLoader(db),
    lessons: lessonPages(db),
    lessonText: lessonTextLoader(db),
    lessonCompletedAt: lessonCompletedAtLoader(db),
    enrollment: enrollmentLoader(db),
    enrollmentById: enrollmentByIdLoader(db),
    enrollments: enrollmentPages(db),
    completedLessons: completedLessonsLoader(db),
    skillPoints: skillPointsLoader(db),
  }
}
