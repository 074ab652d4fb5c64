// What waits for the person: votes, courses that they have begun, and quests.
import { Link } from 'react-router'
import { List, Section } from '../../components/section.tsx'
import { Time } from '../../components/time.tsx'
import type { HomeQuery } from './generated/graphql.ts'

/** What is done leaves by its own fields, which a mutation or News changes in the cache. */
export function Waiting({ me, quests, proposals }: HomeQuery) {
  const votes = proposals?.nodes.filter(({ status, myVote }) => status === 'active' && !myVote)
  const courses = me?.enrollments?.nodes.filter(({ status }) => status === 'enrolled')
  const open = quests?.nodes.filter(({ myState }) => myState?.status === 'available')
  return (
    <Section title="What waits for you">
      <List empty="Nothing. You have done it all.">
        {[
          ...(votes ?? []).map(({ id, title, endTime }) => (
            <li key={id}>
              <Link to={`/proposals/${id}`}>Vote: {title}</Link>
              <span className="soft">
                ends <Time at={endTime} />
              </span>
            </li>
          )),
          ...(courses ?? []).map(({ id, course, lessonsCompleted }) => (
            <li key={id}>
              <Link to={`/courses/${course.id}`}>Course: {course.title}</Link>
              <span className="soft">
                {lessonsCompleted} of {course.lessons} lessons
              </span>
            </li>
          )),
          ...(open ?? []).map(({ id, title, xpReward, goldReward }) => (
            <li key={id}>
              <Link to={`/quests/${id}`}>Quest: {title}</Link>
              <span className="soft">
                {xpReward} xp, {goldReward} gold
              </span>
            </li>
          )),
        ]}
      </List>
    </Section>
  )
}
