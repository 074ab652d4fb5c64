// The buttons that enroll in a course, and leave it.
import { Action } from '../../components/action.tsx'
import type { CourseDetailsFragment } from '../../fragments/generated/graphql.ts'
import { EnrollDocument, LeaveCourseDocument } from './generated/graphql.ts'

export function Enroll({ id, retiredAt }: CourseDetailsFragment) {
  if (retiredAt) return <p className="soft">The course is retired: nobody can enroll any more.</p>
  return <Action label="Enroll" document={EnrollDocument} variables={{ courseId: id }} />
}

export function LeaveCourse({ id }: CourseDetailsFragment) {
  return (
    <div className="leave">
      <Action
        quiet
        label="Leave the course"
        document={LeaveCourseDocument}
        variables={{ courseId: id }}
      />
      <p className="soft">What you have completed is kept for when you come back.</p>
    </div>
  )
}
