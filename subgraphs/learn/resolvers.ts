// Field → domain function.
import { connectionResolvers } from '#foundation/pagination.ts'
import { addCourse, getCourse, listCourses } from './domain/course.ts'
import { enroll, findMyEnrollment, listEnrollments } from './domain/enrollment.ts'
import { completeLesson } from './domain/lesson.ts'
import type { Resolvers } from './schema.generated.ts'

export const resolvers: Resolvers = {
  Query: {
    courses: (_root, page, ctx) => listCourses(ctx, page),
    course: (_root, { id }, ctx) => getCourse(ctx, id),
  },
  Mutation: {
    enroll: (_root, { courseId }, ctx) => enroll(ctx, courseId),
    completeLesson: (_root, { input }, ctx) => completeLesson(ctx, input),
    addCourse: (_root, { input }, ctx) => addCourse(ctx, input),
  },
  Course: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.course.load(id)) ?? null,
    myEnrollment: async (course, _args, ctx) => (await findMyEnrollment(ctx, course)) ?? null,
  },
  CourseConnection: connectionResolvers,
  Enrollment: {
    completedLessons: ({ id }, _args, { loaders }) => loaders.completedLessons.load(id),
    course: ({ courseId }, _args, ctx) => getCourse(ctx, courseId),
  },
  EnrollmentConnection: connectionResolvers,
  Identity: {
    __resolveReference: ({ id }) => ({ id }),
    skillPoints: ({ id }, _args, { loaders }) => loaders.skillPoints.load(id),
    enrollments: ({ id }, page, ctx) => listEnrollments(ctx, id, page),
  },
}
