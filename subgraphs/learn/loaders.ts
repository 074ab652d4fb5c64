// The loaders of one request.
import { createTableLoader } from '#foundation/database/reads/row-loader.ts'
import { lazyMembers } from '#foundation/service/lazy-members.ts'
import type { LoaderSource } from '#foundation/service/subgraph.ts'
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

export const learnLoaders = lazyMembers<LoaderSource<LearnTables>, LearnLoaders>({
  course: ({ db }) => createTableLoader(db, 'courses'),
  lesson: ({ db }) => lessonLoader(db),
  lessons: ({ db }) => lessonPages(db),
  lessonText: ({ db }) => lessonTextLoader(db),
  lessonCompletedAt: ({ db }) => lessonCompletedAtLoader(db),
  enrollment: ({ db }) => enrollmentLoader(db),
  enrollmentById: ({ db }) => createTableLoader(db, 'enrollments'),
  enrollments: ({ db }) => enrollmentPages(db),
  completedLessons: ({ db }) => completedLessonsLoader(db),
  skillPoints: ({ db }) => skillPointsLoader(db),
})
