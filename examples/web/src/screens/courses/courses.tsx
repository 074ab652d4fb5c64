// The courses: what each one teaches, and how far the person is.
import { Link } from 'react-router'
import { Filters } from '../../components/forms/filters.tsx'
import { useFilters } from '../../components/forms/use-filters.ts'
import { Cards } from '../../components/lists/cards.tsx'
import { countText } from '../../components/number-text.ts'
import { Screen } from '../../components/screen.tsx'
import type { CourseDetailsFragment } from '../../fragments/generated/graphql.ts'
import { useList } from '../../graphql/use-live.ts'
import { useOnNews } from '../../layout/use-on-news.ts'
import { CourseProgress } from '../course/progress.tsx'
import { CoursesDocument } from './generated/graphql.ts'

const FILTERS = {
  search: { label: 'Search' },
  enrolled: { label: 'Enrollment', options: { true: 'You are enrolled', false: 'New to you' } },
} as const

/** News of these kinds changes how far the person is. */
const CHANGES = [
  'lesson.completed',
  'enrollment.started',
  'enrollment.resumed',
  'enrollment.completed',
  'enrollment.ended',
]

export function Component() {
  const { search, enrolled } = useFilters(FILTERS)
  const live = useList(CoursesDocument, { search, enrolled: enrolled && enrolled === 'true' })
  useOnNews(CHANGES, live.reload)
  return (
    <Screen
      title="Courses"
      live={live}
      above={<Filters label="Filter the courses" filters={FILTERS} />}
    >
      {({ courses }) =>
        courses && (
          <Cards
            count={(total) => countText(total, 'course', 'courses')}
            list={courses}
            fetchMore={live.fetchMore}
            empty="There are no courses yet."
          >
            {(course) => <Course key={course.id} {...course} />}
          </Cards>
        )
      }
    </Screen>
  )
}

function Course(course: CourseDetailsFragment) {
  const { id, title, description, duration, lessons, skillPoints } = course
  return (
    <li className="card course">
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
