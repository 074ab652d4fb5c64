// The events of the Learn service: their kinds, and who may read their subjects.
import { defineEventKinds, type ServiceEvents } from '#foundation/events/kinds.ts'
import { changed, cleared, inserted, set } from '#foundation/events/row-change.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { LearnContext } from './context.ts'
import { findEnrollment } from './domain/enrollment.ts'
import { findLesson } from './domain/lesson.ts'

const course = { subject: 'Course', id: 'new.id', audience: 'public' } as const
const lesson = {
  subject: 'Lesson',
  id: 'new.id',
  related: ['new.course_id'],
  audience: 'public',
} as const
const enrollment = {
  subject: 'Enrollment',
  id: 'new.id',
  related: ['new.identity_id', 'new.course_id'],
  audience: { owner: 'new.identity_id' },
} as const

/** The person of a completed lesson. */
const LEARNER = '(select identity_id from enrollments where id = new.enrollment_id)'
const COURSE = '(select course_id from enrollments where id = new.enrollment_id)'

export const learnEventKinds = defineEventKinds({
  'course.added': {
    description: 'A course was added.',
    change: inserted('courses'),
    ...course,
  },
  'course.updated': {
    description: 'A course, or the number of its lessons, changed.',
    change: changed('courses', ['title', 'description', 'lessons', 'duration', 'skill_points']),
    ...course,
  },
  'course.retired': {
    description: 'A course was retired. Nobody can enroll in it any more.',
    change: set('courses', 'retired_at'),
    ...course,
  },
  'course.restored': {
    description: 'A retired course is back.',
    change: cleared('courses', 'retired_at'),
    ...course,
  },
  'lesson.added': {
    description: 'A lesson was added to a course.',
    change: inserted('lessons'),
    ...lesson,
  },
  'lesson.updated': {
    description: 'The title or the text of a lesson changed.',
    change: changed('lessons', ['title', 'text']),
    ...lesson,
  },
  'lesson.moved': {
    description:
      'A lesson has another number, because it or another one was added, moved or retired.',
    change: changed('lessons', ['number'], 'old.number is not null and new.number is not null'),
    ...lesson,
  },
  'lesson.retired': {
    description: 'A lesson was retired.',
    change: set('lessons', 'retired_at'),
    ...lesson,
  },
  'lesson.restored': {
    description: 'A retired lesson is back, at the end of its course.',
    change: cleared('lessons', 'retired_at'),
    ...lesson,
  },
  'lesson.completed': {
    description: 'The person completed a lesson.',
    change: inserted('lesson_completions'),
    subject: 'Enrollment',
    id: 'new.enrollment_id',
    related: [LEARNER, 'new.lesson_id', COURSE],
    audience: { owner: LEARNER },
  },
  'enrollment.started': {
    description: 'The person enrolled in a course.',
    change: inserted('enrollments'),
    ...enrollment,
  },
  'enrollment.resumed': {
    description: 'The person enrolled again in a course that they had left.',
    change: cleared('enrollments', 'left_at'),
    ...enrollment,
  },
  'enrollment.completed': {
    description: 'The person completed a course, and has its skill points.',
    change: set('enrollments', 'completed_at'),
    ...enrollment,
  },
  'enrollment.ended': {
    description: 'The person left a course.',
    change: set('enrollments', 'left_at'),
    ...enrollment,
  },
})

export const learnEvents: ServiceEvents<LearnContext> = {
  kinds: learnEventKinds,
  subjects: {
    Course: async ({ loaders }, id) => (await loaders.course.load(id)) !== undefined,
    Lesson: async (ctx, id) => (await findLesson(ctx, id)) !== undefined,
    Enrollment: async (ctx, id) => (await findEnrollment(ctx, id)) !== undefined,
  },
  hideableParts: ['Lesson'],
  readsAsAdministrator,
}
