// The documented paths of the Learn service.
import { eventsRoute } from '#foundation/service/events-route.ts'
import type { Route } from '#foundation/service/route.ts'

export const learnRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/courses',
    operation: `query Courses(
      $enrolled: Boolean, $orderBy: CourseOrder, $search: String,
      $first: Int!, $offset: Int!
    ) {
      courses(
        enrolled: $enrolled, orderBy: $orderBy, search: $search, first: $first, offset:
        $offset
      ) {
        nodes { id title description lessons duration skillPoints }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    query: { enrolled: 'boolean', orderBy: 'enum', search: 'text' },
    response: { form: 'list', name: 'courses' },
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
    response: { form: 'record', record: 'enrollment' },
  },
  {
    method: 'delete',
    path: '/api/courses/:id/enrollment',
    operation: `mutation Unenroll($id: ID!) {
      unenroll(courseId: $id) { id courseId status lessonsCompleted enrolledAt leftAt }
    }`,
    response: { form: 'envelope' },
    documented: { payload: 'EndedEnrollment' },
  },
  eventsRoute('learnEvents'),
]
