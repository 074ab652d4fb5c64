// Field → domain function.
import { connectionResolvers } from '#foundation/database/lists/pagination.ts'
import { watchEntity } from '#foundation/events/occurrences.ts'
import { completeLesson } from './domain/completion.ts'
import { addCourse, getCourse, listCourses, retireCourse, updateCourse } from './domain/course.ts'
import {
  enroll,
  enrollmentEdge,
  findEnrollment,
  findMyEnrollment,
  unenroll,
} from './domain/enrollment.ts'
import { findCompletedAt, findLesson, findText, listLessons } from './domain/lesson.ts'
import { addLesson, retireLesson, updateLesson } from './domain/syllabus.ts'
import type { Resolvers } from './schema.generated.ts'

export const resolvers: Resolvers = {
  Query: {
    courses: (_root, page, ctx) => listCourses(ctx, page),
    course: (_root, { id }, ctx) => getCourse(ctx, id),
  },
  Mutation: {
    enroll: (_root, { courseId }, ctx) => enroll(ctx, courseId),
    unenroll: (_root, { courseId }, ctx) => unenroll(ctx, courseId),
    completeLesson: (_root, { input }, ctx) => completeLesson(ctx, input),
    addCourse: (_root, { input }, ctx) => addCourse(ctx, input),
    updateCourse: (_root, { input }, ctx) => updateCourse(ctx, input),
    retireCourse: (_root, { courseId }, ctx) => retireCourse(ctx, courseId),
    addLesson: (_root, { input }, ctx) => addLesson(ctx, input),
    updateLesson: (_root, { input }, ctx) => updateLesson(ctx, input),
    retireLesson: (_root, { lessonId }, ctx) => retireLesson(ctx, lessonId),
  },
  Subscription: {
    course: {
      subscribe: (_root, { id, since }, ctx) => watchEntity(ctx, [id], { since }),
      resolve: (_root, { id }, ctx) => getCourse(ctx, id),
    },
  },
  Course: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.course.load(id)) ?? null,
    myEnrollment: async ({ id }, _args, ctx) => (await findMyEnrollment(ctx, id)) ?? null,
    syllabus: (course, page, ctx) => listLessons(ctx, course, page),
  },
  CourseConnection: connectionResolvers,
  Lesson: {
    __resolveReference: async ({ id }, ctx) => (await findLesson(ctx, id)) ?? null,
    text: (lesson, _args, ctx) => findText(ctx, lesson),
    completedAt: (lesson, _args, ctx) => findCompletedAt(ctx, lesson),
  },
  LessonConnection: connectionResolvers,
  Enrollment: {
    __resolveReference: async ({ id }, ctx) => (await findEnrollment(ctx, id)) ?? null,
    completedLessons: ({ id }, _args, { loaders }) => loaders.completedLessons.load(id),
    course: ({ courseId }, _args, ctx) => getCourse(ctx, courseId),
    identity: ({ identityId }) => ({ id: identityId }),
  },
  EnrollmentResult: {
    enrollmentEdge: ({ enrollment }) => enrollmentEdge(enrollment),
  },
  EnrollmentConnection: connectionResolvers,
  Identity: {
    __resolveReference: ({ id }) => ({ id }),
    skillPoints: ({ id }, _args, { loaders }) => loaders.skillPoints.load(id),
    enrollments: ({ id }, page, { loaders }) => loaders.enrollments.load(id, page),
  },
}
