// The person: what they are, have, and have done in every domain.
import { EditProfileDocument, type PersonPartsFragment } from './generated/graphql.ts'
import { Action, Section } from './section.tsx'

export function Person({ person }: { person: PersonPartsFragment }) {
  const { completedQuests, enrollments, memberships, applications, votes } = person
  return (
    <Section title="Person">
      <li>
        {person.displayName} @{person.username}, {person.archetype} of {person.house}
      </li>
      <li>
        About: {person.bio ?? 'nothing yet'}
        <Action
          label="Introduce yourself"
          document={EditProfileDocument}
          variables={{ input: { displayName: 'Ada of the Lamp', bio: 'I keep the lamp.' } }}
        />
      </li>
      <li>
        Level {person.level}, {person.xp} xp, {person.xpToNextLevel} to the next, {person.gold}{' '}
        gold, {person.skillPoints} skill points
      </li>
      <li>Credentials: {person.credentials?.map(({ type }) => type).join(', ')}</li>
      <Record name="Quests completed" total={completedQuests?.totalCount}>
        {completedQuests?.nodes.map(({ title }) => title)}
      </Record>
      <Record name="Courses" total={enrollments?.totalCount}>
        {enrollments?.nodes.map(({ course, status }) => `${course.title} ${status}`)}
      </Record>
      <Record name="Memberships" total={memberships?.totalCount}>
        {memberships?.nodes.map(({ organization, status }) => `${organization.name} ${status}`)}
      </Record>
      <Record name="Applications" total={applications?.totalCount}>
        {applications?.nodes.map(({ role, status }) => `${role.title} ${status}`)}
      </Record>
      <Record name="Votes" total={votes?.totalCount}>
        {votes?.nodes.map(({ proposal, vote }) => `${vote} to ${proposal.title}`)}
      </Record>
      <li>In realm: {person.presence?.realm.name ?? 'none'}</li>
    </Section>
  )
}

interface RecordProps {
  name: string
  total: number | undefined
  children: string[] | undefined
}

/** A list of the person's, in a line. */
export function Record({ name, total, children }: RecordProps) {
  return (
    <li>
      {name}: {total} ({children?.join(', ')})
    </li>
  )
}
