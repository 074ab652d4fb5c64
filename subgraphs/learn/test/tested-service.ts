// What the tests of the whole system know of the Learn service.
import type { TestedService } from '#test/tested-service.ts'
import { learnLessonRows } from '../../../test/contract/learn-lessons.ts'
import { learnRows } from '../../../test/contract/learn.ts'
import { AUDIT, MIGRATIONS, SHARED } from '../../../test/personal-data/columns.ts'

export const testedService: TestedService = {
  rows: [...learnRows, ...learnLessonRows],
  columns: {
    ...SHARED,
    ...AUDIT,
    ...MIGRATIONS,
    courses: { others: 'id title description duration content_key' },
    enrollments: { person: 'id identity_id', others: 'course_id status' },
    lesson_completions: { person: 'enrollment_id', others: 'lesson_id' },
    lessons: { others: 'id course_id key title text' },
  },
  triggers: { migration: '0002-tables', hash: '11uFCZSb7Ah5' },
}
