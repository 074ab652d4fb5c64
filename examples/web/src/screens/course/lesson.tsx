// One lesson: its text, the button that completes it, and the way through the course.
import { useSubscription } from '@apollo/client/react'
import { Link, useParams } from 'react-router'
import { Action } from '../../components/action.tsx'
import { MarkdownText } from '../../components/markdown.tsx'
import { Screen } from '../../components/screen.tsx'
import { changeText } from '../../components/text.ts'
import type { CourseDetailsFragment } from '../../fragments/generated/graphql.ts'
import { useList } from '../../graphql/use-live.ts'
import {
  LessonDocument,
  LessonLiveDocument,
  type LessonQuery,
  CompleteLessonDocument,
} from './generated/graphql.ts'
import { Outline, CourseProgress, Enroll, lessonPath } from './outline.tsx'
import './course.css'

type Course = NonNullable<LessonQuery['course']>

export function Component() {
  const { id = '', number = '' } = useParams()
  const variables = { id, offset: offsetOf(number) }
  // The lesson before stays until the next one is there.
  const live = useList(LessonDocument, variables)
  const { error } = useSubscription(LessonLiveDocument, { variables })
  const course = live.data?.course
  const lesson = course?.open?.nodes[0]
  return (
    <Screen
      title={lesson?.title ?? 'Lesson'}
      live={{ ...live, error: live.error ?? error }}
      above={
        <p className="soft place">
          {lesson && `Lesson ${lesson.number} of ${course?.lessons} in `}
          <Link to={`/courses/${id}`}>{course?.title ?? 'The course'}</Link>
        </p>
      }
    >
      {() =>
        course && (
          <div className="course-screen columns">
            <Lesson {...course} />
            <aside className="card" aria-label="The course">
              <h2>Lessons</h2>
              <CourseProgress {...course} />
              <Outline {...course} />
            </aside>
          </div>
        )
      }
    </Screen>
  )
}

/** A course has at most 500 lessons. What is no number has no lesson either. */
function offsetOf(number: string): number {
  return /^[1-9]\d{0,2}$/.test(number) ? Number(number) - 1 : 999
}

function Lesson(course: Course) {
  const [lesson] = course.open?.nodes ?? []
  if (!lesson) return <p className="soft">The course has no lesson of this number.</p>
  const { id, number, text } = lesson
  return (
    <article className="card">
      {text === null && <p>Enroll to read this lesson. You can leave the course at any time.</p>}
      {text === '' && <p className="soft">There is nothing to read in this lesson.</p>}
      {text && <MarkdownText text={text} />}
      <LessonEnd key={id} course={course} number={number!} />
    </article>
  )
}

/** What follows on the text of the lesson: it is completed, and the next one begins. */
function LessonEnd({ course, number }: { course: Course; number: number }) {
  const { id, lessons, myEnrollment } = course
  const isCompleted = myEnrollment?.completedLessons.includes(number)
  return (
    <footer className="lesson-end row apart">
      {!myEnrollment && <Enroll {...course} />}
      {myEnrollment && isCompleted && <Completed {...course} />}
      {myEnrollment && !isCompleted && (
        <Action
          label="Complete the lesson"
          document={CompleteLessonDocument}
          variables={{ courseId: id, lesson: number }}
        />
      )}
      <nav className="row" aria-label="Other lessons">
        {number > 1 && <Link to={lessonPath(id, number - 1)}>Previous lesson</Link>}
        {number < lessons && (
          <Link className={isCompleted ? 'button' : undefined} to={lessonPath(id, number + 1)}>
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
