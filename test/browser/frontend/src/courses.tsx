// Courses, and how far the person is in them.
import {
  CompleteLessonDocument,
  EnrollDocument,
  UnenrollDocument,
  type CoursePartsFragment,
} from './generated/graphql.ts'
import { Action, Section } from './section.tsx'

export function Courses({ courses }: { courses: readonly CoursePartsFragment[] }) {
  return (
    <Section title="Courses">
      {courses.map((course) => (
        <li key={course.id}>
          {course.title}: <Enrollment course={course} />
        </li>
      ))}
    </Section>
  )
}

function Enrollment({ course: { id, lessons, myEnrollment } }: { course: CoursePartsFragment }) {
  if (!myEnrollment) return <Action label="Enroll" document={EnrollDocument} variables={{ id }} />
  const { status, lessonsCompleted, completedAt } = myEnrollment
  const lesson = lessonsCompleted + 1
  return (
    <>
      {status}, {lessonsCompleted} of {lessons} lessons {completedAt}
      {status === 'enrolled' && (
        <Action
          label={`Complete lesson ${lesson}`}
          document={CompleteLessonDocument}
          variables={{ id, lesson }}
        />
      )}
      <Action label="Unenroll" document={UnenrollDocument} variables={{ id }} />
    </>
  )
}
