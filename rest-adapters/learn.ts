// The documented paths of the Learn service.
import type { Route } from './route.ts'

export const learnRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/courses',
    operation: `query Courses($first: Int!, $offset: Int!) {
      courses(first: $first, offset: $offset) {
        nodes { id title description lessons duration skillPoints }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    answer: { form: 'list', name: 'courses' },
  },
  {
    method: 'post',
    path: '/api/courses/:id/enroll',
    operation: `mutation Enroll($id: ID!) {
      enroll(courseId: $id) {
        created
        enrollment { id courseId status lessonsCompleted enrolledAt }
      }
    }`,
    answer: { form: 'record', record: 'enrollment' },
  },
  {
    method: 'delete',
    path: '/api/courses/:id/enrollment',
    operation: `mutation Unenroll($id: ID!) {
      unenroll(courseId: $id) { id courseId status lessonsCompleted enrolledAt leftAt }
    }`,
    answer: { form: 'envelope' },
    documented: { payload: 'EndedEnrollment' },
  },
]
