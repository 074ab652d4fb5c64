// What a course and its lessons show alike: how far the person is, the lessons by number, and the button that enrolls.
import { NavLink } from 'react-router'
import { Action } from '../../components/action.tsx'
import { Endless } from '../../components/lists.tsx'
import { Meter } from '../../components/person.tsx'
import { Time } from '../../components/time.tsx'
import type { CourseDetailsFragment } from '../../fragments/generated/graphql.ts'
import { EnrollDocument, type OutlineFragment } from './generated/graphql.ts'

export function CourseProgress({ lessons, myEnrollment }: CourseDetailsFragment) {
  if (!myEnrollment) return null
  const { status, lessonsCompleted, completedAt } = myEnrollment
  return (
    <div>
      <Meter
        label={`${lessonsCompleted} of ${lessons} lessons completed`}
        value={lessonsCompleted}
        max={lessons}
      />
      {status === 'completed' && (
        <p className="good">Course completed {completedAt && <Time at={completedAt} />}</p>
      )}
    </div>
  )
}

export type OutlinedCourse = CourseDetailsFragment & OutlineFragment

export function Outline({ id, syllabus, myEnrollment }: OutlinedCourse) {
  if (!syllabus) return null
  const completed = new Set(myEnrollment?.completedLessons)
  return (
    <nav className="outline" aria-label="Lessons">
      <Endless pageInfo={syllabus.pageInfo} size={100}>
        <ol>
          {syllabus.edges.map(({ node }) => (
            <li key={node.id}>
              <NavLink to={lessonPath(id, node.number!)}>
                <span className="number">{node.number}</span>
                <span className="name">{node.title}</span>
                {completed.has(node.number!) && (
                  <span className="good">
                    <span aria-hidden="true">✓</span>
                    <span className="unseen">Completed</span>
                  </span>
                )}
              </NavLink>
            </li>
          ))}
        </ol>
      </Endless>
    </nav>
  )
}

export function lessonPath(courseId: string, number: number): string {
  return `/courses/${courseId}/lessons/${number}`
}

export function Enroll({ id, retiredAt }: CourseDetailsFragment) {
  if (retiredAt) return <p className="soft">The course is retired: nobody can enroll any more.</p>
  return <Action label="Enroll" document={EnrollDocument} variables={{ courseId: id }} />
}
