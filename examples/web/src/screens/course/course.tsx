// One course: what it teaches, how far the person is, and its lessons.
import { Link, useParams } from 'react-router'
import { Screen } from '../../components/screen.tsx'
import { Section } from '../../components/section.tsx'
import { useLive } from '../../graphql/use-live.ts'
import { Enroll, LeaveCourse } from './enrollment.tsx'
import { CourseDocument, CourseLiveDocument } from './generated/graphql.ts'
import { lessonPath, nextLesson, Outline, type OutlinedCourse } from './outline.tsx'
import { CourseProgress } from './progress.tsx'
import './course.css'

export function Component() {
  const { id = '' } = useParams()
  const live = useLive(CourseDocument, CourseLiveDocument, { id })
  return (
    <Screen title={live.data?.course?.title ?? 'Course'} live={live}>
      {({ course }) =>
        course && (
          <div className="course-screen">
            <About {...course} />
            <Section title="Lessons">
              <Outline course={course} fetchMore={live.fetchMore} />
            </Section>
          </div>
        )
      }
    </Screen>
  )
}

function About(course: OutlinedCourse) {
  const { description, duration, lessons, skillPoints, myEnrollment } = course
  return (
    <section className="card" aria-label="About the course">
      <p>{description}</p>
      <dl className="facts">
        <div>
          <dt>Lessons</dt>
          <dd>{lessons}</dd>
        </div>
        <div>
          <dt>Takes</dt>
          <dd>{duration}</dd>
        </div>
        <div>
          <dt>Brings</dt>
          <dd>{skillPoints} skill points</dd>
        </div>
      </dl>
      <CourseProgress {...course} />
      <div className="actions ways">
        {!myEnrollment && <Enroll {...course} />}
        <Continue {...course} />
      </div>
      {myEnrollment && <LeaveCourse {...course} />}
    </section>
  )
}

/** The way to where the person goes on. Everybody may read the first lesson. */
function Continue(course: OutlinedCourse) {
  const { id, myEnrollment, syllabus } = course
  if (!syllabus) return null
  if (!myEnrollment) return <Link to={lessonPath(id, 1)}>Read the first lesson</Link>
  const next = nextLesson(course)
  if (next === undefined) return <Link to={lessonPath(id, 1)}>Read it again</Link>
  const label = myEnrollment.lessonsCompleted === 0 ? 'Begin' : 'Continue'
  return (
    <Link className="button" to={lessonPath(id, next)}>
      {label} with lesson {next}
    </Link>
  )
}
