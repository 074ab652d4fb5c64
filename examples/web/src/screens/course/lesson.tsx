// One lesson: its text, the button that completes it, and the way through the course.
import { useSubscription } from '@apollo/client/react'
import { Link, useParams } from 'react-router'
import { MarkdownText } from '../../components/markdown.tsx'
import { Screen } from '../../components/screen.tsx'
import { useList } from '../../graphql/use-live.ts'
import { LessonDocument, LessonLiveDocument, type LessonQuery } from './generated/graphql.ts'
import { LessonEnd } from './lesson-end.tsx'
import { Outline } from './outline.tsx'
import { CourseProgress } from './progress.tsx'
import './course.css'

type Course = NonNullable<LessonQuery['course']>

export function Component() {
  const { id = '', number = '' } = useParams()
  const variables = { id, offset: offsetOf(number) }
  // The lesson before stays until the next one is there.
  const live = useList(LessonDocument, variables)
  const { error } = useSubscription(LessonLiveDocument, { variables })
  const lesson = live.data?.course?.open?.nodes[0]
  return (
    <Screen
      title={lesson?.title ?? 'Lesson'}
      live={{ ...live, error: live.error ?? error }}
      above={<Place id={id} number={lesson?.number} course={live.data?.course} />}
    >
      {({ course }) =>
        course && (
          <div className="course-screen">
            <Lesson {...course} />
            <aside className="card" aria-label="The course">
              <h2>Lessons</h2>
              <CourseProgress {...course} />
              <Outline course={course} fetchMore={live.fetchMore} />
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

interface PlaceProps {
  id: string
  number: number | null | undefined
  course: Course | null | undefined
}

function Place({ id, number, course }: PlaceProps) {
  return (
    <p className="soft place">
      {number && course && `Lesson ${number} of ${course.lessons} in `}
      <Link to={`/courses/${id}`}>{course?.title ?? 'The course'}</Link>
    </p>
  )
}

function Lesson(course: Course) {
  const [lesson] = course.open?.nodes ?? []
  if (!lesson) return <p className="soft">The course has no lesson of this number.</p>
  const { text } = lesson
  return (
    <article className="card">
      {text === null && <p>Enroll to read this lesson. You can leave the course at any time.</p>}
      {text === '' && <p className="soft">There is nothing to read in this lesson.</p>}
      {text && <MarkdownText text={text} />}
      <LessonEnd key={lesson.id} course={course} lesson={lesson} />
    </article>
  )
}
