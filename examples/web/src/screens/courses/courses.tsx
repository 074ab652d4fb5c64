// The courses: what each one teaches, and how far the person is.
import { Link } from 'react-router'
import { Filters, useFilters } from '../../components/filters.tsx'
import { Cards } from '../../components/lists.tsx'
import { Screen } from '../../components/screen.tsx'
import { countText } from '../../components/text.ts'
import type { CourseDetailsFragment } from '../../fragments/generated/graphql.ts'
import { useList } from '../../graphql/use-live.ts'
import { CourseProgress } from '../course/outline.tsx'
import { CoursesDocument } from './generated/graphql.ts'

const FILTERS = {
  search: { label: 'Search' },
  enrolled: { label: 'Enrollment', options: { true: 'You are enrolled', false: 'New to you' } },
} as const

const NEWS = [
  'lesson.completed',
  'enrollment.started',
  'enrollment.resumed',
  'enrollment.completed',
  'enrollment.ended',
]

export function Component() {
  const { search, enrolled } = useFilters(FILTERS)
  const variables = { search, enrolled: enrolled && enrolled === 'true' }
  const live = useList(CoursesDocument, variables, NEWS)
  const above = <Filters label="Filter the courses" filters={FILTERS} />
  return (
    <Screen title="Courses" live={live} above={above}>
      {({ courses }) => (
        <Cards words={['course', 'courses']} list={courses} empty="There are no courses yet.">
          {(course) => <Course key={course.id} {...course} />}
        </Cards>
      )}
    </Screen>
  )
}

function Course(course: CourseDetailsFragment) {
  const { id, title, description, duration, lessons, skillPoints } = course
  return (
    <li className="card">
      <h2>
        <Link to={`/courses/${id}`}>{title}</Link>
      </h2>
      <p className="excerpt">{description}</p>
      <p className="tags">
        <span>{countText(lessons, 'lesson', 'lessons')}</span>
        <span>{duration}</span>
        <span>{skillPoints} skill points</span>
      </p>
      <CourseProgress {...course} />
    </li>
  )
}
