// How far the person is in a course; nothing if they are not enrolled.
import { Meter } from '../../components/meter.tsx'
import { Time } from '../../components/time.tsx'
import type { CourseDetailsFragment } from '../../fragments/generated/graphql.ts'

export function CourseProgress({ lessons, myEnrollment }: CourseDetailsFragment) {
  if (!myEnrollment) return null
  const { status, lessonsCompleted, completedAt } = myEnrollment
  return (
    <div className="progress">
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
