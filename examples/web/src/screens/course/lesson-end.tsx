// The end of a lesson: it is completed, and the next one begins.
import { Link } from 'react-router'
import { Action } from '../../components/action.tsx'
import { changeText } from '../../components/number-text.ts'
import type { CourseDetailsFragment } from '../../fragments/generated/graphql.ts'
import { Enroll } from './enrollment.tsx'
import { CompleteLessonDocument, type OpenLessonFragment } from './generated/graphql.ts'
import { lessonPath } from './outline.tsx'

type Lesson = NonNullable<OpenLessonFragment['open']>['nodes'][number]

interface LessonEndProps {
  course: CourseDetailsFragment
  lesson: Lesson
}

export function LessonEnd({ course, lesson }: LessonEndProps) {
  const { id, lessons, myEnrollment } = course
  const number = lesson.number!
  const isCompleted = myEnrollment?.completedLessons.includes(number)
  return (
    <footer className="lesson-end">
      {!myEnrollment && <Enroll {...course} />}
      {myEnrollment && isCompleted && <Completed {...course} />}
      {myEnrollment && !isCompleted && (
        <Action
          label="Complete the lesson"
          document={CompleteLessonDocument}
          variables={{ courseId: id, lesson: number }}
        />
      )}
      <nav aria-label="Other lessons">
        {number > 1 && <Link to={lessonPath(id, number - 1)}>Previous lesson</Link>}
        {number < lessons && (
          <Link className={isCompleted ? 'button' : 'next'} to={lessonPath(id, number + 1)}>
            Next lesson
          </Link>
        )}
      </nav>
    </footer>
  )
}

function Completed({ id, skillPoints, myEnrollment }: CourseDetailsFragment) {
  if (myEnrollment?.status !== 'completed') return <p className="good">Lesson completed</p>
  return (
    <p className="good">
      You have completed <Link to={`/courses/${id}`}>the course</Link>: {changeText(skillPoints)}{' '}
      skill points
    </p>
  )
}
