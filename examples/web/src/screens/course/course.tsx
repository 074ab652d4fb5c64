// One course: what it teaches, how far the person is, and its lessons.
import { Link, useParams } from 'react-router'
import { Action } from '../../components/action.tsx'
import { Fact, Screen, Section } from '../../components/screen.tsx'
import { useLive } from '../../graphql/use-live.ts'
import { CourseDocument, CourseLiveDocument, LeaveCourseDocument } from './generated/graphql.ts'
import { CourseProgress, Enroll, lessonPath, Outline, type OutlinedCourse } from './outline.tsx'
import './course.css'

export function Component() {
  const { id = '' } = useParams()
  const live = useLive(CourseDocument, CourseLiveDocument, { id })
  return (
    <Screen title={live.data?.course?.title ?? 'Course'} live={live}>
      {({ course }) =>
        course && (
          <div className="course-screen columns">
            <About {...course} />
            <Section title="Lessons">
              <Outline {...course} />
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
        <Fact name="Lessons">{lessons}</Fact>
        <Fact name="Takes">{duration}</Fact>
        <Fact name="Brings">{skillPoints} skill points</Fact>
      </dl>
      <CourseProgress {...course} />
      <div className="actions ways">
        {!myEnrollment && <Enroll {...course} />}
        <Continue {...course} />
      </div>
      {myEnrollment && (
        <div className="leave row">
          <Action
            quiet
            label="Leave the course"
            document={LeaveCourseDocument}
            variables={{ courseId: course.id }}
          />
          <p className="soft">What you have completed is kept for when you come back.</p>
        </div>
      )}
    </section>
  )
}

/** The way to where the person goes on. Everybody may read the first lesson. */
function Continue({ id, lessons, myEnrollment, syllabus }: OutlinedCourse) {
  if (!syllabus) return null
  if (!myEnrollment) return <Link to={lessonPath(id, 1)}>Read the first lesson</Link>
  const numbers = Array.from({ length: lessons }, (_, index) => index + 1)
  const next = numbers.find((number) => !myEnrollment.completedLessons.includes(number))
  if (next === undefined) return <Link to={lessonPath(id, 1)}>Read it again</Link>
  const label = myEnrollment.lessonsCompleted === 0 ? 'Begin' : 'Continue'
  return (
    <Link className="button" to={lessonPath(id, next)}>
      {label} with lesson {next}
    </Link>
  )
}
