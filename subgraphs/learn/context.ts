// What the Learn service's resolvers and domain functions are handed.
import type { Kysely } from 'kysely'
import type { Context } from '#foundation/service/context.ts'
import { completedLessonsLoader } from './domain/completion.ts'
import { courseLoader } from './domain/course.ts'
import { enrollmentLoader, enrollmentPages, skillPointsLoader } from './domain/enrollment.ts'
import { lessonCompletedAtLoader, lessonPages, lessonTextLoader } from './domain/lesson.ts'
import type { LearnTables } from './tables.ts'

export type LearnContext = Context<LearnTables, ReturnType<typeof learnLoaders>, 'identity'>

/** The loaders of one request. */
export function learnLoaders(db: Kysely<LearnTables>) {
  return {
    course: courseLoader(db),
    lessons: lessonPages(db),
    lessonText: lessonTextLoader(db),
    lessonCompletedAt: lessonCompletedAtLoader(db),
    enrollment: enrollmentLoader(db),
    enrollments: enrollmentPages(db),
    completedLessons: completedLessonsLoader(db),
    skillPoints: skillPointsLoader(db),
  }
}
