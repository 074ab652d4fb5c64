// The lessons of a course by number, and which of them the person has completed.
import { NavLink } from 'react-router'
import { Endless } from '../../components/endless.tsx'
import type { CourseDetailsFragment } from '../../fragments/generated/graphql.ts'
import type { Live } from '../../graphql/use-live.ts'
import type { OutlineFragment } from './generated/graphql.ts'

/** As many as a page of titles has. */
const PAGE_SIZE = 100

export type OutlinedCourse = CourseDetailsFragment & OutlineFragment

interface OutlineProps extends Pick<Live<unknown>, 'fetchMore'> {
  course: OutlinedCourse
}

export function Outline({ course, fetchMore }: OutlineProps) {
  const { id, syllabus, myEnrollment } = course
  if (!syllabus) return null
  const completed = new Set(myEnrollment?.completedLessons)
  return (
    <nav className="outline" aria-label="Lessons">
      <Endless pageInfo={syllabus.pageInfo} fetchMore={fetchMore} size={PAGE_SIZE}>
        <ol>
          {syllabus.edges.map(({ node }) => (
            <li key={node.id}>
              <NavLink to={lessonPath(id, node.number!)}>
                <span className="number">{node.number}</span>
                <span className="title">{node.title}</span>
                {completed.has(node.number!) && <Completed />}
              </NavLink>
            </li>
          ))}
        </ol>
      </Endless>
    </nav>
  )
}

function Completed() {
  return (
    <span className="good">
      <span aria-hidden="true">✓</span>
      <span className="unseen">Completed</span>
    </span>
  )
}

export function lessonPath(courseId: string, number: number): string {
  return `/courses/${courseId}/lessons/${number}`
}

/** The first lesson that the person has not completed; undefined if they have completed all. */
export function nextLesson({ lessons, myEnrollment }: CourseDetailsFragment): number | undefined {
  const completed = new Set(myEnrollment?.completedLessons)
  for (let number = 1; number <= lessons; number += 1) {
    if (!completed.has(number)) return number
  }
  return undefined
}
