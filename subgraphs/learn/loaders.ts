// The loaders of one request.
import type { Kysely } from 'kysely'
import { createTableLoader } from '#foundation/database/row-loader.ts'
import { completedLessonsLoader } from './domain/completion.ts'
import { enrollmentLoader, enrollmentPages, skillPointsLoader } from './domain/enrollment.ts'
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
    course: createTableLoader(db, 'courses'),
    lesson: lessonLoader(db),
    lessons: lessonPages(db),
    lessonText: lessonTextLoader(db),
    lessonCompletedAt: lessonCompletedAtLoader(db),
    enrollment: enrollmentLoader(db),
    enrollmentById: createTableLoader(db, 'enrollments'),
    enrollments: enrollmentPages(db),
    completedLessons: completedLessonsLoader(db),
    skillPoints: skillPointsLoader(db),
  }
}
